import { type Static, type TObject, Type } from '@sinclair/typebox';
import { type LeafBlock, leafSchemas, UnknownBlock } from './blocks/leaf.ts';
import { SectionBlock } from './blocks/section.ts';
import { color, flag, oneOf, openObject, pixels, text } from './common.ts';

/**
 * Settings of the mail as a whole. `textColor`, `linkColor`, `linkUnderline` and `direction` come from newer editors
 * only; `subject` is Galley’s own.
 */
export const TemplateSettings = openObject(
  {
    width: pixels({ description: 'Width of the mail in pixels.', default: 600 }),
    backgroundColor: color({ description: 'CSS color behind the mail.', default: '#ffffff' }),
    textColor: Type.Optional(color({ description: 'CSS color of text.', default: '#1a1a1a' })),
    linkColor: Type.Optional(color({ description: 'CSS color of links in text.' })),
    linkUnderline: Type.Optional(flag({ description: 'Underline links in text.', default: true })),
    fontFamily: text({ description: 'CSS font family of the mail.', default: 'Arial' }),
    subject: Type.Optional(
      text({ description: 'Subject line of the mail; may hold merge tags. Not part of the HTML’s text.' }),
    ),
    preheaderText: Type.Optional(
      text({ description: 'Preview text an inbox shows after the subject; hidden in the mail.' }),
    ),
    locale: text({ description: 'BCP-47 language of the mail.', default: 'en' }),
    direction: Type.Optional(
      oneOf(['ltr', 'rtl'], { description: 'Writing direction; that of the language when absent.' }),
    ),
  },
  { description: 'Settings of the mail as a whole.', title: 'TemplateSettings' },
);

export type TemplateSettings = Static<typeof TemplateSettings>;

/** Any block at the top level. As with LeafBlock, unknown types pass the schema but not the static type. */
export const Block = Type.Unsafe<SectionBlock | LeafBlock>(
  Type.Union([SectionBlock, ...leafSchemas, UnknownBlock]),
);

export type Block = Static<typeof Block>;
export type BlockType = Block['type'];

/** What a template contains, in the full form that is stored and returned. */
export const TemplateContent = openObject(
  {
    blocks: Type.Array(Block, { description: 'Rows of the mail from top to bottom.' }),
    settings: TemplateSettings,
  },
  { description: 'What a template contains.', title: 'TemplateContent' },
);

export type TemplateContent = Static<typeof TemplateContent>;

/** The schema of each known block type, by `type`. A Map, because `type` comes from outside. */
export const blockSchemas: ReadonlyMap<string, TObject> = new Map<string, TObject>(
  [SectionBlock, ...leafSchemas].map((schema) => [schema.properties.type.const, schema]),
);

/** A block and where it stands. */
export interface LocatedBlock {
  block: Block;
  /** JSON Pointer from the root of the content. */
  path: string;
  /** The list the block is in, and its place there. */
  list: readonly Block[];
  index: number;
  /** The section around the block, if any, and which of its columns the block is in. */
  section?: SectionBlock;
  column?: number;
}

/** Every block of a parsed content in reading order: a section comes right before the blocks in its columns. */
export function* walkBlocks(content: TemplateContent): Generator<LocatedBlock, void, undefined> {
  for (const [index, block] of content.blocks.entries()) {
    const path = `/blocks/${index}`;
    yield { block, path, list: content.blocks, index };
    if (block.type === 'section') yield* walkSection(block, path);
  }
}

/** How many blocks a parsed content has, those inside sections included. */
export function countBlocks(content: TemplateContent): number {
  let count = content.blocks.length;
  for (const block of content.blocks) {
    if (block.type !== 'section') continue;
    for (const list of block.children) count += list.length;
  }
  return count;
}

function* walkSection(section: SectionBlock, path: string): Generator<LocatedBlock, void, undefined> {
  for (const [column, list] of section.children.entries()) {
    for (const [index, block] of list.entries()) {
      yield { block, path: `${path}/children/${column}/${index}`, list, index, section, column };
    }
  }
}
