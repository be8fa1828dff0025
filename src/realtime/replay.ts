import { isFields, parseContent, type TemplateContent } from '../mail/model/index.ts';
import {
  applyOperation,
  columnsOf,
  copyContent,
  type EditorContent,
  findPlace,
  type WireOperation,
} from './editor-content.ts';

/** Blocks that are visited to apply operations. It bounds the time to about 20 ms. */
const MAX_VISITED_BLOCKS = 500_000;

/** The operation that sends a whole content. */
export const WHOLE = 'set_content';

/**
 * Yields the canvas before and after each operation: the same object, changed in place, unless a whole content replaces it.
 * Throws for invalid operations, which are not checked before, and for too many operations for the size of the content.
 */
export function* replayAll(content: TemplateContent, texts: Iterable<string>): Generator<EditorContent> {
  let canvas = copyContent(content);
  let visited = 0;
  yield canvas;
  for (const text of texts) {
    visited += countBlocks(canvas);
    if (visited > MAX_VISITED_BLOCKS) throw new Error('There are too many operations.');
    canvas = replay(canvas, parseOperation(text));
    yield canvas;
  }
}

/** A content after operations. Undefined if the result is no valid content, or takes too long. */
export function replayOn(content: TemplateContent, texts: Iterable<string>): TemplateContent | undefined {
  try {
    return normalize([...replayAll(content, texts)].at(-1) as EditorContent);
  } catch {
    return undefined;
  }
}

/**
 * Whether blocks are in the places of `content` before or after one of the operations on `base`. True if that takes too
 * long.
 */
export function hasShownPlaces(
  base: TemplateContent,
  texts: Iterable<string>,
  content: TemplateContent,
): boolean {
  const wanted = describePlaces(copyContent(content));
  try {
    for (const canvas of replayAll(base, texts)) if (describePlaces(canvas) === wanted) return true;
    return false;
  } catch {
    return true;
  }
}

function countBlocks({ blocks }: EditorContent): number {
  const lists = blocks.flatMap((block) => columnsOf(block)).filter((list) => Array.isArray(list));
  return lists.reduce((sum, list) => sum + list.length, blocks.length);
}

/** An operation of a client, unchecked. */
export interface ClientOperation {
  operation: unknown;
  data: Record<string, unknown>;
}

/** Reads an operation. A change of the styles of a block is returned as an `update_block`, which has the same effect. */
export function readOperation(value: unknown): ClientOperation {
  const { operation, data } = Object(value) as { operation?: unknown; data?: unknown };
  const fields = Object(data) as Record<string, unknown>;
  if (operation !== 'update_block_style') return { operation, data: fields };
  const { block_id, styles } = fields;
  return { operation: 'update_block', data: { block_id, updates: { styles } } };
}

export const parseOperation = (text: string): ClientOperation => readOperation(JSON.parse(text));

/**
 * An `add_block` of a block that the content has, as an `update_block`. Its place is left out, because it differs when
 * other blocks were added or deleted at the same time.
 */
function withoutPlace(text: string, content: TemplateContent): string {
  const { operation, data } = parseOperation(text);
  if (operation !== 'add_block' || !isFields(data.block)) return text;
  const { id, type: _type, children: _children, ...updates } = data.block;
  if (findPlace(content as unknown as EditorContent, id) === undefined) return text;
  return JSON.stringify({ operation: 'update_block', data: { block_id: id, updates } });
}

/** Whether a content has the effect of an operation already, so that applying it would change nothing. */
export function isApplied(text: string, content: TemplateContent): boolean {
  try {
    const change = parseOperation(withoutPlace(text, content));
    return Bun.deepEquals(normalize(replay(copyContent(content), change)), content);
  } catch {
    return true;
  }
}

/** Whether applying an operation before later ones changes the result. */
export function hasEffect(
  text: string,
  later: readonly { text: string }[],
  content: TemplateContent,
): boolean {
  const texts = later.map((one) => one.text);
  const lastOf = (all: readonly string[]) => [...replayAll(content, all)].at(-1);
  try {
    return !Bun.deepEquals(lastOf([withoutPlace(text, content), ...texts]), lastOf(texts));
  } catch {
    return true;
  }
}

/** A canvas in the stored form of contents. Undefined if it is no valid content. */
function normalize(canvas: EditorContent): TemplateContent | undefined {
  const kept = { unknownBlockTypes: 'keep', unknownFields: 'keep', unknownShapes: 'keep' } as const;
  const parsed = parseContent(canvas, { makeId: () => '', ...kept });
  return parsed.ok ? parsed.content : undefined;
}

/** Applies an unchecked operation of a client as editors do. */
function replay(canvas: EditorContent, { operation, data }: ClientOperation): EditorContent {
  if (operation === WHOLE) {
    const { blocks, settings } = Object(data.content) as Partial<EditorContent>;
    return Array.isArray(blocks) && isFields(settings)
      ? copyContent(data.content as TemplateContent)
      : canvas;
  }
  if (operation === 'add_block') {
    const id = isFields(data.block) ? data.block.id : undefined;
    if (typeof id !== 'string') return canvas;
    const present = findPlace(canvas, id);
    present?.list.splice(present.index, 1);
  }
  const known: unknown[] = ['add_block', 'update_block', 'delete_block', 'move_block', 'update_settings'];
  if (!known.includes(operation)) return canvas;
  applyOperation(canvas, { operation, data: withinList(canvas, data) } as unknown as WireOperation);
  return canvas;
}

/** Editors put a block at the end if the index is beyond it. */
function withinList(canvas: EditorContent, { index, ...fields }: Record<string, unknown>): object {
  const { section_id, column_index = 0 } = fields;
  const section = section_id === undefined ? undefined : findPlace(canvas, section_id);
  const block = section?.list[section.index];
  const list =
    section_id === undefined ? canvas.blocks : (block?.children as unknown[][])?.[column_index as number];
  const isInside = typeof index === 'number' && index < (list?.length ?? 0);
  return isInside ? { ...fields, index } : fields;
}

/** The ids of the blocks in their lists, as a text to compare. */
export function describePlaces({ blocks }: EditorContent): string {
  const describe = (block: Record<string, unknown>): unknown => [
    block.id,
    ...columnsOf(block).map((list) => list.map(describe)),
  ];
  return JSON.stringify(blocks.map(describe));
}

/** The ids of the blocks that an operation names. */
export function idsOf({ data }: ClientOperation): string[] {
  const { block_id, block } = data as { block_id?: unknown; block?: { id?: unknown } };
  return [block_id, block?.id].filter((id) => typeof id === 'string');
}

/** The same. Undefined for a whole content, which may change any block. */
export function readIds(text: string): string[] | undefined {
  const change = parseOperation(text);
  return change.operation === WHOLE ? undefined : idsOf(change);
}
