import { Type } from '@sinclair/typebox';
import { outlineContent } from '../../../mail/model/index.ts';
import { createId } from '../../../platform/ids.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { reserveTemplate } from '../../projects/index.ts';
import { templateActivity, templateEvent } from '../events.ts';
import { requireFreeKey, requirePossibleKey, TemplateKey } from '../key.ts';
import { parseContentBytes, toTemplate } from '../output.ts';
import { insertTemplate, type TemplateWithContent } from '../queries.ts';
import { explainNoRoom } from '../remove.ts';
import { AnswerInput, ChangedTemplate, ContentInput, TemplateName } from '../schema.ts';
import { authorOf, prepareContent, saveContent, toStoredName } from '../template.ts';

export const createTemplate = defineOperation({
  name: 'createTemplate',
  summary: 'Create a template',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({
    content: ContentInput,
    name: Type.Optional(TemplateName),
    key: Type.Optional(TemplateKey),
    answer: AnswerInput,
  }),
  output: ChangedTemplate,
  async run({ deps, scope, emit }, input) {
    requirePossibleKey(input.key);
    const content = prepareContent(scope, input.content);
    const now = deps.clock.now();
    const row = await deps.db.transaction(async (db) => {
      if (!(await reserveTemplate(scope, db))) throw await explainNoRoom(scope, db);
      await requireFreeKey(scope, db, input.key);
      const inserted = {
        id: createId(),
        tenantId: scope.tenant.id,
        ...toStoredName(input.name),
        key: input.key ?? null,
        contentId: await saveContent({ deps, scope }, db, content),
        ...authorOf(scope),
        contentAt: now,
        version: 1,
        createdAt: now,
        updatedAt: now,
        folderId: null,
        archivedAt: null,
        tags: null,
      };
      await insertTemplate(db, inserted);
      await deps.events.emitInTransaction(templateActivity('template.created', inserted), scope, db);
      return inserted;
    }, ownerOf(scope));
    emit(templateEvent('template.created', row));
    deps.services.templates.pages.noteShown(scope, row.id, row.version);
    const created = { ...row, json: content.json };
    return input.answer === 'full' ? toTemplate(created) : toCreatedSummary(created);
  },
});

/** The outline has the ids that were made, so an agent can continue without reading the template. */
function toCreatedSummary({ id, version, json }: TemplateWithContent) {
  return { id, version, outline: outlineContent(parseContentBytes(json)) };
}
