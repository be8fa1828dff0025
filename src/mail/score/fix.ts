import type { Block, ContentOperation, ContentOperations, MakeId } from '../model/index.ts';
import { type CssDeclaration, changeStyle } from '../parse/css.ts';
import { writeAttributes } from '../parse/escape.ts';
import { maskMergeTags } from '../parse/mask-merge-tags.ts';
import { elementsOf, type FieldPath, type Mail, type MailElement } from './mail/mail.ts';

/** Makes ids for the blocks of a trial edit; the real edit makes its own. */
export function makeTrialIds(): MakeId {
  let count = 0;
  return () => {
    count += 1;
    return `trial-${count}`;
  };
}

/** Changes fields of a block; null takes a field away. Merges as JSON Merge Patch does. */
export function changeBlock(
  blockId: string,
  fields: NonNullable<ContentOperation['fields']>,
): ContentOperations {
  return [{ op: 'update', id: blockId, fields }];
}

/** Changes settings of the mail. */
export function changeSettings(fields: NonNullable<ContentOperation['fields']>): ContentOperations {
  return [{ op: 'update_settings', fields }];
}

export function deleteBlocks(...ids: string[]): ContentOperations {
  return [{ op: 'delete', ids }];
}

/** The value of a field of a block, e.g. at `['items', 2, 'url']`. */
export function readField(block: Block, field: FieldPath): unknown {
  return field.reduce<unknown>(
    (value, step) => (value as Record<string | number, unknown> | undefined)?.[step],
    block,
  );
}

/** Changes the value of a field. Lists are replaced as a whole, because a merge patch cannot reach into them. */
export function changeField(block: Block, field: FieldPath, value: unknown): ContentOperations {
  const [first, ...rest] = field;
  const root = (block as unknown as Record<string, unknown>)[first as string];
  return changeBlock(block.id, { [first as string]: replaceAt(root, rest, value) });
}

function replaceAt(target: unknown, field: FieldPath, value: unknown): unknown {
  const [step, ...rest] = field;
  if (step === undefined) return value;
  if (Array.isArray(target))
    return target.map((item, index) => (index === step ? replaceAt(item, rest, value) : item));
  const fields = target as Record<string, unknown>;
  return { ...fields, [step]: replaceAt(fields[step], rest, value) };
}

/** How many findings of a rule get a fix, where each fix contains a copy of the HTML of its block. */
export const MAX_COPIES = 20;

/** A piece of the HTML of a field and its replacement. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Replaces pieces of the HTML of a field. Edits must not overlap. */
export function editHtml(block: Block, field: FieldPath, edits: readonly Edit[]): ContentOperations {
  return changeField(block, field, applyEdits(String(readField(block, field) ?? ''), edits));
}

/** The HTML with pieces replaced. Edits must not overlap. */
export function applyEdits(html: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    pieces.push(html.slice(from, start), text);
    from = end;
  }
  return pieces.join('') + html.slice(from);
}

/** Rewrites the start tag of an element, e.g. with `setAttribute`; undefined when its block is gone. */
export function editStartTag(
  mail: Mail,
  { blockId, field, start, startTagEnd }: MailElement,
  change: (tag: string) => string,
): ContentOperations | undefined {
  const block = mail.blockOf.get(blockId)?.block;
  if (block === undefined) return undefined;
  const tag = String(readField(block, field) ?? '').slice(start, startTagEnd);
  return editHtml(block, field, [{ start, end: startTagEnd, text: change(tag) }]);
}

/** A start tag with an attribute set, or without it when `value` is undefined. Everything else stays as written. */
export function setAttribute(tag: string, name: string, value: string | undefined): string {
  const { text, unmask } = maskMergeTags(tag, true);
  const pattern = new RegExp(
    `(?<!\\s)\\s+${name}(?:\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'>]+))?(?=[\\s/>])`,
    'gi',
  );
  const without = text.replace(pattern, '');
  const attribute = writeAttributes({ [name]: value });
  if (attribute === '') return unmask(without);
  const end = endsInValue(without) ? />$/ : /(?<!\s)\s*\/?>$/;
  return unmask(without).replace(end, (close) => attribute + close.trimStart());
}

/** Whether the slash at the end of a start tag belongs to a value without quotes, as in `<img src=a/>`. */
function endsInValue(tag: string): boolean {
  return /=\s*[^\s"'=>]*\/>$/.test(tag);
}

/** A start tag with a declaration of its style attribute set, or without it when `value` is undefined. */
export function setStyle(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  property: string,
  value: string | undefined,
): string {
  const kept = changeStyle(attributes.style ?? '', (own) =>
    own.property === property ? undefined : own.value,
  );
  const parts = [kept.replace(/(?<![;\s])[;\s]+$/, ''), value === undefined ? '' : `${property}: ${value}`];
  return setAttribute(tag, 'style', parts.filter(Boolean).join('; ') || undefined);
}

/**
 * The HTML in the content of a block with declarations of its style attributes changed.
 * @param change as for changeStyle
 */
export function restyleContent(
  mail: Mail,
  block: Extract<Block, { content: string }>,
  change: (declaration: CssDeclaration) => string | undefined,
): string {
  const edits: Edit[] = [];
  for (const { attributes, start, startTagEnd: end } of elementsOf(mail, block.id)) {
    const { style } = attributes;
    if (style === undefined) continue;
    const changed = changeStyle(style, change);
    if (changed === style) continue;
    edits.push({
      start,
      end,
      text: setAttribute(block.content.slice(start, end), 'style', changed || undefined),
    });
  }
  return applyEdits(block.content, edits);
}
