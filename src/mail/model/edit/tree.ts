import { type Fields, isFields } from '../record.ts';
import type { TemplateContent } from '../template-content.ts';

/** A block in a tree. */
export interface TreeNode {
  /** The stored block; for a section, `columns` has the blocks inside. Damaged data may hold any value. */
  block: unknown;
  id: string | undefined;
  type: string | undefined;
  list: TreeList;
  /** One list a column; absent when the block is no section at the top level with lists in it. */
  columns: TreeList[] | undefined;
  /** Whether it was added after the tree was made. */
  isNew: boolean;
}

/** The blocks of the top level or of a column. */
export interface TreeList {
  nodes: TreeNode[];
  /** The list they were read from. */
  source: readonly unknown[];
  section: TreeNode | undefined;
}

/** The blocks of a content as a tree that is cheap to rearrange. The content is never changed. */
export interface ContentTree {
  top: TreeList;
  /** Where an id occurs twice, in damaged data, the first block counts. */
  nodeOfId: Map<string, TreeNode>;
  nodesByTail: ByTail<TreeNode>;
  /** All blocks, those inside sections included. */
  count: number;
}

/** The tree of a list of blocks. Blocks that break the rules of the content model are taken as they are. */
export function buildTree(blocks: readonly unknown[]): ContentTree {
  const tree: ContentTree = {
    top: { nodes: [], source: blocks, section: undefined },
    nodeOfId: new Map(),
    nodesByTail: new Map(),
    count: 0,
  };
  for (const block of blocks) tree.top.nodes.push(makeNode(tree, block, tree.top, false));
  return tree;
}

/** Puts a new block, and the blocks inside it, into a list. */
export function insertBlock(tree: ContentTree, block: unknown, list: TreeList, index: number): TreeNode {
  const node = makeNode(tree, block, list, true);
  list.nodes.splice(index, 0, node);
  return node;
}

/** Takes a node out of its list and puts it into another, or the same. `index` counts without the node. */
export function moveNode(node: TreeNode, list: TreeList, index: number): void {
  node.list.nodes.splice(node.list.nodes.indexOf(node), 1);
  list.nodes.splice(index, 0, node);
  node.list = list;
}

/** Removes nodes and those inside them. @returns all that were removed */
export function removeNodes(tree: ContentTree, nodes: readonly TreeNode[]): Set<TreeNode> {
  const removed = new Set(nodes.flatMap(withDescendants));
  // List by list, since removing nodes singly takes quadratic time.
  for (const list of new Set(nodes.map((node) => node.list))) {
    list.nodes = list.nodes.filter((node) => !removed.has(node));
  }
  for (const node of removed) {
    if (node.id !== undefined && tree.nodeOfId.get(node.id) === node) tree.nodeOfId.delete(node.id);
    forgetTail(tree.nodesByTail, node);
  }
  tree.count -= removed.size;
  return removed;
}

/**
 * Gives a section as many lists as its layout has columns: empty ones are appended; the blocks of those beyond
 * go to the end of the last one.
 */
export function fitColumns(section: TreeNode, count: number): void {
  const columns = section.columns ?? [];
  while (columns.length < count) columns.push({ nodes: [], source: [], section });
  const last = columns[count - 1] as TreeList;
  for (const extra of columns.splice(count)) {
    for (const node of extra.nodes) node.list = last;
    last.nodes.push(...extra.nodes);
  }
}

/** A node and those inside it, in reading order. */
export function withDescendants(node: TreeNode): TreeNode[] {
  return node.columns ? [node, ...node.columns.flatMap((column) => column.nodes)] : [node];
}

/** All nodes in reading order. */
export function* walkNodes(tree: ContentTree): Generator<TreeNode, void, undefined> {
  for (const node of tree.top.nodes) {
    yield node;
    for (const column of node.columns ?? []) yield* column.nodes;
  }
}

/** The blocks a tree has now; lists and blocks in which nothing changed are those it was made from. */
export function readTree(tree: ContentTree): readonly unknown[] {
  return closeList(tree.top);
}

function makeNode(tree: ContentTree, block: unknown, list: TreeList, isNew: boolean): TreeNode {
  const { id, type } = isFields(block) ? block : {};
  const node: TreeNode = {
    block,
    id: typeof id === 'string' ? id : undefined,
    type: typeof type === 'string' ? type : undefined,
    list,
    columns: undefined,
    isNew,
  };
  tree.count += 1;
  if (node.id !== undefined && !tree.nodeOfId.has(node.id)) tree.nodeOfId.set(node.id, node);
  indexTail(tree.nodesByTail, node);
  if (type === 'section' && !list.section) node.columns = openColumns(tree, node);
  return node;
}

function openColumns(tree: ContentTree, section: TreeNode): TreeList[] | undefined {
  const { children } = section.block as Fields;
  if (!Array.isArray(children) || !children.every(Array.isArray)) return undefined;
  return children.map((source: unknown[]) => {
    const column: TreeList = { nodes: [], source, section };
    for (const block of source) column.nodes.push(makeNode(tree, block, column, section.isNew));
    return column;
  });
}

function closeList(list: TreeList): readonly unknown[] {
  return keepSame(list.source, list.nodes.map(closeNode));
}

function closeNode(node: TreeNode): unknown {
  if (!node.columns) return node.block;
  const section = node.block as Fields;
  const children = keepSame(section.children as unknown[], node.columns.map(closeList));
  return children === section.children ? section : { ...section, children };
}

function keepSame(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const isSame = before.length === after.length && after.every((item, index) => item === before[index]);
  return isSame ? before : after;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A UUID ends in 48 random bits: 24 of them tell the blocks of one content apart, and cost a sixth of the tokens. */
const TAIL = 6;

interface Named {
  id: string | undefined;
}

/** Items by the end of their UUID. */
type ByTail<Item extends Named> = Map<string, Set<Item>>;

function isUuid(id: string): boolean {
  return UUID.test(id);
}

function tailOf(id: string): string {
  return id.slice(-TAIL).toLowerCase();
}

/** Adds an item to the index of short ids. */
function indexTail<Item extends Named>(items: ByTail<Item>, item: Item): void {
  if (item.id === undefined || !isUuid(item.id)) return;
  const tail = tailOf(item.id);
  const others = items.get(tail);
  if (others) others.add(item);
  else items.set(tail, new Set([item]));
}

/** Removes an item from the index of short ids. */
function forgetTail<Item extends Named>(items: ByTail<Item>, item: Item): void {
  if (item.id !== undefined) items.get(tailOf(item.id))?.delete(item);
}

/**
 * The short id that language models see and may use: the last six characters of a UUID if no other block ends so,
 * otherwise the full id.
 */
export function shortenId(tree: ContentTree, id: string): string {
  if (!isUuid(id)) return id;
  const tail = tailOf(id);
  const others = [...(tree.nodesByTail.get(tail) ?? [])].filter((node) => node.id !== id);
  return others.length === 0 && !tree.nodeOfId.has(tail) ? tail : id;
}

/** As `shortenId`, for ids of blocks that are, or were, in a content. */
export function shortenIds(content: TemplateContent, ids: readonly string[]): string[] {
  const tree = buildTree(content.blocks);
  return ids.map((id) => shortenId(tree, id));
}

/** The blocks that a full or short id can mean. */
export function findByName(tree: ContentTree, name: string): TreeNode[] {
  const exact = tree.nodeOfId.get(name);
  if (exact) return [exact];
  if (name.length < TAIL) return [];
  const end = name.toLowerCase();
  const alike = tree.nodesByTail.get(tailOf(name)) ?? [];
  return [...alike].filter((node) => node.id?.toLowerCase().endsWith(end));
}
