import { Type } from '@sinclair/typebox';
import { outlineContent } from '../../../mail/model/index.ts';
import { invalidField } from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { reserveTemplate } from '../../projects/index.ts';
import { templateNotFound } from '../errors.ts';
import { templateActivity, templateEvent } from '../events.ts';
import { requireFreeKey, requirePossibleKey, TemplateKey } from '../key.ts';
import { PlaceInput, planPlace } from '../organize.ts';
import { parseContentBytes, toTemplate } from '../output.ts';
import { insertTemplate, selectTemplateWithContent, type TemplateWithContent } from '../queries.ts';
import { explainNoRoom } from '../remove.ts';
import { AnswerInput, ChangedTemplate, ContentInput, TemplateName } from '../schema.ts';
import { saveTags } from '../tag-queries.ts';
import { parseTags, storeTags } from '../tags.ts';
import { authorOf, type PreparedContent, prepareContent, saveContent, toStoredName } from '../template.ts';

const AT_TOP = { folderId: null, tags: null };

export const createTemplate = defineOperation({
  name: 'createTemplate',
  summary: 'Create a template, also as a copy of another',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({
    content: Type.Optional(ContentInput),
    copy_of: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'Id of a template, instead of content: its content, tags and folder are copied.',
        'x-id-of': 'template',
      }),
    ),
    name: Type.Optional(TemplateName),
    key: Type.Optional(TemplateKey),
    folder_id: PlaceInput.folder_id,
    tags: PlaceInput.tags,
    answer: AnswerInput,
  }),
  output: ChangedTemplate,
  async run({ deps, scope, emit }, input) {
    requirePossibleKey(input.key);
    requireOneSource(input);
    const content = input.content === undefined ? undefined : prepareContent(scope, input.content);
    const now = deps.clock.now();
    const row = await deps.db.transaction(async (db) => {
      const copied =
        content === undefined ? await selectSource(scope, db, input.copy_of as string) : undefined;
      if (!(await reserveTemplate(scope, db))) throw await explainNoRoom(scope, db);
      await requireFreeKey(scope, db, input.key);
      const { folderId = copied?.folderId ?? null, tags = [] } = await planPlace(scope, db, AT_TOP, {
        ...(input.folder_id !== undefined && { folder_id: input.folder_id }),
        tags: input.tags ?? parseTags(copied?.tags ?? null),
      });
      const inserted = {
        id: createId(),
        tenantId: scope.tenant.id,
        ...toStoredName(input.name === undefined ? nameOfCopy(copied?.name) : input.name),
        key: input.key ?? null,
        contentId: copied?.contentId ?? (await saveContent({ deps, scope }, db, content as PreparedContent)),
        ...authorOf(scope),
        contentAt: now,
        version: 1,
        createdAt: now,
        updatedAt: now,
        archivedAt: null,
        folderId,
        tags: storeTags(tags),
      };
      await insertTemplate(db, inserted);
      if (tags.length > 0) await saveTags(db, inserted.id, tags);
      await deps.events.emitInTransaction(templateActivity('template.created', inserted), scope, db);
      return { ...inserted, json: (copied ?? (content as PreparedContent)).json };
    }, ownerOf(scope));
    emit(templateEvent('template.created', row));
    deps.services.templates.pages.noteShown(scope, row.id, row.version);
    return input.answer === 'full' ? toTemplate(row) : toCreatedSummary(row);
  },
});

function requireOneSource({ content, copy_of }: { content?: unknown; copy_of?: string | undefined }): void {
  if (content === undefined && copy_of === undefined) throw invalidField('content', 'is required.');
  if (content !== undefined && copy_of !== undefined) {
    throw invalidField('copy_of', 'cannot be combined with content. Send one of them.');
  }
}

async function selectSource(scope: TenantScope, db: Connection, id: string): Promise<TemplateWithContent> {
  const source = await selectTemplateWithContent(scope, db, id);
  if (source === undefined) throw templateNotFound();
  return source;
}

const COPY = ' (copy)';
const MAX_NAME_LENGTH = 255;

/** Unnamed templates have unnamed copies. */
function nameOfCopy(name: string | null | undefined): string | undefined {
  if (name == null) return undefined;
  const cut = name.slice(0, MAX_NAME_LENGTH - COPY.length);
  // Not in the middle of a character.
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}${COPY}`;
}

/** The outline has the ids that were made, so an agent can continue without reading the template. */
function toCreatedSummary({ id, version, json }: TemplateWithContent) {
  return { id, version, outline: outlineContent(parseContentBytes(json)) };
}
