import { type Static, Type } from '@sinclair/typebox';
import { expandShortIds } from '../../../mail/model/index.ts';
import { invalidField, validationFailed } from '../../../platform/errors.ts';
import { defineOperation, type TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { versionConflict } from '../errors.ts';
import { templateEvent } from '../events.ts';
import {
  OrganizeInput,
  planOrganizeChange,
  requireFreeKey,
  requirePossibleKey,
  TemplateKey,
  toStoredName,
} from '../organizing/attributes.ts';
import { type ChangeReport, outlineChanged, parseContentBytes, toChangedTemplate } from '../output.ts';
import { selectTemplateWithContent, type TemplateRow } from '../queries.ts';
import { findBase, keepContent, mergeSave, type SaveBase, SaveConflict } from '../saving/merge-save.ts';
import { type PreparedContent, prepareContent, prepareEdit, prepareSent } from '../saving/prepare-content.ts';
import {
  AnswerInput,
  BaseVersion,
  ChangedTemplate,
  ExpectedVersion,
  KnownContentInput,
  OperationsInput,
  TabState,
  TemplateId,
  TemplateName,
} from '../schema.ts';
import {
  changeTemplate,
  requireTemplate,
  requireTemplateWithContent,
  requireVersion,
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
  tab: Type.Optional({ ...TabState, description: 'For editors that are in the channel of the template.' }),
  ...OrganizeInput,
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
    const base = await findBase({ deps, scope }, input.template_id, input.base_version ?? input.tab?.version);
    if (input.dry_run === true) {
      const report = await checkUpdate({ deps, scope }, input, { content, base });
      return { ...toChangedTemplate(report, input.answer), dry_run: true };
    }
    const saved =
      (await saveLive({ deps, scope }, input, content, base)) ??
      (await saveUpdate({ deps, scope }, input, { content, base }));
    const { report, received } = saved;
    const { after } = report;
    if (after.version !== report.before.version) emit(templateEvent('template.updated', after));
    return {
      ...toChangedTemplate(report, input.answer),
      ...(isMerged(report, content) && { merged: true }),
      ...(input.tab && { tab: { version: after.version, ...(received !== undefined && { received }) } }),
    };
  },
});

interface Saved {
  report: ChangeReport;
  /** See `LiveTabs`. */
  received?: number | undefined;
}

/** Computes the result of an update without saving anything. */
async function checkUpdate(
  { deps, scope }: TenantContext,
  input: UpdateInput,
  sent: SentContent,
): Promise<ChangeReport> {
  try {
    return await planUpdate({ deps, scope }, deps.db.reader, input, sent);
  } catch (error) {
    throw error instanceof SaveConflict ? error.asDryRun() : error;
  }
}

async function saveUpdate(
  { deps, scope }: TenantContext,
  input: UpdateInput,
  sent: SentContent,
): Promise<Saved> {
  try {
    const report = await transactOnTemplate({ deps, scope }, (db) =>
      applyUpdate({ deps, scope }, db, input, sent),
    );
    return { report };
  } catch (error) {
    if (!(error instanceof SaveConflict)) throw error;
    // The tab may have saved meanwhile, and would be merged with itself.
    const base = await findBase({ deps, scope }, input.template_id, input.base_version ?? input.tab?.version);
    if (!Bun.deepEquals(base, sent.base)) return saveUpdate({ deps, scope }, input, { ...sent, base });
    await keepContent({ deps, scope }, input.template_id, error.refused.content, error.refused);
    throw error;
  }
}

/** Saves what a tab shows that edits together with others. Undefined: it is no such save. */
async function saveLive(
  { deps, scope }: TenantContext,
  input: UpdateInput,
  content: PreparedContent | undefined,
  base: SaveBase,
): Promise<Saved | undefined> {
  const { template_id, expected_version, base_version, tab } = input;
  const { live } = deps.services.templates;
  const isOfTab = scope.actor.kind === 'user' && (tab !== undefined || scope.tab !== undefined);
  if (live === undefined || !isOfTab || content === undefined) return undefined;
  if (expected_version !== undefined || base_version !== undefined) return undefined;
  let report: ChangeReport | undefined;
  const save = { templateId: template_id, json: content.json, tab, base };
  const outcome = await live.save(scope, save, async (version, canvas, canvasEpoch) => {
    const prepared = prepareContent(scope, canvas);
    report = await transactOnTemplate({ deps, scope }, async (db) => {
      const row = await requireTemplate(scope, db, template_id);
      if (row.version !== version) return undefined;
      return applyUpdate({ deps, scope }, db, input, {
        ...{ content: prepared, base: 'anything', shown: content },
        ...(canvasEpoch !== undefined && { canvasEpoch }),
      });
    });
    return report?.after.version;
  });
  if (outcome === 'refused') return undefined;
  return outcome && report && { report, received: outcome.received };
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

interface SentContent {
  content: PreparedContent | undefined;
  base: SaveBase;
  /** The log of which it is the canvas, and what the tab shows that saves it. */
  canvasEpoch?: number;
  shown?: PreparedContent;
}

/** Computes the result of an update without saving it: `after` still has the version of `before`. */
async function planUpdate(
  { deps, scope }: TenantContext,
  db: Connection,
  input: UpdateInput,
  { content: sent, base }: SentContent,
): Promise<ChangeReport & { prepared: PreparedContent | undefined }> {
  const before = await requireTemplate(scope, db, input.template_id);
  await requireExpectedVersion(scope, db, input, before);
  await requireFreeKey(scope, db, input.key, before.id);
  const { key = before.key } = input;
  const renamed = { ...before, ...(input.name !== undefined && toStoredName(input.name)), key };
  const isMergeable = sent !== undefined && input.expected_version === undefined;
  const content = isMergeable
    ? await mergeSave({ deps, scope }, db, { template: before, content: sent, base })
    : sent;
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

const isMerged = ({ after }: ChangeReport, content: PreparedContent | undefined): boolean =>
  content !== undefined && Buffer.compare(after.json, content.json) !== 0;

/** `shown`: what the tab shows that saves it; the content that was sent, if that is left out. */
async function applyUpdate(
  context: TenantContext,
  db: Connection,
  input: UpdateInput,
  { shown, ...sent }: SentContent,
): Promise<ChangeReport> {
  const { prepared, ...plan } = await planUpdate(context, db, input, sent);
  const { name, nameFolded, key, json } = plan.after;
  const row = await changeTemplate(context, db, plan.before, {
    name: { name, nameFolded },
    key,
    ...(prepared === undefined ? {} : { content: prepared }),
    ...(sent.canvasEpoch !== undefined && { canvasEpoch: sent.canvasEpoch }),
    ...(await planOrganizeChange(context.scope, db, plan.before, input)),
  });
  const report = { ...plan, after: { ...row, json } };
  const own = shown ?? sent.content;
  // Inside the transaction, because the tab may save again before the commit, and would be merged with itself.
  if (context.scope.tab !== undefined && own !== undefined)
    context.deps.services.templates.given.recordSaved(context.scope, row.id, row.version, {
      saved: isMerged(report, own) ? own.json : undefined,
      tab: typeof sent.base === 'object' ? sent.base.tab : undefined,
    });
  return report;
}
