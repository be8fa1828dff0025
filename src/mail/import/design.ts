import type { Block, Border, LeafBlock } from '../model/index.ts';
import { isFields } from '../model/record.ts';
import { MAX_DEPTH } from '../parse/html.ts';
import { makeHtml } from './blocks/make-block.ts';
import { type ImportContext, ImportRefusal, MAX_SOURCE_LENGTH, note, refuseDepth } from './context.ts';
import { inheritTextStyle, readFontFamily, type TextStyle } from './css/text-style.ts';
import {
  type Declarations,
  frameOf,
  NO_SIDES,
  readLength,
  readSides,
  type Sides,
  setProperty,
} from './css/values.ts';

/** A JSON object whose fields are not checked yet. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the design that an editor exported, as text or as a parsed object.
 * @throws ImportRefusal when it is not a JSON object, too large or nested too deeply
 */
export function parseDesign(body: unknown, editor: string): Fields {
  if (typeof body === 'string' && body.length > MAX_SOURCE_LENGTH) refuseSize();
  const design = typeof body === 'string' ? parseJson(body, editor) : body;
  if (!isFields(design)) {
    throw new ImportRefusal('not_that_format', `A design exported from ${editor} is a JSON object.`);
  }
  measure(design);
  return design;
}

function parseJson(text: string, editor: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new ImportRefusal('not_that_format', `This is not JSON; a design exported from ${editor} is.`);
  }
}

/** The value of a part that some exports store as JSON text; undefined for invalid JSON. */
export function parseIfText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Refuses designs that are too deep or too large. Not recursive, because a parsed object may have any depth. */
function measure(design: object): void {
  const open: { value: object; depth: number }[] = [{ value: design, depth: 1 }];
  let size = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > MAX_DEPTH) refuseDepth();
    for (const value of Object.values(next.value) as unknown[]) {
      size += typeof value === 'string' ? value.length + 8 : 8;
      if (typeof value === 'object' && value !== null) open.push({ value, depth: next.depth + 1 });
      if (size > MAX_SOURCE_LENGTH) refuseSize();
    }
  }
}

function refuseSize(): never {
  throw new ImportRefusal(
    'too_large',
    'The design is larger than the limit of 4 MB. Check that it is a mail.',
  );
}

/** The value as an object; an empty one for other values. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The value as a list; an empty one for other values. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value when it is a string. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A nested field; undefined when part of the path is missing. */
export function fieldAt(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    const fields = fieldsOf(inner);
    return Object.hasOwn(fields, key) ? fields[key] : undefined;
  }, value);
}

/** `padding` and `padding-top` to `padding-left` of a style object. */
export function paddingOf(style: unknown): Sides {
  const fields = fieldsOf(style);
  const all = readSides(stringOf(fields.padding)) ?? NO_SIDES;
  const side = (name: keyof Sides) => readLength(fields[`padding-${name}`]) ?? all[name];
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}

/** The text style of a style object with CSS names. */
export function textStyleOf(style: unknown, base: TextStyle): TextStyle {
  return inheritTextStyle({ ...base, textAlign: 'left' }, declarationsOf(style));
}

/** The declarations of a style object with CSS names, or with names such as `borderTopWidth`. */
export function declarationsOf(style: unknown): Declarations {
  const declarations = new Map<string, string>();
  for (const [name, value] of Object.entries(fieldsOf(style))) {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (typeof value === 'string' && value !== 'inherit') setProperty(declarations, property, value);
    if (typeof value === 'number' && Number.isFinite(value)) declarations.set(property, String(value));
  }
  return declarations;
}

/** The lines along the sides of a style object. */
export function borderOfStyle(style: unknown): Border | undefined {
  return frameOf(declarationsOf(style));
}

/** A font: a name, or an object with its CSS value. */
export function fontOf(value: unknown): string | undefined {
  return readFontFamily(value) ?? readFontFamily(fieldAt(value, 'value'));
}

/** Hides blocks on one kind of screen, when the design does. */
export function withVisibility<B extends Block>(blocks: B[], hideDesktop: unknown, hideMobile: unknown): B[] {
  if (hideDesktop !== true && hideMobile !== true) return blocks;
  const visibility = { desktop: hideDesktop !== true, mobile: hideMobile !== true };
  return blocks.map((block) => ({ ...block, visibility }));
}

/** The display condition of a row, in the form that blocks have. */
export function conditionOf(value: unknown) {
  const { label, before, after, description } = fieldsOf(value);
  if (typeof before !== 'string' || typeof after !== 'string' || before + after === '') return {};
  const more = typeof description === 'string' ? { description } : {};
  return { displayCondition: { label: stringOf(label) ?? '', before, after, ...more } };
}

/** The HTML of a part without a block type; none if it holds no text. */
export function readUnknown(context: ImportContext, what: string, part: Fields, path: string): LeafBlock[] {
  const html = findHtml(part);
  if (html === undefined) {
    note(context, what, 'There is no block for it and it holds no text; it was left out.', path);
    return [];
  }
  note(context, what, 'There is no block for it; its HTML is kept.', path);
  return [makeHtml(context, html)];
}

/** The first text or HTML in a value. Lists are not searched. */
function findHtml(value: Fields): string | undefined {
  const open: object[] = [value];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const [key, inner] of Object.entries(fieldsOf(next))) {
      if (typeof inner === 'string' && (key === 'html' || key === 'text') && inner.trim() !== '')
        return inner;
      if (typeof inner === 'object' && inner !== null) open.push(inner);
    }
  }
  return undefined;
}
