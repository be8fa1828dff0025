import {
  type ContentOperation,
  type ContentOperations,
  editContent,
  type Fault,
  parseContent,
  planOperations,
  type TemplateContent,
} from '../../../mail/model/index.ts';
import { createId } from '../../../platform/ids.ts';
import type { TagCheck } from '../merge-tags.ts';
import type { Checked } from '../prompting/ask-checked.ts';
import { keepBlockIds } from './keep-block-ids.ts';
import { keepUnshown } from './keep-unshown.ts';
import { narrowOperations, readScope, type Scope } from './narrow-operations.ts';
import { tidyBlock, tidySettings } from './tidy-block.ts';
import { undoCosmetics } from './undo-cosmetics.ts';

/** A change of a content, as small as it can be said. */
export interface PlannedChange {
  /** What the model says of it. */
  reply: string;
  content: TemplateContent;
  /** The operations that lead to `content`; none: nothing changes. Undefined: it takes too many. */
  operations: ContentOperations | undefined;
}

/**
 * Checks a model's answer to a wish to change a content and makes the smallest change of it: what the model did not say
 * it would change stays, what is the same stays byte for byte, what replaces a block keeps its id. An answer with all
 * blocks written anew is reduced to what is different in them.
 */
export function planChange(before: TemplateContent, answer: unknown, tags: TagCheck): Checked<PlannedChange> {
  const { reply, touches, operations, blocks, settings } = Object(answer) as Record<string, unknown>;
  if (!Array.isArray(touches))
    return refuse('"touches" is missing: list the ids of the blocks to change, or [].');
  const scope = readScope(before, touches);
  const wanted = Array.isArray(operations) && operations.length > 0 ? operations : undefined;
  const read =
    wanted === undefined && Array.isArray(blocks)
      ? readWhole(before, { blocks, settings })
      : readList(wanted);
  if (!read.ok) return read;
  const text = typeof reply === 'string' ? reply : '';
  if (read.value.length === 0) return { ok: true, value: { reply: text, content: before, operations: [] } };
  return applyWithin(before, read.value, scope, tags, text);
}

function readList(operations: readonly unknown[] = []): Checked<ContentOperation[]> {
  const bad = operations.findIndex((operation) => typeof operation !== 'object' || operation === null);
  if (bad >= 0) return refuse(`operations.${bad} must be an object with "op".`);
  const tidy = operations.map((operation) => tidyOperation(operation as Record<string, unknown>));
  return { ok: true, value: tidy };
}

/** Properties given as null or empty are those a model fills in for completeness; within `fields` null means something. */
function tidyOperation(operation: Record<string, unknown>): ContentOperation {
  const given = Object.entries(operation).filter(
    ([, value]) => value !== null && value !== '' && !isEmptyList(value),
  );
  const { block, ...rest } = Object.fromEntries(given);
  return { ...rest, ...(block !== undefined && { block: tidyBlock(block) }) } as ContentOperation;
}

/** All blocks written anew: the operations that make the old content so. */
function readWhole(
  before: TemplateContent,
  { blocks, settings }: { blocks: readonly unknown[]; settings: unknown },
): Checked<ContentOperation[]> {
  const given = tidySettings(settings) as object;
  const input = { ...before, blocks: blocks.map(tidyBlock), settings: { ...before.settings, ...given } };
  const parsed = parseContent(input, {
    makeId: createId,
    unknownBlockTypes: 'refuse',
    unknownFields: 'refuse',
    replaced: before,
  });
  if (!parsed.ok) return { ok: false, faults: describeFaults(parsed.faults) };
  const whole = keepUnshown(before, keepBlockIds(before, parsed.content));
  const planned = planOperations(before, undoCosmetics(before, whole));
  if (planned.operations === null)
    return refuse(`Answer with operations instead of all blocks. ${planned.reason}`);
  return { ok: true, value: planned.operations };
}

function applyWithin(
  before: TemplateContent,
  wanted: readonly ContentOperation[],
  scope: Scope,
  tags: TagCheck,
  reply: string,
): Checked<PlannedChange> {
  const { operations } = narrowOperations(before, wanted, scope);
  if (operations.length === 0) {
    return refuse(
      'None of the operations is about a block of "touches". List there what the request asks to change.',
    );
  }
  const edited = editContent(before, operations, { makeId: createId, unknown: 'refuse' });
  if (!edited.ok) return { ok: false, faults: describeFaults(edited.faults) };
  const after = undoCosmetics(before, keepBlockIds(before, edited.content));
  const invented = tags.findInvented(after);
  if (invented.length > 0) return { ok: false, faults: [describeInvented(invented)] };
  const smallest = planOperations(before, after).operations ?? undefined;
  return { ok: true, value: { reply, content: after, operations: smallest } };
}

/** Merge tags nobody offered, as a sentence. */
export function describeInvented(tags: readonly string[]): string {
  const listed = tags.slice(0, 10).join(', ');
  return `There ${tags.length === 1 ? 'is no merge tag' : 'are no merge tags'} ${listed}: use only those that are offered.`;
}

/** Faults of a content or of operations as sentences that name the place. */
export function describeFaults(faults: readonly Fault[]): string[] {
  return faults.map(({ path, message }) =>
    path === '' ? message : `${path.slice(1).replaceAll('/', '.')}: ${message}`,
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function refuse(fault: string): { ok: false; faults: string[] } {
  return { ok: false, faults: [fault] };
}
