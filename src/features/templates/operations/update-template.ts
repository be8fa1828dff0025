import { type Static, Type } from '@sinclair/typebox';
import { expandShortIds } from '../../../mail/model/index.ts';
import { invalidField, validationFailed } from '../../../platform/errors.ts';
import { defineOperation, type TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { outlineChanged } from '../changed-outline.ts';
import { versionConflict } from '../errors.ts';
import { pageSaved, saveRefused, templateEvent } from '../events.ts';
import { requireFreeKey, requirePossibleKey, TemplateKey } from '../key.ts';
import { mergeSave } from '../merge-save.ts';
import { PlaceInput, planPlace } from '../organize.ts';
import { type ChangeReport, parseContentBytes, toChangedTemplate } from '../output.ts';
import { type PreparedContent, prepareContent } from '../prepare-content.ts';
import { prepareSent } from '../prepare-sent.ts';
import { selectTemplateWithContent, type TemplateRow } from '../queries.ts';
import { SaveConflict } from '../save-conflict.ts';
import {
  AnswerInput,
  BaseVersion,
  ChangedTemplate,
  ExpectedVersion,
  KnownContentInput,
  OperationsInput,
  TemplateId,
  TemplateName,
} from '../schema.ts';
import {
  changeTemplate,
  emitChangeActivity,
  prepareEdit,
  requireTemplate,
  requireTemplateWithContent,
  requireVersion,
  saveContent,
  toStoredName,
  transactOnTemplate,
} from '../template.ts';

const UpdateInput = Type.Object({
  template_id: TemplateId,
  name: Type.Optional(TemplateName),
  key: Type.Optional(TemplateKey),
  content: Type.Optional(KnownContentInput),
  operations: Type.Optional(OperationsInput),
  expected_version: ExpectedVersion,
  base_version: BaseVersion,
  ...PlaceInput,
  dry_run: Type.Optional(Type.Boolean({ description: 'Check and show the result without saving.' })),
  answer: AnswerInput,
});
type UpdateInput = Static<typeof UpdateInput>;

export const updateTemplate = defineOperation({
  name: 'updateTemplate',
  summary: 'Change name, key, content, folder, tags or archive; what is not sent stays',
  scope: 'tenant',
  effect: 'write',
  largeField: 'content',
  input: UpdateInput,
  output: ChangedTemplate,
  async run({ deps, scope, emit }, input) {
    requireChange(input);
    requirePossibleKey(input.key);
    const content = await prepareReplacement({ deps, scope }, input);
    if (input.dry_run === true) {
      const report = await checkUpdate({ deps, scope }, input, content);
      return { ...toChangedTemplate(report, input.answer), dry_run: true };
    }
    const report = await saveUpdate({ deps, scope }, input, content);
    const isMerged = isChangedByMerge(report, content);
    const isUpdated = report.after.version !== report.before.version;
    if (isUpdated) emit(templateEvent('template.updated', report.after));
    if (scope.page !== undefined && content !== undefined) {
      if (isMerged) emit(pageSaved(report.after, 'merged'));
      else if (!isUpdated) emit(pageSaved(report.after, 'unchanged'));
    }
    return { ...toChangedTemplate(report, input.answer), ...(isMerged && { merged: true }) };
  },
});

/** Computes the result of an update without saving anything. */
async function checkUpdate(
  { deps, scope }: TenantContext,
  input: UpdateInput,
  content: PreparedContent | undefined,
): Promise<ChangeReport> {
  try {
    return await planUpdate({ deps, scope }, deps.db.reader, input, content);
  } catch (error) {
    throw error instanceof SaveConflict ? error.asDryRun() : error;
  }
}

/** Runs the update, and records what the page shows afterwards. */
async function saveUpdate(
  { deps, scope }: TenantContext,
  input: UpdateInput,
  content: PreparedContent | undefined,
): Promise<ChangeReport> {
  const isPage = content !== undefined && scope.page !== undefined;
  let isNoted = false;
  try {
    return await transactOnTemplate({ deps, scope }, async (db) => {
      const report = await applyUpdate({ deps, scope }, db, input, content);
      // Inside the transaction, because the page may save again before the commit and would be merged with itself.
      if (isPage) noteSaved({ deps, scope }, report, content);
      isNoted = isPage;
      return report;
    });
  } catch (error) {
    if (isNoted) deps.services.templates.pages.noteUnknown(scope, input.template_id);
    return keepRefused({ deps, scope }, error);
  }
}

function isChangedByMerge({ after }: ChangeReport, content: PreparedContent | undefined): boolean {
  return content !== undefined && Buffer.compare(after.json, content.json) !== 0;
}

/** Records the content of a conflicting save in the history, and rethrows the error. */
async function keepRefused({ deps, scope }: TenantContext, error: unknown): Promise<never> {
  if (error instanceof SaveConflict) {
    const { template, content, label, base } = error;
    await deps.db.transaction(async (db) => {
      const contentId = await saveContent({ deps, scope }, db, content);
      await deps.events.emitInTransaction(saveRefused({ template, contentId, label, base }), scope, db);
    }, ownerOf(scope));
  }
  throw error;
}

/** Records what the page that saved shows now. After a merge that is less than is stored. */
function noteSaved({ deps, scope }: TenantContext, report: ChangeReport, content: PreparedContent): void {
  const { before, after } = report;
  const { pages } = deps.services.templates;
  if (isChangedByMerge(report, content)) pages.noteMerged(scope, after.id, before.version, content.json);
  else pages.noteShown(scope, after.id, after.version);
}

function requireChange({ name, key, content, operations, base_version, ...input }: UpdateInput): void {
  if (base_version !== undefined && content === undefined)
    throw invalidField('base_version', 'goes with content. With operations, send expected_version.');
  const place = [input.folder_id, input.tags, input.archived];
  if ([name, key, content, operations, ...place].every((part) => part === undefined)) {
    throw validationFailed({
      content: [
        'is missing, and so are name, key, operations, folder_id, tags and archived: send at least one of them.',
      ],
    });
  }
  if (content !== undefined && operations !== undefined) {
    throw invalidField(
      'operations',
      'cannot go with content: one replaces everything, the other changes parts.',
    );
  }
}

/**
 * Validates the whole content, if one was sent. For agents, unknown fields are accepted if the present content has them, and
 * short ids name its blocks.
 */
async function prepareReplacement(
  { deps, scope }: TenantContext,
  { template_id, content }: UpdateInput,
): Promise<PreparedContent | undefined> {
  if (content === undefined) return undefined;
  if (scope.actor.kind !== 'agent') return prepareSent({ deps, scope }, content);
  const present = await selectTemplateWithContent(scope, deps.db.reader, template_id);
  if (present === undefined) return prepareContent(scope, content);
  const known = parseContentBytes(present.json);
  return prepareContent(scope, expandShortIds(content, known), known);
}

/** Computes the result of an update without saving it: `after` still has the version of `before`. */
async function planUpdate(
  { deps, scope }: TenantContext,
  db: Connection,
  input: UpdateInput,
  sent: PreparedContent | undefined,
): Promise<ChangeReport & { prepared: PreparedContent | undefined }> {
  const before = await requireTemplate(scope, db, input.template_id);
  await requireExpectedVersion(scope, db, input, before);
  await requireFreeKey(scope, db, input.key, before.id);
  const renamed = {
    ...before,
    ...(input.name !== undefined && toStoredName(input.name)),
    ...(input.key !== undefined && { key: input.key }),
  };
  const isMergeable = sent !== undefined && input.expected_version === undefined;
  const save = { template: before, baseVersion: input.base_version };
  const content = isMergeable ? await mergeSave({ deps, scope }, db, { ...save, content: sent }) : sent;
  // The present content can be large, so it is read only if no new one was sent.
  const json = content?.json ?? (await requireTemplateWithContent(scope, db, before.id)).json;
  const after = { ...renamed, json };
  if (content !== undefined) return { before, after, change: 'replaced', prepared: content };
  if (input.operations === undefined) return { before, after, prepared: undefined };
  const edit = await prepareEdit({ deps, scope }, db, parseContentBytes(json), input.operations);
  return { before, after: { ...after, json: edit.json }, change: edit, prepared: edit };
}

/**
 * Throws `version_conflict`. Compact callers get the present outline with it, so that they can retry without reading
 * the template.
 */
async function requireExpectedVersion(
  scope: TenantScope,
  db: Connection,
  { expected_version, answer }: UpdateInput,
  row: TemplateRow,
): Promise<void> {
  if (answer === 'full') return requireVersion(row, expected_version);
  if (expected_version === undefined || expected_version === row.version) return;
  const { json } = await requireTemplateWithContent(scope, db, row.id);
  const outline = outlineChanged(row.id, parseContentBytes(json));
  throw versionConflict(row.version, expected_version, outline);
}

async function applyUpdate(
  context: TenantContext,
  db: Connection,
  input: UpdateInput,
  content: PreparedContent | undefined,
): Promise<ChangeReport> {
  const { prepared, ...plan } = await planUpdate(context, db, input, content);
  const row = await changeTemplate(context, db, plan.before, {
    ...(input.name === undefined ? {} : { name: toStoredName(input.name) }),
    ...(input.key !== undefined && { key: input.key }),
    ...(prepared === undefined ? {} : { content: prepared }),
    ...(await planPlace(context.scope, db, plan.before, input)),
  });
  await emitChangeActivity(context, db, plan.before, row);
  return { ...plan, after: { ...row, json: plan.after.json } };
}
