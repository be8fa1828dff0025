import { type Static, Type } from '@sinclair/typebox';
import { blockSchema, flag, openObject, text } from '../common.ts';

/** A block type that the product embedding the editor defines. */
export const CustomBlock = blockSchema(
  'custom',
  'CustomBlock',
  'A block defined by the product that embeds the editor.',
  {
    customType: text({ description: 'Name of the custom block definition.' }),
    fieldValues: Type.Unsafe<Record<string, unknown>>({
      ...openObject({}, { description: 'Values of its fields, by field key.' }),
      default: {},
    }),
    renderedHtml: Type.Optional(
      text({ description: 'HTML the block renders as; renders nothing when absent.' }),
    ),
    dataSourceFetched: Type.Optional(flag({ description: 'Its data source has been read.' })),
  },
);

export type CustomBlock = Static<typeof CustomBlock>;
