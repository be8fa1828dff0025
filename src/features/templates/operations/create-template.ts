import { type Static, Type } from '@sinclair/typebox';
import { outlineContent } from '../../../mail/model/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { invalidField } from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { reserveTemplate } from '../../projects/index.ts';
import { draftCopy, findCopySource, type TemplateDraft } from '../copy.ts';
import { templateActivity, templateEvent } from '../events.ts';
import { requireFreeKey, requirePossibleKey, TemplateKey } from '../key.ts';
import { PlaceInput, planPlace } from '../organize.ts';
import { parseContentBytes, toTemplate } from '../output.ts';
import { insertTemplate, type TemplateWithContent } from '../queries.ts';
import { explainNoRoom } from '../remove.ts';
import { AnswerInput, ChangedTemplate, ContentInput, TemplateName } from '../schema.ts';
import { saveTags } from '../tag-queries.ts';
import { storeTags } from '../tags.ts';
import { authorOf, prepareContent, saveContent, toStoredName } from '../template.ts';

const CreateInput = Type.Object({
  content: Type.Optional(ContentInput),
  copy_of: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Id of a template to copy with its tags, instead of content.',
    }),
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
  folder_id: PlaceInput.folder_id,
  tags: PlaceInput.tags,
  answer: AnswerInput,
});
type CreateInput = Static<typeof CreateInput>;

export const createTemplate = defineOperation({
  name: 'createTemplate',
  summary: 'Create a template, or copy one',
  scope: 'tenant',
  effect: 'write',
  input: CreateInput,
  output: ChangedTemplate,
  async run({ deps, scope, emit }, input) {
    requirePossibleKey(input.key);
    requireOneOrigin(input);
    const { copy_of, copy_of_tenant } = input;
    const origin =
      copy_of === undefined
        ? prepareContent(scope, input.content)
        : await findCopySource({ deps, scope }, copy_of, copy_of_tenant);
    const created = await deps.db.transaction(async (db) => {
      if (!(await reserveTemplate(scope, db))) throw await explainNoRoom(scope, db);
      await requireFreeKey(scope, db, input.key);
      const draft =
        'json' in origin
          ? { ...input, content: origin, json: origin.json }
          : await draftCopy(scope, db, origin, input);
      return storeTemplate({ deps, scope }, db, draft, input.key ?? null);
    }, ownerOf(scope));
    emit(templateEvent('template.created', created));
    deps.services.templates.pages.noteShown(scope, created.id, created.version);
    return input.answer === 'full' ? toTemplate(created) : toCreatedSummary(created);
  },
});

function requireOneOrigin({ content, copy_of, copy_of_tenant }: CreateInput): void {
  if (copy_of === undefined && copy_of_tenant !== undefined)
    throw invalidField('copy_of_tenant', 'goes with copy_of.');
  if (copy_of === undefined && content === undefined) throw invalidField('content', 'is required.');
  if (copy_of !== undefined && content !== undefined)
    throw invalidField('copy_of', 'cannot go with content. Copy the template, then change the copy.');
}

async function storeTemplate(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  db: Connection,
  { name, content, json, ...place }: TemplateDraft,
  key: string | null,
): Promise<TemplateWithContent> {
  const now = deps.clock.now();
  const { folderId = null, tags = [] } = await planPlace(scope, db, { folderId: null, tags: null }, place);
  const row = {
    id: createId(),
    tenantId: scope.tenant.id,
    ...toStoredName(name),
    key,
    contentId: 'id' in content ? content.id : await saveContent({ deps, scope }, db, content),
    ...authorOf(scope),
    contentAt: now,
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

/** The outline has the ids that were made, so an agent can continue without reading the template. */
function toCreatedSummary({ id, version, json }: TemplateWithContent) {
  return { id, version, outline: outlineContent(parseContentBytes(json)) };
}
