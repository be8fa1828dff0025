import { defineOperation } from '../../../platform/operation.ts';
import { openTemplateSource, renderMail } from '../render-mail.ts';
import { ExportInput, RenderedMail } from '../schema.ts';

export const exportTemplate = defineOperation({
  name: 'exportTemplate',
  summary: 'Render a stored template as HTML, MJML and plain text',
  scope: 'tenant',
  effect: 'read',
  requestClass: 'render',
  input: ExportInput,
  output: RenderedMail,
  async run({ deps, scope }, { template_id, ...options }) {
    const { source } = await openTemplateSource({ deps, scope }, template_id);
    const counted = await deps.services.projects.usage.reserve(scope, 'exports');
    try {
      const mail = await renderMail({ deps, scope }, source, options);
      counted.settle(1);
      deps.services.templates.uses.recordExport(scope, template_id);
      return mail;
    } finally {
      counted.settle(0);
    }
  },
});
