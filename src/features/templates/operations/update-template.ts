import { Type } from '@sinclair/typebox';
import { validationFailed } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { prepareContent } from '../content.ts';
import { templateNotFound } from '../errors.ts';
import { templateEvent } from '../events.ts';
import { toStoredName } from '../name.ts';
import { toTemplate } from '../output.ts';
import { selectTemplate, selectTemplateWithContent } from '../queries.ts';
import { ContentInput, ExpectedVersion, Template, TemplateId, TemplateName } from '../schema.ts';
import { changeTemplate, requireVersion } from '../write.ts';

export const updateTemplate = defineOperation({
  name: 'updateTemplate',
  summary: 'Change name, content, or both; what is not sent stays',
  scope: 'tenant',
  input: Type.Object({
    template_id: TemplateId,
    name: Type.Optional(TemplateName),
    content: Type.Optional(ContentInput),
    expected_version: ExpectedVersion,
  }),
  output: Template,
  async run({ deps, scope, emit }, input) {
    if (input.name === undefined && input.content === undefined) {
      throw validationFailed({ content: ['is missing, and so is name: send at least one of them.'] });
    }
    const content = input.content === undefined ? undefined : prepareContent(scope, input.content);
    const { before, row } = await deps.db.transaction(async (db) => {
      const existing = await selectTemplate(scope, db, input.template_id);
      if (existing === undefined) throw templateNotFound();
      requireVersion(existing, input.expected_version);
      const change = {
        ...(input.name === undefined ? {} : { name: toStoredName(input.name) }),
        ...(content === undefined ? {} : { content }),
      };
      return {
        before: existing,
        row: await changeTemplate(scope, db, existing, change, deps.clock.now()),
      };
    });
    if (row.version !== before.version) emit(templateEvent('template.updated', row));
    if (content !== undefined) return toTemplate({ ...row, json: content.json });
    const current = await selectTemplateWithContent(scope, deps.db.reader, row.id);
    if (current === undefined) throw templateNotFound();
    return toTemplate(current);
  },
});
