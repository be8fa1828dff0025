import { type Static, type TObject, Type } from '@sinclair/typebox';
import { type LeafBlock, leafSchemas, UnknownBlock } from './blocks/leaf.ts';
import { SectionBlock } from './blocks/section.ts';
import { openObject } from './common.ts';
import { TemplateSettings } from './settings.ts';

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
