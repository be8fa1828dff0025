export { foldName } from '../../platform/fold-name.ts';
export { authorOf } from './author.ts';
export { toChangedTemplate } from './changed-template.ts';
export { type PreparedContent, prepareContent, toContentError } from './content.ts';
export { templateNotFound } from './errors.ts';
export { isContentStored, isTemplateChanging, isTemplateUpdated, templateEvent } from './events.ts';
export { createTemplate } from './operations/create-template.ts';
export { deleteTemplate } from './operations/delete-template.ts';
export { getTemplate, listTemplates } from './operations/read-templates.ts';
export { updateTemplate } from './operations/update-template.ts';
export { toTemplate } from './output.ts';
export { contentBytes, selectTemplate, selectTemplateWithContent } from './queries.ts';
export { saveContent } from './save-content.ts';
export {
  AnswerInput,
  ChangedTemplate,
  ContentInput,
  ContentOutput,
  ExpectedVersion,
  Template,
  TemplateId,
  TemplateName,
  ViewInput,
  viewedFields,
} from './schema.ts';
export { contents, templates } from './table.ts';
export { parseContentBytes, requirePossibleView, type View, viewContent } from './view.ts';
export { changeTemplate, requireVersion, transactOnTemplate } from './write.ts';
