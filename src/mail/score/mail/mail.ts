import type { Block, TemplateContent } from '../../model/index.ts';

export type MailKind = 'marketing' | 'transactional';

/** Everything rules look at, read once from a content. What nobody sees (hidden everywhere) is only in `blocks`. */
export interface Mail {
  content: TemplateContent;
  /** As written, merge tags and all; undefined: not known, and rules on it are not measured. */
  subject: string | undefined;
  /** As written; '' if there is none. */
  preheader: string;
  kind: MailKind;
  /** Merge tags there are, as written (`{{ name }}`); undefined: not known, so none is wrong. */
  knownTags: readonly string[] | undefined;
  /** Language the mail declares: its primary subtag in lower case, '' if none or no tag of a language. */
  language: string;
  /** The same as written in the settings. */
  declaredLanguage: string;
  /** Width of the mail in pixels as it is rendered. */
  width: number;
  /** Opaque #rrggbb behind the whole mail; '' when a merge tag decides it. */
  background: string;
  /** Every block, depth first, in reading order. */
  blocks: readonly MailBlock[];
  /** The blocks by id. */
  blockOf: ReadonlyMap<string, MailBlock>;
  /** Every text people read, in reading order. */
  texts: readonly MailText[];
  links: readonly MailLink[];
  images: readonly MailImage[];
  headings: readonly MailHeading[];
  /** Elements of rich text, html blocks and the rendered HTML of custom blocks, in reading order. */
  elements: readonly MailElement[];
  /** Of all texts but alternative texts. */
  words: number;
  /** Bytes of all texts but alternative texts in UTF-8. */
  textBytes: number;
  /** Only when the caller had it rendered; rules that need it are not measured otherwise. */
  rendered: RenderedFacts | undefined;
  /** What rules have computed of the mail, by the function that did: see `derive`. */
  derived: Map<unknown, unknown>;
}

/** Computes something of a mail that several rules look at, once. */
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
  /** Which column of that section, from 0. */
  column: number | null;
  /** 0 at the top level, 1 in a section. */
  depth: number;
  /** Place among all blocks in reading order, from 0: tells what comes before what. */
  index: number;
  /** Pixels its content has on a wide screen. */
  width: number;
  /** Opaque #rrggbb its content stands on: its own, its section's or the mail's; '' when a merge tag decides it. */
  background: string;
  /** Hidden on every screen, itself or the section around it: not rendered. */
  isHidden: boolean;
  /** Printed under a condition, its own or that of the section around it. */
  isConditional: boolean;
}

/**
 * Role decides which rules apply. `heading`: a title block, or h1-h6 in rich text; `cell`: of a table block;
 * `menu`: one label of a menu; `html`: a piece of an html or custom block that is not a heading or list item;
 * `alt`: alternative text of a picture; `label`: words of a countdown, drawn into its picture.
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

/** A text that stands on its own: a paragraph, list item, heading, cell, label. */
export interface MailText {
  blockId: string;
  role: TextRole;
  /**
   * What is seen: entities decoded, white space collapsed, a line break as \n, merge tags that print something replaced
   * by MERGE_WORD, URLs kept. '' when all of it is hidden: `runs` has what is.
   */
  text: string;
  /** The same with the merge tags as written: to be quoted in messages. */
  raw: string;
  /** Pieces of the same style, in order; those not hidden are `text`, but for white space. Empty for alternative texts. */
  runs: readonly TextRun[];
  /** Pixels, of most of its letters. */
  fontSize: number;
  /** As a factor of the font size; undefined where it is not known. */
  lineHeight: number | undefined;
  align: 'left' | 'center' | 'right' | 'justify';
  /** In the footer: see footer.ts. */
  isFooter: boolean;
  /** `text` cut into sentences, without URLs; the end of a text ends a sentence. */
  sentences: readonly string[];
  /** Words of `text`, without URLs, as written. */
  words: readonly string[];
}

/** A piece of a text with style of its own, as the rendered mail shows them. */
export interface TextRun {
  text: string;
  /** Opaque #rrggbb; '' when it is a merge tag or cannot be read. */
  color: string;
  /** Opaque #rrggbb behind it; '' when it is a merge tag, or a picture without a color. */
  background: string;
  /** Pixels. */
  fontSize: number;
  bold: boolean;
  /** Of the link it is in. */
  href: string | undefined;
  underlined: boolean;
  /** Not shown: display:none, visibility:hidden, opacity 0, or a height of 0. */
  hidden: boolean;
  /** text-transform: uppercase. */
  uppercase: boolean;
  /** There is a picture behind it. */
  onImage: boolean;
}

/** `text`: an a element with words in it; `image`: a picture that links, as a block or in HTML. */
export type LinkKind = 'text' | 'button' | 'image' | 'menu' | 'social' | 'video';

/** Where in a block something stands, as the names that lead to it: `['linkUrl']`, `['items', 2, 'url']`. */
export type FieldPath = readonly (string | number)[];

export interface MailLink {
  blockId: string;
  /** As written, merge tags and all; entities decoded. '' where a block links nowhere: an a element without href is no link. */
  href: string;
  /** Its name for those who cannot see: visible text with MERGE_WORD for merge tags, or alternative text. */
  text: string;
  kind: LinkKind;
  /** The text it stands in; undefined for pictures and icons. */
  inText: MailText | undefined;
  /** The a element, for links of rich text and html. */
  element: MailElement | undefined;
  /** Where in the block: of the URL, or of the HTML the link is in. */
  field: FieldPath;
}

/** `html`: an img element of rich text or HTML. */
export type ImageKind = 'image' | 'video' | 'html' | 'social' | 'countdown';

export interface MailImage {
  blockId: string;
  /** As written; '' for those the service draws: social icons, countdowns. */
  src: string;
  /** undefined: an element without the attribute. A block always has one, perhaps ''. */
  alt: string | undefined;
  isDecorative: boolean;
  /** Pixels on a wide screen; undefined where nothing says. */
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

/** An element of HTML people wrote. */
export interface MailElement {
  blockId: string;
  /** What the HTML is: `rich` text is cut down to harmless elements when rendered, `html` less so. */
  from: 'rich' | 'html';
  /** The field of the block it stands in. */
  field: FieldPath;
  /** Lower case. */
  name: string;
  /** Names in lower case; merge tags as written. */
  attributes: Readonly<Record<string, string>>;
  parent: MailElement | undefined;
  /** Of links, headings and what says a direction, '' for others: text inside and alternative texts of pictures, with MERGE_WORD for merge tags, white space collapsed; without what is hidden. */
  text: string;
  /** Where it begins in the field and where its start tag ends, in characters: fixes can be made there. */
  start: number;
  startTagEnd: number;
  /** Where its end tag ends. */
  end: number;
}
