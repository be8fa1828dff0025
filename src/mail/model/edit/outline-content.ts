import { countColumns } from '../blocks/section.ts';
import { type Fields, isFields } from '../record.ts';
import type { Block, TemplateContent } from '../template-content.ts';
import { explainAmbiguous, explainUnknown } from './find-targets.ts';
import { collapseSpace, stripHtml, toJsonLine } from './plain-text.ts';
import { buildTree, type ContentTree, findByName, shortenId, type TreeNode } from './tree.ts';

const MAX_LINE_LENGTH = 100;
const MAX_TEXT_LENGTH = 60;
/** Characters of text a line has at least, even after a long id. */
const MIN_TEXT_LENGTH = 24;
const MAX_LABEL_LENGTH = 24;

/**
 * The outline of a content for language models: one line per block in reading order, `id type "text"`, with the short
 * id (see `shortenId`), and for a button its URL. Blocks inside a section are indented by two spaces and, when it has
 * several columns, start with the column: `1: id type "text"`. With `pictures`, lines of pictures end with their address:
 * `src=https://…`. With `only`, it has the lines of the blocks with these ids.
 */
export function outlineContent(
  content: TemplateContent,
  { pictures = false, only }: { pictures?: boolean; only?: ReadonlySet<string> } = {},
): string {
  const tree = buildTree(content.blocks);
  const outline: OutlineNode = (node, indent) => {
    if (only !== undefined && !only.has(node.id ?? '')) return [];
    return [outlineBlock(tree, node, indent) + (pictures ? addressOf(node.block) : '')];
  };
  return tree.top.nodes.flatMap((node) => outlineNode(node, outline)).join('\n');
}

/** The line of a node, unless it is left out. */
type OutlineNode = (node: TreeNode, indent: string) => string[];

/** A longer address, such as a picture in the address itself, is cut. */
const MAX_ADDRESS_LENGTH = 300;

function addressOf(block: unknown): string {
  const { type, src, thumbnailUrl }: Fields = isFields(block) ? block : {};
  const address = type === 'image' ? src : type === 'video' ? thumbnailUrl : undefined;
  if (typeof address !== 'string' || address === '') return '';
  return ` src=${printName(cutText(address, MAX_ADDRESS_LENGTH))}`;
}

function outlineNode(node: TreeNode, outline: OutlineNode): string[] {
  const line = outline(node, '');
  if (!node.columns) return line;
  const layout = countColumns((node.block as Fields).columns);
  const hasColumns = Math.max(node.columns.length, layout) > 1;
  const inner = node.columns.flatMap((column, index) =>
    column.nodes.flatMap((child) => outline(child, hasColumns ? `  ${index}: ` : '  ')),
  );
  return [...line, ...inner];
}

/** Names of blocks for people, `type "text"`: each from the first of the contents that has it. */
export function nameBlocks(contents: readonly TemplateContent[], ids: readonly string[]): string[] {
  const trees = contents.map(({ blocks }) => buildTree(blocks));
  return ids.flatMap((id) => {
    const found = trees.map(({ nodeOfId }) => nodeOfId.get(id)).find((node) => node !== undefined);
    if (found === undefined) return [];
    const text = describeBlock(isFields(found.block) ? found.block : {}).text?.trim();
    const name = printName(found.type ?? 'block');
    return text ? `${name} ${toJsonLine(cutText(text, MIN_TEXT_LENGTH))}` : name;
  });
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
  const room = Math.max(MIN_TEXT_LENGTH, Math.min(MAX_TEXT_LENGTH, MAX_LINE_LENGTH - start.length - 3));
  const line = `${start} ${toJsonLine(cutText(text, room))}`;
  const link = url ? ` -> ${shortenUrl(url)}` : '';
  // A link that must be cut is left out: it costs tokens and says little.
  return line.length + link.length <= MAX_LINE_LENGTH ? line + link : line;
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
  return name === undefined ? '[if]' : `[if ${toJsonLine(cutText(String(name), MAX_LABEL_LENGTH))}]`;
}

/** Host and path without tracking parameters; URLs with merge tags are unchanged. */
function shortenUrl(url: string): string {
  const isWeb = /^https?:\/\//i.test(url);
  return isWeb ? url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/[?#][\s\S]*/, '') : url;
}

/** Ids and types are any text: those that would break the line or look like two words are quoted. */
function printName(name: string): string {
  return /^[^\s"\p{C}]+$/u.test(name) ? name : toJsonLine(name);
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

/** Enough characters to be cut from. */
const ENOUGH = 240;

/** What identifies a block to a reader. */
interface BlockText {
  /** Its text on one line; undefined for block types without text. */
  text: string | undefined;
  /** The URL it leads to, or of the picture it shows. */
  url?: string;
}

/** The text of a block as plain text. Takes damaged blocks too. */
function describeBlock(block: Fields): BlockText {
  switch (block.type) {
    case 'title':
    case 'paragraph':
    case 'html':
      return { text: readHtml(block.content) };
    case 'button':
      return { text: readText(block.text), url: readText(block.url) };
    case 'image': {
      const alt = readText(block.alt);
      // Without a text, the URL of the picture says more than that of the link.
      return { text: alt, url: readText(alt === '' ? block.src : block.linkUrl) };
    }
    case 'video':
      return { text: readText(block.alt), url: readText(block.url) };
    case 'menu':
      return { text: joinParts(block.items, (item) => readText(item.text), ' | ') };
    case 'social':
      return { text: joinParts(block.icons, (icon) => readText(icon.platform), ', ') };
    case 'table':
      return { text: joinParts(listCells(block.rows), (cell) => readHtml(cell.content), ' | ') };
    case 'countdown':
      return { text: readText(block.targetDate) };
    case 'custom':
      return { text: `${readText(block.customType)}: ${readHtml(block.renderedHtml)}`.replace(/: $/, '') };
    default:
      return { text: undefined };
  }
}

function readText(value: unknown): string {
  return typeof value === 'string' ? collapseSpace(value.slice(0, ENOUGH)).trim() : '';
}

function readHtml(value: unknown): string {
  return typeof value === 'string' ? stripHtml(value, ENOUGH) : '';
}

function listCells(rows: unknown): unknown[] {
  if (!Array.isArray(rows)) return [];
  return rows.slice(0, ENOUGH).flatMap((row) => (isFields(row) && Array.isArray(row.cells) ? row.cells : []));
}

function joinParts(items: unknown, read: (item: Fields) => string, separator: string): string {
  if (!Array.isArray(items)) return '';
  const parts: string[] = [];
  let length = 0;
  for (const item of items) {
    if (length > ENOUGH) break;
    const part = isFields(item) ? read(item) : '';
    parts.push(part);
    length += part.length + separator.length;
  }
  return parts.filter((part) => part !== '').join(separator);
}

/**
 * The blocks with the given ids, whole or as outlines show them, inside sections too, in the order asked and each once,
 * and the ids that name none.
 */
export function findBlocks(
  content: TemplateContent,
  ids: readonly string[],
): { blocks: Block[]; missing: string[] } {
  const tree = buildTree(content.blocks);
  const missing = new Set<string>();
  const found = new Set<unknown>();
  for (const id of ids) {
    const [node, another] = findByName(tree, id);
    if (node && !another) found.add(node.block);
    else missing.add(id);
  }
  // Stored content went through parseContent.
  return { blocks: [...found] as Block[], missing: [...missing] };
}

/** The full id for a full or short id, or why it is unknown, with the known ids. */
export function findBlockId(content: TemplateContent, name: string): { id: string } | { fault: string } {
  const tree = buildTree(content.blocks);
  const [node, another] = findByName(tree, name);
  if (node && another) return { fault: explainAmbiguous(tree, name) };
  return node?.id === undefined ? { fault: explainUnknown(tree, name) } : { id: node.id };
}
