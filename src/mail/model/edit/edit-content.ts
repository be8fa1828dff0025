import { type Fault, hasTooManyFaults, listFaults } from '../faults.ts';
import { type ParsedContent, writeContent } from '../parse-content.ts';
import type { TemplateContent } from '../template-content.ts';
import { applyOperation } from './apply-operations.ts';
import { type EditOptions, type EditRun, startRun, WRITES_MOST } from './edit-run.ts';
import { type CheckedOperation, readOperations } from './operations.ts';
import { buildTree, readTree } from './tree.ts';

/** The result of a batch of operations: the new content and its changes, or why nothing was changed. */
export type EditedContent =
  | {
      ok: true;
      content: TemplateContent;
      /** The JSON text to store. */
      json: string;
      /** Ids of new blocks, those inside new sections included. */
      added: string[];
      /** Ids of blocks that were there before and still are. */
      updated: string[];
      moved: string[];
      /** Ids of deleted blocks, those inside sections included. */
      deleted: string[];
      settingsChanged: boolean;
    }
  | { ok: false; reason: 'invalid' | 'too_large'; faults: Fault[] };

/**
 * Applies operations to a content, all or none. The content is not changed; the result shares what stayed the same.
 * Only blocks that an operation touches are checked against the content model, so that data stored under older rules
 * can be edited.
 * @param operations the outcome of JSON.parse, from anywhere; see ContentOperations
 * @returns with faults, each has a path that names the operation: `/operations/2/fields/fontSize`
 */
export function editContent(
  content: TemplateContent,
  operations: unknown,
  options: EditOptions,
): EditedContent {
  const run = startRun(buildTree(content.blocks), content.settings, options);
  const checked = readOperations(operations, run.faults);
  if (run.faults.total === 0) applyAll(run, checked);
  if (run.faults.total > 0) return refuse(run);
  const written = writeContent(buildContent(run, content));
  if (!written.ok) return explainSize(run, written);
  return { ok: true, content: written.content, json: written.json, ...summarize(run, content) };
}

function applyAll(run: EditRun, operations: readonly CheckedOperation[]): void {
  for (const [index, operation] of operations.entries()) {
    if (hasTooManyFaults(run.faults) || run.isTooLarge) return;
    applyOperation(run, operation, `/operations/${index}`);
  }
}

function buildContent(run: EditRun, content: TemplateContent): unknown {
  const blocks = readTree(run.tree);
  const { settings } = run;
  return blocks === content.blocks && settings === content.settings
    ? content
    : { ...content, blocks, settings };
}

/** The ids in the result; blocks that were added and deleted again are left out. */
function summarize(run: EditRun, content: TemplateContent) {
  const { added, updated, moved, deleted, tree } = run;
  const wasKept = (id: string) => tree.nodeOfId.has(id) && !added.has(id);
  return {
    added: [...added],
    updated: [...updated].filter(wasKept),
    moved: [...moved].filter(wasKept),
    deleted: [...deleted].filter((id) => !tree.nodeOfId.has(id)),
    settingsChanged: run.settings !== content.settings,
  };
}

function refuse(run: EditRun): EditedContent {
  // The last fault counts the faults that are not shown; it concerns the whole batch.
  const faults = listFaults(run.faults).map(({ path, message }) => ({
    path: path || '/operations',
    message,
  }));
  return { ok: false, reason: run.isTooLarge ? 'too_large' : 'invalid', faults };
}

/** Refuses a content that is too large, and names the operation that wrote most. */
function explainSize(run: EditRun, written: ParsedContent & { ok: false }): EditedContent {
  const path = run.largest?.path ?? '/operations';
  const hint = run.largest ? ` ${WRITES_MOST}` : '';
  const faults = written.faults.map(({ message }) => ({ path, message: message + hint }));
  return { ok: false, reason: written.reason, faults };
}
