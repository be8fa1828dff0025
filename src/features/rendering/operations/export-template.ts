import { defineOperation } from '../../../platform/operation.ts';
import { selectTemplateWithContent, templateNotFound } from '../../templates/index.ts';
import { selectTemplateToRender } from '../queries.ts';
import { renderMail } from '../render-mail.ts';
import { ExportInput, RenderedMail } from '../schema.ts';

export const exportTemplate = defineOperation({
  name: 'exportTemplate',
  summary: 'Render a stored template as HTML, MJML and plain text',
  scope: 'tenant',
  input: ExportInput,
  output: RenderedMail,
  async run({ deps, scope }, { template_id, ...wishes }) {
    const template = await selectTemplateToRender(scope, deps.db.reader, template_id);
    if (template === undefined) throw templateNotFound();
    const source = {
      title: template.name ?? undefined,
      contentHash: template.hash,
      async readContent() {
        const row = await selectTemplateWithContent(scope, deps.db.reader, template_id);
        if (row === undefined) throw templateNotFound();
        return Buffer.from(row.json).toString();
      },
    };
    return renderMail({ deps, scope }, source, wishes);
  },
});
