import { mergeContents, nameBlocks, type TemplateContent } from '../../mail/model/index.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import {
  type Attributes,
  attributesOf,
  isSameAttribute,
  MOST_MERGED_BYTES,
  parseContentBytes,
  planAttributes,
  prepareStored,
  type TemplateChange,
  type TemplateRow,
  type TemplateWithContent,
} from '../templates/index.ts';
import type { AgentChange, AttributeChanges } from './agent-changes.ts';
import { changedSince, tooLargeToUndo } from './errors.ts';
import { readState, type TemplateState } from './snapshot.ts';

/** Something that changed after the changes to undo. */
interface LaterChange {
  /** The id of a block. */
  id?: string;
  /** A name for people. */
  name: string;
}

/**
 * The change that undoes changes of a template, inside `transactOnTemplate`. Later changes by others stay. Throws
 * `conflict` with the blocks and attributes that were changed again.
 */
export async function planRevert(
  context: TenantContext,
  db: Connection,
  present: TemplateWithContent,
  changes: readonly AgentChange[],
): Promise<TemplateChange> {
  const newestFirst = changes.toReversed();
  const { values, conflicts } = revertAttributes(present, newestFirst);
  const content = await revertContent(context, db, present, newestFirst);
  const later = [...('conflicts' in content ? content.conflicts : []), ...conflicts];
  if (later.length > 0 || 'conflicts' in content) throw changedSince(later);
  return { ...content, ...(await planAttributes(context.scope, db, present, values)) };
}

function revertAttributes(
  present: TemplateRow,
  newestFirst: readonly AgentChange[],
): { values: Partial<Attributes>; conflicts: LaterChange[] } {
  const start: Record<string, unknown> = { ...attributesOf(present) };
  const now = { ...start };
  const conflicts = new Set<string>();
  for (const { attributes } of newestFirst) {
    const changed = JSON.parse(attributes ?? '{}') as AttributeChanges;
    for (const [name, [before, after]] of Object.entries(changed)) {
      if (isSameAttribute(now[name], after)) now[name] = before;
      else if (!isSameAttribute(now[name], before)) conflicts.add(name);
    }
  }
  const reverted = Object.entries(now).filter(([name, value]) => !isSameAttribute(value, start[name]));
  return {
    values: Object.fromEntries(reverted) as Partial<Attributes>,
    conflicts: [...conflicts].map((name) => ({ name: ATTRIBUTE_NAMES[name as keyof Attributes] })),
  };
}

const ATTRIBUTE_NAMES: Record<keyof Attributes, string> = {
  name: 'the name',
  key: 'the key',
  folder_id: 'the folder',
  tags: 'the tags',
  archived: 'whether it is archived',
};

/** Consecutive versions to undo, from the state before the first to the state after the last. */
interface Run {
  before: TemplateState;
  after: TemplateState;
}

async function revertContent(
  { scope }: { scope: TenantScope },
  db: Connection,
  present: TemplateWithContent,
  newestFirst: readonly AgentChange[],
): Promise<Pick<TemplateChange, 'content'> | { conflicts: LaterChange[] }> {
  const runs = await readRuns(scope, db, present.id, newestFirst);
  const [newest] = runs;
  if (newest === undefined) return {};
  // Nothing has changed since, so no merge is needed.
  if (runs.length === 1 && newest.after.contentId === present.contentId)
    return { content: { id: newest.before.contentId } };
  if (bytesOf(runs) + present.json.length > MOST_MERGED_BYTES) throw tooLargeToUndo();
  let content = parseContentBytes(present.json);
  for (const { before, after } of runs) {
    const sides = [parseContentBytes(after.json), parseContentBytes(before.json), content] as const;
    const merged = mergeContents(...sides);
    if (merged.content === undefined) return { conflicts: nameConflicts(sides, merged.conflict) };
    content = merged.content;
  }
  return { content: prepareStored(content) };
}

function nameConflicts(
  [after, before, present]: readonly [TemplateContent, TemplateContent, TemplateContent],
  { blockIds, settings }: { blockIds: readonly string[]; settings: readonly string[] },
): LaterChange[] {
  const blocks = blockIds.map((id) => ({
    id,
    name: nameBlocks([present, after, before], [id])[0] ?? 'a block',
  }));
  return [...blocks, ...settings.map((name) => ({ name: `the setting ${name}` }))];
}

/**
 * The runs in which the content changed, newest first. Throws `too_large` for several runs that are too large to merge.
 */
async function readRuns(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  newestFirst: readonly AgentChange[],
): Promise<Run[]> {
  const runs: { first: number; last: number; isContent: boolean }[] = [];
  for (const { version, isContent } of newestFirst) {
    const run = runs.at(-1);
    if (run?.first !== version + 1) runs.push({ first: version, last: version, isContent });
    else Object.assign(run, { first: version, isContent: run.isContent || isContent });
  }
  const states: Run[] = [];
  for (const { first, last, isContent } of runs) {
    if (!isContent) continue;
    const before = await readState(scope, db, templateId, String(first - 1));
    const after = await readState(scope, db, templateId, String(last));
    states.push({ before, after });
    // Otherwise many large states would be in memory at once.
    if (states.length > 1 && bytesOf(states) > MOST_MERGED_BYTES) throw tooLargeToUndo();
  }
  return states;
}

const bytesOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { before, after }) => sum + before.json.length + after.json.length, 0);
