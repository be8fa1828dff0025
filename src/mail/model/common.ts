import { type Static, type TSchema, Type } from '@sinclair/typebox';

/** Documentation of a field. `default` is used for a missing field. */
interface FieldInfo<T> {
  description: string;
  default?: T;
  /** Names the type in generated TypeScript and OpenAPI documents. */
  title?: string;
}

/** A string field: text, HTML or a URL; merge tags may stand anywhere in it, so no format is checked. */
export function text(info: FieldInfo<string>) {
  return Type.String(info);
}

/** Marks fields that hold a color. A symbol, so that published schemas do not show it. */
export const ColorField = Symbol('color');

/** A CSS color, or a merge tag that the sending service replaces by one. See `isColor`. */
export function color(info: FieldInfo<string>) {
  return Type.String({ ...info, [ColorField]: true });
}

/** A yes/no field. */
export function flag(info: FieldInfo<boolean>) {
  return Type.Boolean(info);
}

/** A length in pixels: finite and not negative. */
export function pixels(info: FieldInfo<number>) {
  return Type.Number({ minimum: 0, ...info });
}

/** A width in pixels, or "full" for the whole width. */
export function pixelsOrFull(info: FieldInfo<number | 'full'>) {
  return Type.Union([Type.Number({ minimum: 0 }), Type.Literal('full')], info);
}

/** A radius in pixels for all corners, or one for each. */
export function cornerRadius(info: FieldInfo<number>) {
  return Type.Union([Type.Number({ minimum: 0 }), corners], info);
}

/** One value of a closed list. */
export function oneOf<const V extends string | number>(values: readonly V[], info: FieldInfo<V>) {
  return Type.Unsafe<V>(Type.Union(values.map((value) => Type.Literal(value)) as TSchema[], { ...info }));
}

/** Options of all objects of the model: unknown fields are kept. */
export function openObject<P extends Record<string, TSchema>>(
  properties: P,
  info: { description?: string; title?: string } = {},
) {
  return Type.Object(properties, { additionalProperties: true, ...info });
}

/** A non-empty identifier. When a writer leaves it out, the service makes one. */
export function identifier(description: string) {
  return Type.String({ minLength: 1, description });
}

/**
 * Four sides in pixels. `sides` are the defaults in CSS order: top, right, bottom, left; since they belong to
 * the type, spacings with other defaults need another title.
 */
export function spacing(
  sides: readonly [number, number, number, number],
  info: { description: string; title: string },
) {
  const [top, right, bottom, left] = sides;
  return openObject(
    {
      top: pixels({ description: 'Pixels.', default: top }),
      right: pixels({ description: 'Pixels.', default: right }),
      bottom: pixels({ description: 'Pixels.', default: bottom }),
      left: pixels({ description: 'Pixels.', default: left }),
    },
    info,
  );
}

/** Space around something, on each side its own. */
export const around = spacing([0, 0, 0, 0], { description: 'Space around it.', title: 'WrapperPadding' });

/** left | center | right, used for both boxes and text. */
export function alignment(description: string, fallback: 'left' | 'center' | 'right') {
  return oneOf(['left', 'center', 'right'], { description, default: fallback, title: 'Align' });
}

const corners = openObject(
  {
    topLeft: pixels({ description: 'Pixels.' }),
    topRight: pixels({ description: 'Pixels.' }),
    bottomRight: pixels({ description: 'Pixels.' }),
    bottomLeft: pixels({ description: 'Pixels.' }),
  },
  { description: 'A radius for each corner.', title: 'Corners' },
);

/** The looks of a line, of a divider or of a border. */
export const lineStyles = ['solid', 'dashed', 'dotted'] as const;

const borderSide = openObject(
  {
    width: pixels({ description: 'Pixels.', default: 1 }),
    style: oneOf(lineStyles, { description: 'Look of the line.', default: 'solid' }),
    color: color({ description: 'CSS color of the line.', default: '#000000' }),
  },
  { description: 'One side of a border.', title: 'BorderSide' },
);

/** The sides of a border; a missing side has none. */
export const border = openObject(
  {
    top: Type.Optional(borderSide),
    right: Type.Optional(borderSide),
    bottom: Type.Optional(borderSide),
    left: Type.Optional(borderSide),
  },
  { description: 'Border; none when absent.', title: 'Border' },
);

export type Corners = Static<typeof corners>;
export type Border = Static<typeof border>;

const styles = openObject(
  {
    padding: spacing([10, 10, 10, 10], {
      description: 'Space between the edge of the block and its content.',
      title: 'Padding',
    }),
    backgroundColor: Type.Optional(color({ description: 'CSS color behind the whole block.' })),
  },
  { description: 'Looks common to all blocks.', title: 'BlockStyles' },
);

const visibility = openObject(
  {
    desktop: flag({ description: 'Shown on screens wider than 480 px.', default: true }),
    mobile: flag({ description: 'Shown on screens up to 480 px.', default: true }),
  },
  { description: 'Where the block is shown; everywhere when absent.', title: 'BlockVisibility' },
);

const displayCondition = openObject(
  {
    label: text({ description: 'Name shown in the editor.', default: '' }),
    before: text({ description: 'Printed before the block, e.g. {% if vip %}.' }),
    after: text({ description: 'Printed after the block, e.g. {% endif %}.' }),
    group: Type.Optional(text({ description: 'Heading it is listed under in the editor.' })),
    description: Type.Optional(text({ description: 'Explanation shown in the editor.' })),
  },
  {
    description: 'Template-language guards printed around the block in the exported mail.',
    title: 'DisplayCondition',
  },
);

/** The fields every block has, without `id` and `type`, which go first in each block. */
export const commonFields = {
  styles,
  visibility: Type.Optional(visibility),
  displayCondition: Type.Optional(displayCondition),
};

/**
 * Schema of one block type: `type` first so that a check fails fast, then `id`, its own fields,
 * and the fields all blocks share.
 */
export function blockSchema<const T extends string, P extends Record<string, TSchema>>(
  type: T,
  title: string,
  description: string,
  fields: P,
) {
  return openObject(
    {
      type: Type.Literal(type, { description: 'The block type.' }),
      id: identifier('Unique in the template. Made by the service when omitted.'),
      ...fields,
      ...commonFields,
    },
    { description, title },
  );
}
