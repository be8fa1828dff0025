import { countColumns } from '../blocks/section.ts';
import { type Fields, isFields } from '../record.ts';
import type { TemplateContent } from '../template-content.ts';
import { describeBlock } from './block-text.ts';
import { shortenId } from './short-ids.ts';
import { type ContentTree, openTree, type TreeNode } from './tree.ts';

const LINE_LENGTH = 100;
const LONGEST_TEXT = 60;
/** Long ids leave little room, but without some text a line says nothing. */
const SHORTEST_TEXT = 24;
const LONGEST_LABEL = 24;

/**
 * The blocks of a content in reading order, one line each, for a language model that wants to know what there is
 * and under which id (the end of it, see `shortenId`): `id type "text"`, for a button also where it leads. Blocks inside a section are indented by
 * two spaces and, when it has several columns, start with the column: `1: id type "text"`.
 */
export function outlineContent(content: TemplateContent): string {
  const tree = openTree(content.blocks);
  return tree.top.nodes.flatMap((node) => outlineNode(tree, node)).join('\n');
}

function outlineNode(tree: ContentTree, node: TreeNode): string[] {
  const line = outlineBlock(tree, node, '');
  if (!node.columns) return [line];
  const layout = countColumns((node.block as Fields).columns);
  const hasColumns = Math.max(node.columns.length, layout) > 1;
  const inner = node.columns.flatMap((column, index) =>
    column.nodes.map((child) => outlineBlock(tree, child, hasColumns ? `  ${index}: ` : '  ')),
  );
  return [line, ...inner];
}

/** The line of a block. */
export function outlineBlock(tree: ContentTree, { block, id, type }: TreeNode, indent: string): string {
  const fields = isFields(block) ? block : {};
  const marks = [layoutOf(fields), visibilityOf(fields.visibility), conditionOf(fields.displayCondition)];
  const name = id === undefined ? '?' : shortenId(tree, id);
  const head = [printName(name), printName(type ?? '?'), ...marks.filter((mark) => mark !== '')];
  const start = indent + head.join(' ');
  const { text, url } = describeBlock(fields);
  if (text === undefined) return start;
  const room = Math.max(SHORTEST_TEXT, Math.min(LONGEST_TEXT, LINE_LENGTH - start.length - 3));
  const line = `${start} ${quote(cutText(text, room))}`;
  const link = url ? ` -> ${shortenUrl(url)}` : '';
  // A link that had to be cut would tell little for its tokens.
  return line.length + link.length <= LINE_LENGTH ? line + link : line;
}

function layoutOf({ type, columns }: Fields): string {
  return type === 'section' && typeof columns === 'string' ? printName(columns) : '';
}

function visibilityOf(visibility: unknown): string {
  if (!isFields(visibility)) return '';
  const { desktop, mobile } = visibility;
  if (desktop === false) return mobile === false ? '[hidden]' : '[mobile only]';
  return mobile === false ? '[desktop only]' : '';
}

function conditionOf(condition: unknown): string {
  if (!isFields(condition)) return '';
  const name = [condition.label, condition.before].find((text) => typeof text === 'string' && text !== '');
  return name === undefined ? '[if]' : `[if ${quote(cutText(String(name), LONGEST_LABEL))}]`;
}

/** Host, path and nothing that counts clicks; URLs that are merge tags stay as they are. */
function shortenUrl(url: string): string {
  const isWeb = /^https?:\/\//i.test(url);
  return isWeb ? url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/[?#].*$/, '') : url;
}

/** Ids and types are any text: those that would break the line or look like two words are quoted. */
function printName(name: string): string {
  return /^[^\s"\p{C}]+$/u.test(name) ? name : quote(name);
}

function quote(text: string): string {
  return JSON.stringify(text).replace(/[\u0085\u2028\u2029]/g, ' ');
}

/** At most `most` code points. */
function cutText(text: string, most: number): string {
  const points = Array.from(text.slice(0, 2 * most + 2));
  if (points.length <= most) return text;
  return `${points
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}
