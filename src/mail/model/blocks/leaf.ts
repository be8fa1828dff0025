import { type Static, Type } from '@sinclair/typebox';
import { identifier, openObject } from '../common.ts';
import { ButtonBlock } from './button.ts';
import { CountdownBlock } from './countdown.ts';
import { CustomBlock } from './custom.ts';
import { DividerBlock } from './divider.ts';
import { HtmlBlock } from './html.ts';
import { ImageBlock } from './image.ts';
import { MenuBlock } from './menu.ts';
import { ParagraphBlock } from './paragraph.ts';
import { SocialBlock } from './social.ts';
import { SpacerBlock } from './spacer.ts';
import { TableBlock } from './table.ts';
import { TitleBlock } from './title.ts';
import { VideoBlock } from './video.ts';

/** Schemas of the blocks that hold no other blocks, in the order they are documented. */
export const leafSchemas = [
  TitleBlock,
  ParagraphBlock,
  ImageBlock,
  ButtonBlock,
  DividerBlock,
  VideoBlock,
  SocialBlock,
  SpacerBlock,
  HtmlBlock,
  MenuBlock,
  TableBlock,
  CountdownBlock,
  CustomBlock,
];

type KnownLeaf = Static<(typeof leafSchemas)[number]>;

/**
 * A block type of an editor newer than this service: kept, not rendered. Its `type` excludes the known
 * ones, so that a broken known block does not pass as an unknown one in other people's validators.
 */
export const UnknownBlock = openObject(
  {
    type: Type.String({
      minLength: 1,
      pattern: `^(?!(?:section|${leafSchemas.map((schema) => schema.properties.type.const).join('|')})$)`,
      description: 'A block type this service does not know.',
    }),
    id: identifier('Unique in the template. Made by the service when omitted.'),
  },
  { description: 'A block of a type this service does not know: kept, not rendered.', title: 'UnknownBlock' },
);

/**
 * Any block but a section. The schema lets unknown types through while the static type leaves them out,
 * so that `type` still tells the known ones apart: a `switch` over it needs a default branch.
 */
export const LeafBlock = Type.Unsafe<KnownLeaf>(Type.Union([...leafSchemas, UnknownBlock]));

export type LeafBlock = Static<typeof LeafBlock>;
