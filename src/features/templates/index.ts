export { type PreparedContent, prepareContent } from './content.ts';
export { templateNotFound } from './errors.ts';
export { templateEvent } from './events.ts';
export { createTemplate } from './operations/create-template.ts';
export { deleteTemplate } from './operations/delete-template.ts';
export { getTemplate, listTemplates } from './operations/read-templates.ts';
export { updateTemplate } from './operations/update-template.ts';
export { toTemplate } from './output.ts';
export { contentBytes, saveContent, selectTemplate, selectTemplateWithContent } from './queries.ts';
export { templateRoutes } from './routes.ts';
export {
  ContentInput,
  ContentOutput,
  contentSchemas,
  ExpectedVersion,
  Template,
  TemplateId,
} from './schema.ts';
export { contents, templates } from './table.ts';
export { changeTemplate, requireVersion } from './write.ts';
