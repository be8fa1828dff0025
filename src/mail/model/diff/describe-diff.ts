import { shorten } from '../../parse/shorten.ts';
import { outlineBlock } from '../edit/outline-content.ts';
import { collapseSpace, toJsonLine } from '../edit/plain-text.ts';
import { type ContentTree, shortenId, type TreeNode } from '../edit/tree.ts';
import { isFields } from '../record.ts';
import { type BlockChange, type ContentDiff, summarizeDiff } from './diff-content.ts';
import type { FieldChange } from './diff-fields.ts';
import type { TextRun } from './diff-text.ts';

/** Where a block stands; at the top level when no section is named. All counted from 0. */
export interface BlockPosition {
  section?: string;
  column?: number;
  index: number;
}

/** A change of a block, as data. */
export interface ListedChange {
  /** `moved`: its fields did not change. A changed block that was also moved has a `from`. */
  change: 'added' | 'removed' | 'moved' | 'changed';
  id: string | null;
  type: string | null;
  /** The line of the outline. */
  outline: string;
  /** Of a removed block: where it was. */
  place: BlockPosition;
  /** Of a moved block: where it was. */
  from?: BlockPosition;
  /** The whole added or removed block; a section without its blocks, which are listed themselves. */
  block?: unknown;
  fields?: FieldChange[];
}

/** The changes of a diff as data for a user interface. */
export function listChanges(diff: ContentDiff): ListedChange[] {
  const placeOf = makePositions();
  return diff.blocks.map((change) => {
    const { before, after, isMoved, fields } = change;
    const node = (after ?? before) as TreeNode;
    return {
      change: nameChange(change),
      id: node.id ?? null,
      type: node.type ?? null,
      outline: outlineBlock(after ? diff.after : diff.before, node, ''),
      place: placeOf(node),
      ...(before && isMoved && { from: placeOf(before) }),
      ...((!before || !after) && { block: withoutInnerBlocks(node) }),
      ...(fields.length > 0 && { fields }),
    };
  });
}

function nameChange({ before, after, fields }: BlockChange): ListedChange['change'] {
  if (!before) return 'added';
  if (!after) return 'removed';
  return fields.length > 0 ? 'changed' : 'moved';
}

/** Finds positions of blocks. Numbers a list when the first of its blocks is asked for. */
function makePositions(): (node: TreeNode) => BlockPosition {
  const numbers = new Map<TreeNode, number>();
  return (node) => {
    if (!numbers.has(node)) for (const [index, other] of node.list.nodes.entries()) numbers.set(other, index);
    const index = numbers.get(node) as number;
    const { section } = node.list;
    if (!section) return { index };
    const column = section.columns?.indexOf(node.list) ?? 0;
    return { ...(section.id !== undefined && { section: section.id }), column, index };
  };
}

function withoutInnerBlocks({ block, columns }: TreeNode): unknown {
  if (!columns || !isFields(block)) return block;
  const { children: _children, ...own } = block;
  return own;
}

/** About 4,000 tokens; a model can read more by asking for single blocks. */
const MAX_LENGTH = 12_000;
const MAX_FIELDS = 12;
const MAX_VALUE_LENGTH = 60;
/** Characters shown of a changed text: in total, of each change, and around each change. */
const MAX_TEXT_LENGTH = 600;
const MAX_RUN_LENGTH = 120;
const CONTEXT = 24;

/**
 * A diff in a few lines for a language model, blocks by the ids the outline shows: `+` added, `-` removed, `>` moved,
 * `~` changed, with `[-old-]` and `[+new+]` in texts. Limited in length; says how much is not shown.
 */
export function describeDiff(diff: ContentDiff): string {
  const lines = [
    ...describeBlocks(diff),
    ...describeRest('settings', diff.settings),
    ...describeRest('content', diff.others),
  ];
  if (lines.length === 0) return 'No differences.';
  const kept: string[] = [describeSummary(diff)];
  let room = MAX_LENGTH - (kept[0] as string).length;
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) break;
    kept.push(line);
  }
  const hidden = lines.length - (kept.length - 1);
  if (hidden > 0) kept.push(`… and ${hidden} more changes that are not shown.`);
  return kept.join('\n');
}

function describeSummary(diff: ContentDiff): string {
  const { settings, ...blocks } = summarizeDiff(diff);
  const parts = Object.entries({ ...blocks, 'settings changed': settings })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  return `${parts.length === 0 ? 'other fields changed' : parts.join(', ')}:`;
}

function describeBlocks(diff: ContentDiff): string[] {
  const placeOf = makePositions();
  const at = (tree: ContentTree, node: TreeNode): string => {
    const { column, index } = placeOf(node);
    const { section } = node.list;
    if (!section) return `at ${index}`;
    const name = section.id === undefined ? '?' : shortenId(tree, section.id);
    return `in ${name} column ${column} at ${index}`;
  };
  return diff.blocks.map((change) => {
    const { before, after, isMoved, fields } = change;
    const mark = { added: '+', removed: '-', moved: '>', changed: '~' }[nameChange(change)];
    const [tree, node] = after ? [diff.after, after] : [diff.before, before as TreeNode];
    const to = at(tree, node);
    const place =
      before && isMoved ? ` (${at(diff.before, before)} -> ${to})` : before && after ? '' : ` (${to})`;
    if (fields.length === 0) return `${mark} ${outlineBlock(tree, node, '')}${place}`;
    return `${mark} ${nameBlock(tree, change)}${place}: ${describeFields(fields)}`;
  });
}

/** Id and type, without the text, which the changed fields show. */
function nameBlock(tree: ContentTree, { after }: BlockChange): string {
  const { id, type } = after as TreeNode;
  return `${id === undefined ? '?' : shortenId(tree, id)} ${type ?? '?'}`;
}

function describeRest(name: string, fields: readonly FieldChange[]): string[] {
  return fields.length === 0 ? [] : [`~ ${name}: ${describeFields(fields)}`];
}

function describeFields(fields: readonly FieldChange[]): string {
  const shown = fields.slice(0, MAX_FIELDS).map(describeField);
  const more = fields.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more fields`] : [])].join('; ');
}

function describeField({ path, before, after, from, runs }: FieldChange): string {
  const name = shorten(path, MAX_VALUE_LENGTH);
  if (from !== undefined) return `${name} was ${shorten(from, MAX_VALUE_LENGTH)}`;
  // The text is the most important field of a block.
  const start = path === 'content' ? '' : `${name} `;
  const shown = runs && describeRuns(runs);
  if (shown !== undefined) return `${start}${shown}`;
  if (typeof before === 'string' && typeof after === 'string') {
    const [old, newer] = cutCommon(before, after);
    return `${start}${old} -> ${newer}`;
  }
  return `${start}${describeValue(before)} -> ${describeValue(after)}`;
}

/** Undefined when only the markup differs. */
function describeRuns(runs: readonly TextRun[]): string | undefined {
  const textOf = (kind: TextRun['kind']): string =>
    runs
      .filter((run) => run.kind === kind)
      .map((run) => run.text)
      .join(' ');
  if (textOf('deleted') === textOf('inserted')) return undefined;
  let text = '';
  for (const [index, run] of runs.entries()) {
    if (text.length > MAX_TEXT_LENGTH) return toJsonLine(`${text} …`);
    text += showRun(run, index === 0, index === runs.length - 1);
  }
  return toJsonLine(text);
}

function showRun({ kind, text }: TextRun, isFirst: boolean, isLast: boolean): string {
  if (kind === 'deleted') return `[-${shorten(text, MAX_RUN_LENGTH)}-]`;
  if (kind === 'inserted') return `[+${shorten(text, MAX_RUN_LENGTH)}+]`;
  if (text.length <= 2 * CONTEXT) return text;
  const head = isFirst ? '' : text.slice(0, CONTEXT);
  const tail = isLast ? '' : text.slice(-CONTEXT);
  return `${head}…${tail}`;
}

/** Two texts without most of their common beginning and end. */
function cutCommon(before: string, after: string): [string, string] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const isShort = Math.max(before.length, after.length) <= MAX_VALUE_LENGTH;
  const show = (text: string): string => {
    if (isShort) return toJsonLine(text);
    const from = Math.max(0, start - CONTEXT);
    const to = Math.min(text.length, text.length - end + CONTEXT);
    const part = shorten(text.slice(from, to), MAX_RUN_LENGTH);
    return toJsonLine(`${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`);
  };
  return [show(before), show(after)];
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'none';
  return shorten(collapseSpace(JSON.stringify(value)), MAX_VALUE_LENGTH);
}
