import { type Static, Type } from '@sinclair/typebox';
import { invalidField } from '../../../platform/errors.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { createId } from '../../../platform/ids.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { reserveTemplate } from '../../projects/index.ts';
import { composeStarter } from '../../starters/index.ts';
import { templateActivity } from '../events.ts';
import {
  OrganizeInput,
  planOrganizeChange,
  requireFreeKey,
  requirePossibleKey,
  storeTags,
  TemplateKey,
  toStoredName,
} from '../organizing/attributes.ts';
import { draftCopy, findCopySource, type TemplateDraft } from '../organizing/copy.ts';
import { explainNoRoom } from '../organizing/remove.ts';
import { saveTags } from '../organizing/tag-queries.ts';
import { parseContentBytes } from '../output.ts';
import { insertTemplate, type TemplateWithContent } from '../queries.ts';
import { AnswerInput, ContentInput, OperationsInput, TemplateName } from '../schema.ts';
import { authorOf, saveContent } from '../template.ts';
import { type MadeContent, SourceInput, StarterInput } from './origin.ts';
import { prepareContent, prepareEdit, prepareSent } from './prepare-content.ts';

export const CreateInput = Type.Object({
  content: Type.Optional(ContentInput),
  copy_of: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Instead of content: id of a template to copy with its tags.',
      'x-id-of': 'template',
      'x-resolves-keys': true,
    }),
  ),
  operations: Type.Optional({
    ...OperationsInput,
    'x-tool-schema': {
      type: 'array',
      items: { type: 'object' },
      description: 'Changes of the copy, as in update-template.',
    },
  }),
  source: Type.Optional(SourceInput),
  starter: Type.Optional(StarterInput),
  locale: Type.Optional(
    Type.String({ maxLength: 35, description: 'Language of the texts of a starter; English when absent.' }),
  ),
  copy_of_tenant: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'For backends: identifier of the tenant that has the template to copy, if it is another one.',
    }),
  ),
  name: Type.Optional(TemplateName),
  key: Type.Optional(TemplateKey),
  folder_id: OrganizeInput.folder_id,
  tags: OrganizeInput.tags,
  answer: AnswerInput,
});
export type CreateInput = Static<typeof CreateInput>;

interface DraftContext extends TenantContext {
  emit(event: DomainEvent): void;
  signal: AbortSignal | undefined;
}

/**
 * The plan of a new template. Slow imports are done already; copies are read on the connection that `draftIn` receives.
 */
interface DraftPlan {
  draftIn(db: Connection): Promise<TemplateDraft>;
  report?: MadeContent['report'];
}

/** Throws `validation_failed` for an input that is not possible. */
export async function planDraft(context: DraftContext, input: CreateInput): Promise<DraftPlan> {
  const { scope } = context;
  requirePossibleKey(input.key);
  requireOneOrigin(input);
  const { copy_of, copy_of_tenant } = input;
  if (copy_of !== undefined) {
    const source = await findCopySource(context, copy_of, copy_of_tenant);
    return {
      draftIn: async (db) =>
        editDraft(context, db, await draftCopy(scope, db, source, input), input.operations),
    };
  }
  const made = await makeContent(context, input);
  const content =
    made === undefined ? await prepareSent(context, input.content) : prepareContent(scope, made.content);
  const draft = { ...input, name: input.name ?? made?.name, content, json: content.json };
  return { draftIn: async () => draft, ...(made?.report && { report: made.report }) };
}

const ORIGINS = ['content', 'copy_of', 'source', 'starter'] as const;

function requireOneOrigin(input: CreateInput): void {
  const { copy_of, copy_of_tenant, operations } = input;
  if (copy_of === undefined && copy_of_tenant !== undefined)
    throw invalidField('copy_of_tenant', 'goes with copy_of.');
  if (copy_of === undefined && operations !== undefined)
    throw invalidField('operations', 'goes with copy_of. Put the blocks into content.');
  if (input.starter === undefined && input.locale !== undefined)
    throw invalidField('locale', 'goes with starter. Set settings.locale of the content.');
  const [first, second] = ORIGINS.filter((name) => input[name] !== undefined);
  if (first === undefined)
    throw invalidField('content', 'is required, unless copy_of, source or starter is sent.');
  if (second === undefined) return;
  const hint = first === 'content' && second === 'copy_of' ? ' Copy the template, then change the copy.' : '';
  throw invalidField(second, `cannot go with ${first}.${hint}`);
}

/** The content of an import or a starter. */
async function makeContent(
  context: DraftContext,
  { source, starter, locale = 'en' }: CreateInput,
): Promise<MadeContent | undefined> {
  if (starter !== undefined) return composeStarter(context, { starter, locale });
  if (source === undefined) return undefined;
  const { sourceReader } = context.deps.services.templates;
  if (sourceReader === undefined) throw new Error('no feature imports mails');
  return sourceReader(context, source);
}

async function editDraft(
  context: TenantContext,
  db: Connection,
  draft: TemplateDraft,
  operations: unknown,
): Promise<TemplateDraft> {
  if (operations === undefined) return draft;
  const { json, hash } = await prepareEdit(context, db, parseContentBytes(draft.json), operations);
  return { ...draft, content: { json, hash }, json };
}

/**
 * Stores a draft as a new template. To be called in a transaction. Throws `conflict` if the tenant has no room or the
 * key is taken.
 */
export async function storeDraft(
  context: TenantContext,
  db: Connection,
  draft: TemplateDraft,
  key: string | null,
): Promise<TemplateWithContent> {
  const { scope } = context;
  if (!(await reserveTemplate(scope, db))) throw await explainNoRoom(scope, db);
  await requireFreeKey(scope, db, key);
  return storeTemplate(context, db, draft, key);
}

async function storeTemplate(
  { deps, scope }: TenantContext,
  db: Connection,
  { name, content, json, ...place }: TemplateDraft,
  key: string | null,
): Promise<TemplateWithContent> {
  const now = deps.clock.now();
  const { folderId = null, tags = [] } = await planOrganizeChange(
    scope,
    db,
    { folderId: null, tags: null },
    place,
  );
  const row = {
    id: createId(),
    tenantId: scope.tenant.id,
    ...toStoredName(name),
    key,
    contentId: 'id' in content ? content.id : await saveContent({ deps, scope }, db, content),
    ...authorOf(scope),
    contentAt: now,
    canvasEpoch: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    folderId,
    archivedAt: null,
    tags: storeTags(tags),
  };
  await insertTemplate(db, row);
  if (tags.length > 0) await saveTags(db, row.id, tags);
  await deps.events.emitInTransaction(templateActivity('template.created', row), scope, db);
  return { ...row, json };
}
