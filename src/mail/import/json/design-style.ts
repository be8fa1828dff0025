import type { LeafBlock } from '../../model/index.ts';
import { NO_SIDES, readLength, readSides, type Sides } from '../css/lengths.ts';
import { inheritLook, type Look, readFontFamily } from '../css/look.ts';
import { type Fields, fieldAt, fieldsOf, stringOf } from './parse-design.ts';

/** `padding` and `padding-top` to `padding-left` of a style object. */
export function paddingOf(style: unknown): Sides {
  const fields = fieldsOf(style);
  const all = readSides(stringOf(fields.padding)) ?? NO_SIDES;
  const side = (name: keyof Sides) => readLength(fields[`padding-${name}`]) ?? all[name];
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}

/** The look a style object with CSS names gives to text. */
export function lookOf(style: unknown, base: Look): Look {
  const declarations = new Map<string, string>();
  for (const [name, value] of Object.entries(fieldsOf(style))) {
    if (typeof value === 'string' && value !== 'inherit') declarations.set(name, value);
    if (typeof value === 'number' && Number.isFinite(value)) declarations.set(name, String(value));
  }
  return inheritLook({ ...base, textAlign: 'left' }, declarations);
}

/** A font that is a name, or an object with the CSS value of it. */
export function fontOf(value: unknown): string | undefined {
  return readFontFamily(value) ?? readFontFamily(fieldAt(value, 'value'));
}

/** Hides blocks on one kind of screen, when the design does. */
export function withVisibility(blocks: LeafBlock[], hideDesktop: unknown, hideMobile: unknown): LeafBlock[] {
  if (hideDesktop !== true && hideMobile !== true) return blocks;
  const visibility = { desktop: hideDesktop !== true, mobile: hideMobile !== true };
  return blocks.map((block) => ({ ...block, visibility }));
}

/** The guards a design puts around a row, in the form blocks have. */
export function conditionOf(value: unknown) {
  const { label, before, after, description } = fieldsOf(value);
  if (typeof before !== 'string' || typeof after !== 'string' || before + after === '') return {};
  const more = typeof description === 'string' ? { description } : {};
  return { displayCondition: { label: stringOf(label) ?? '', before, after, ...more } };
}

/** The first string below that holds HTML, for what has no block. */
export function findHtml(value: Fields): string | undefined {
  const open: unknown[] = [value];
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    for (const [key, inner] of Object.entries(fieldsOf(next))) {
      if (typeof inner === 'string' && (key === 'html' || key === 'text') && inner.trim() !== '')
        return inner;
      if (typeof inner === 'object' && inner !== null) open.push(inner);
    }
  }
  return undefined;
}
