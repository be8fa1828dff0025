import { defineOperation } from '../../../platform/operation.ts';
import { prepareSent } from '../../templates/index.ts';
import { renderMail } from '../render-mail.ts';
import { RenderContentInput, RenderedMail } from '../schema.ts';

export const renderContent = defineOperation({
  name: 'renderContent',
  summary: 'Render content that is not stored as HTML, MJML and plain text',
  scope: 'tenant',
  effect: 'read',
  requestClass: 'render',
  largeField: 'content',
  input: RenderContentInput,
  output: RenderedMail,
  async run({ deps, scope }, { content, title, ...options }) {
    const { json, hash } = await prepareSent({ deps, scope }, content);
    const source = { title, contentHash: hash, readContent: async () => json.toString() };
    return renderMail({ deps, scope }, source, options);
  },
});
