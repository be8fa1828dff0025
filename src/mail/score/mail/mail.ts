import type { Block, TemplateContent } from '../../model/index.ts';

export type MailKind = 'marketing' | 'transactional';

/**
 * Everything that rules check, read once from a content. Blocks that are hidden on all screens are only in `blocks`.
 */
export interface Mail {
  content: TemplateContent;
  /** As written, with merge tags; undefined: not known, and rules about it are not measured. */
  subject: string | undefined;
  /** As written. Empty if it is missing. */
  preheader: string;
  kind: MailKind;
  /** False: the caller does not say the kind, and the texts have no sign of it. */
  isKindSure: boolean;
  /** The known merge tags as written (`{{ name }}`); undefined: not known, and none is reported. */
  knownTags: readonly string[] | undefined;
  /** The declared language: its primary subtag in lower case; '' for none or an invalid tag. */
  language: string;
  /** The declared language as written in the settings. */
  declaredLanguage: string;
  /** The direction of the mail: as declared, else that of its language. */
  direction: 'ltr' | 'rtl';
  /** Width of the mail in pixels as it is rendered. */
  width: number;
  /** Opaque #rrggbb behind the whole mail; '' when a merge tag decides it. */
  background: string;
  /** Every block, depth first, in reading order. */
  blocks: readonly MailBlock[];
  /** The blocks by id. */
  blockOf: ReadonlyMap<string, MailBlock>;
  /** Every text that readers see, in reading order. */
  texts: readonly MailText[];
  links: readonly MailLink[];
  images: readonly MailImage[];
  headings: readonly MailHeading[];
  /** Elements of rich text, html blocks and the rendered HTML of custom blocks, in reading order. */
  elements: readonly MailElement[];
  /** Number of words of all texts except alternative texts. */
  words: number;
  /** Bytes in UTF-8 of all texts except alternative texts. */
  textBytes: number;
  /** Only when the caller rendered the mail; otherwise rules that need it are not measured. */
  rendered: RenderedFacts | undefined;
  /** Values that rules computed from the mail, by the function that computed them: see `derive`. */
  derived: Map<unknown, unknown>;
}

/** Computes a value from a mail once, for several rules. */
export function derive<T>(mail: Mail, compute: (mail: Mail) => T): T {
  const { derived } = mail;
  if (!derived.has(compute)) derived.set(compute, compute(mail));
  return derived.get(compute) as T;
}

interface BlockParts {
  texts: ReadonlyMap<string, readonly MailText[]>;
  elements: ReadonlyMap<string, readonly MailElement[]>;
}

function groupByBlock(mail: Mail): BlockParts {
  return {
    texts: Map.groupBy(mail.texts, ({ blockId }) => blockId),
    elements: Map.groupBy(mail.elements, ({ blockId }) => blockId),
  };
}

/** The texts of one block. */
export function textsOf(mail: Mail, blockId: string): readonly MailText[] {
  return derive(mail, groupByBlock).texts.get(blockId) ?? [];
}

/** The elements of one block. */
export function elementsOf(mail: Mail, blockId: string): readonly MailElement[] {
  return derive(mail, groupByBlock).elements.get(blockId) ?? [];
}

/** A mail as it is sent. */
export interface RenderedFacts {
  html: string;
  text: string;
  /** Bytes of the HTML in UTF-8. */
  bytes: number;
}

/** A block and where it stands. */
export interface MailBlock {
  block: Block;
  id: string;
  type: string;
  /** The section around it. */
  parentId: string | null;
  /** The column of that section, from 0. */
  column: number | null;
  /** 0 at the top level, 1 in a section. */
  depth: number;
  /** Position among all blocks in reading order, from 0. */
  index: number;
  /** Pixels its content has on a wide screen. */
  width: number;
  /**
   * Opaque #rrggbb behind its content: its own color, or that of its section or the mail; '' when a merge tag decides
   * it.
   */
  background: string;
  /** The block, or the section around it, is hidden on every screen and not rendered. */
  isHidden: boolean;
  /** The block, or the section around it, has a display condition. */
  isConditional: boolean;
}

/**
 * Decides which rules apply. `heading`: a title block, or h1-h6 in rich text; `cell`: of a table block; `menu`: one
 * label of a menu; `html`: a piece of an html or custom block that is not a heading or list item; `alt`: alternative
 * text of an image; `label`: words of a countdown, drawn into its image.
 */
export type TextRole =
  | 'heading'
  | 'paragraph'
  | 'list-item'
  | 'cell'
  | 'button'
  | 'menu'
  | 'html'
  | 'alt'
  | 'label';

/** One text: a paragraph, list item, heading, cell or label. */
export interface MailText {
  blockId: string;
  role: TextRole;
  /**
   * The visible text: entities decoded, white space collapsed, a line break as \n, MERGE_WORD for merge tags that print
   * something, URLs kept. '' when all of it is hidden; then `runs` has it.
   */
  text: string;
  /** The same with merge tags as written, for quotes in messages. */
  raw: string;
  /** Pieces of the same style, in order; those not hidden are `text`, but for white space. Empty for alternative texts. */
  runs: readonly TextRun[];
  /** Pixels, of most of its letters. */
  fontSize: number;
  /** As a factor of the font size; undefined where it is not known. */
  lineHeight: number | undefined;
  align: 'left' | 'center' | 'right' | 'justify';
  /** Part of the footer: see markFooter. */
  isFooter: boolean;
  /** `text` cut into sentences, without URLs; the end of a text ends a sentence. */
  sentences: readonly string[];
  /** Words of `text`, without URLs, as written. */
  words: readonly string[];
}

/** A piece of a text in one style, as the rendered mail shows it. */
export interface TextRun {
  text: string;
  /** Opaque #rrggbb; '' when it is a merge tag or cannot be read. */
  color: string;
  /** Opaque #rrggbb behind it; '' when it is a merge tag, or a picture without a color. */
  background: string;
  /** Pixels. */
  fontSize: number;
  bold: boolean;
  /** URL of the link around it. */
  href: string | undefined;
  underlined: boolean;
  /** Not shown: display:none, visibility:hidden, opacity 0, or a height of 0. */
  hidden: boolean;
  /** text-transform: uppercase. */
  uppercase: boolean;
  /** An image is behind it. */
  onImage: boolean;
}

/** `text`: an a element with words in it; `image`: a linked image, as a block or in HTML. */
type LinkKind = 'text' | 'button' | 'image' | 'menu' | 'social' | 'video';

/** A path to a value in a block: `['linkUrl']`, `['items', 2, 'url']`. */
export type FieldPath = readonly (string | number)[];

export interface MailLink {
  blockId: string;
  /**
   * The URL as written, with merge tags, entities decoded; '' for a block without a URL. An a element without href is
   * not a link.
   */
  href: string;
  /** The accessible name: visible text with MERGE_WORD for merge tags, or alternative text. */
  text: string;
  kind: LinkKind;
  /** The text around it; undefined for images and icons. */
  inText: MailText | undefined;
  /** The a element, for links of rich text and html. */
  element: MailElement | undefined;
  /** Path of the URL in the block, or of the HTML that contains the link. */
  field: FieldPath;
}

/** `html`: an img element of rich text or HTML. */
type ImageKind = 'image' | 'video' | 'html' | 'social' | 'countdown';

export interface MailImage {
  blockId: string;
  /** As written; '' for images that the service draws: social icons, countdowns. */
  src: string;
  /** undefined: an element without the attribute. Blocks always have a text, perhaps ''. */
  alt: string | undefined;
  isDecorative: boolean;
  /** Pixels on a wide screen; undefined when not given. */
  width: number | undefined;
  height: number | undefined;
  href: string | undefined;
  kind: ImageKind;
  element: MailElement | undefined;
  field: FieldPath;
}

export interface MailHeading {
  blockId: string;
  level: number;
  text: string;
  /** undefined for a title block. */
  element: MailElement | undefined;
}

/** An element of the HTML in a block. */
export interface MailElement {
  blockId: string;
  /** `rich`: rich text, reduced to harmless elements when rendered; `html`: html and custom blocks, reduced less. */
  from: 'rich' | 'html';
  /** Path of the HTML in the block. */
  field: FieldPath;
  /** Lower case. */
  name: string;
  /** Names in lower case; merge tags as written. */
  attributes: Readonly<Record<string, string>>;
  parent: MailElement | undefined;
  /**
   * For links, headings and elements with a direction: their text and the alternative texts inside, with MERGE_WORD for
   * merge tags, white space collapsed, without hidden text. '' for other elements.
   */
  text: string;
  /** Offsets in the field, in characters: the begin of the element and the end of its start tag. */
  start: number;
  startTagEnd: number;
  /** Offset of the end of its end tag. */
  end: number;
}
