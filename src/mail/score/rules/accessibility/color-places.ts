import type { Block } from '../../../model/index.ts';
import { EXTENTS } from '../../../parse/allowed-html.ts';
import { formatColor, parseColor } from '../../../parse/color.ts';
import { mayHaveMergeTag } from '../../../parse/merge-tags.ts';
import { replaceComments } from '../../../parse/spans.ts';
import { type Edit, readField, setAttribute, setStyle } from '../../fix.ts';
import { readDeclarations } from '../../mail/declared-style.ts';
import { elementsOf, type FieldPath, type Mail, type MailElement } from '../../mail/mail.ts';

/** A field of a block with a color of its running text. */
interface ColorField {
  field: FieldPath;
  value: string | undefined;
  /** The default text color of the block. */
  isMain: boolean;
}

/** Edits that set other colors: values of fields, and pieces of HTML by field. */
export interface ColorChanges {
  fields: { field: FieldPath; value: string }[];
  /** Edits by their start. */
  markup: Map<string, { field: FieldPath; edits: Map<number, Edit> }>;
}

/** An opaque color as #rrggbb; undefined for others, because a translucent one depends on its background. */
export function hexOf(css: string | undefined): string | undefined {
  const color = css === undefined ? undefined : parseColor(css);
  return color === undefined || color.alpha < 1 ? undefined : formatColor(color);
}

export function listColorFields(block: Block): ColorField[] {
  switch (block.type) {
    case 'title':
    case 'table':
      return [{ field: ['color'], value: block.color, isMain: true }];
    case 'menu':
      return [
        { field: ['color'], value: block.color, isMain: true },
        { field: ['linkColor'], value: block.linkColor, isMain: false },
        ...block.items.map(
          ({ color }, index): ColorField => ({
            field: ['items', index, 'color'],
            value: color,
            isMain: false,
          }),
        ),
      ];
    default:
      return [];
  }
}

/** Elements of a block that declare this text color. */
export function elementsWithColor(mail: Mail, blockId: string, color: string): MailElement[] {
  return elementsOf(mail, blockId).filter(
    (element) =>
      hexOf(colorInStyle(element)) === color ||
      (element.name === 'font' && hexOf(element.attributes.color) === color),
  );
}

/** Whether the block declares a translucent text color, which looks different on each background. */
export function hasTransparentText(mail: Mail, block: Block): boolean {
  const inHtml = elementsOf(mail, block.id).flatMap((element) => [
    colorInStyle(element),
    element.name === 'font' ? element.attributes.color : undefined,
  ]);
  const values = [...inHtml, ...listColorFields(block).map(({ value }) => value)];
  return values.some((css) => css !== undefined && (parseColor(css)?.alpha ?? 1) < 1);
}

/** The number of edits. */
export function countChanges({ fields, markup }: ColorChanges): number {
  return fields.length + [...markup.values()].reduce((sum, { edits }) => sum + edits.size, 0);
}

/** Replaces a color wherever the block declares it; inherited colors stay. */
export function changeDeclaredColor(
  mail: Mail,
  block: Block,
  from: string,
  to: string,
  changes: ColorChanges,
): void {
  for (const { field, value } of listColorFields(block)) {
    if (hexOf(value) === from) changes.fields.push({ field, value: to });
  }
  for (const element of elementsWithColor(mail, block.id, from)) addEdit(block, element, to, changes);
}

/**
 * Sets the text color of a block that inherits it from the settings: in its own field, or on the outermost elements of
 * its text.
 * @returns false when there is text outside of any element
 */
export function changeInheritedColor(mail: Mail, block: Block, to: string, changes: ColorChanges): boolean {
  const main = listColorFields(block).find(({ isMain }) => isMain);
  if (main === undefined) return paintRoots(mail, block, to, changes);
  const { field, value } = main;
  const isSilent = value === undefined || (parseColor(value) === undefined && !mayHaveMergeTag(value));
  if (isSilent) changes.fields.push({ field, value: to });
  return true;
}

function paintRoots(mail: Mail, block: Block, color: string, changes: ColorChanges): boolean {
  const roots = elementsOf(mail, block.id).filter(({ parent }) => parent === undefined);
  const source = String(readField(block, roots[0]?.field ?? ['content']) ?? '');
  let beside = '';
  let from = 0;
  for (const root of roots) {
    beside += source.slice(from, root.start);
    from = Math.max(from, root.end);
  }
  beside += source.slice(from);
  if (/\S/.test(replaceComments(beside, () => '').replaceAll('&nbsp;', '')) || !roots.every(isKept))
    return false;
  // Links in html blocks do not inherit the text color.
  const painted = roots.filter(
    ({ name, from: kind }) => name !== 'font' && !(name === 'a' && kind === 'html'),
  );
  for (const root of painted) if (colorInStyle(root) === undefined) addEdit(block, root, color, changes);
  return true;
}

function isKept({ from, name }: MailElement): boolean {
  return EXTENTS[from === 'rich' ? 'rich' : 'markup'].tags.includes(name);
}

function addEdit(block: Block, element: MailElement, color: string, { markup }: ColorChanges): void {
  const key = element.field.join('.');
  const at = markup.get(key) ?? { field: element.field, edits: new Map<number, Edit>() };
  markup.set(key, at);
  const { start, startTagEnd: end, attributes } = element;
  // An element is edited once, even when it declares one color and inherits another.
  if (at.edits.has(start)) return;
  const tag = String(readField(block, element.field)).slice(start, end);
  const isFont = element.name === 'font' && attributes.color !== undefined;
  const named = isFont ? setAttribute(tag, 'color', color) : tag;
  const isStyled = !isFont || colorInStyle(element) !== undefined;
  at.edits.set(start, {
    start,
    end,
    text: isStyled ? setStyle(named, attributes, 'color', color) : named,
  });
}

function colorInStyle({ attributes: { style } }: MailElement): string | undefined {
  return style === undefined ? undefined : readDeclarations(style).color;
}
