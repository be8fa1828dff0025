export { type Attributes, attributesOf, isSameAttribute, planAttributes } from './attributes.ts';
export { changeContent } from './change-content.ts';
export { chooseTemplates } from './choose-templates.ts';
export { CreateInput, planDraft, storeDraft } from './draft.ts';
export { ConcurrentChange, templateNotFound } from './errors.ts';
export {
  isContentStored,
  isSaveRefused,
  isTemplateChanged,
  isTemplateChanging,
  isTemplateUpdated,
  type TemplateEvent,
  templateEvent,
} from './events.ts';
export { FilterInput, readFilters } from './filters.ts';
export { keepContent } from './keep-content.ts';
export { RESERVED_KEYS, requireFreeKey, requirePossibleKey, resolveTemplateKey, TemplateKey } from './key.ts';
export { type LiveSave, type LiveTabs, type StoreCanvas, storeCanvasOf, TabState } from './live-saves.ts';
export { MOST_MERGED_BYTES } from './merge-save.ts';
export { createTemplate } from './operations/create-template.ts';
export { listFoldersAndTags } from './operations/folder-tools.ts';
export { rebuildSearchIndex } from './operations/rebuild-search-index.ts';
export { updateTemplate } from './operations/update-template.ts';
export { OrganizeInput, requireOrganizeChange } from './organize.ts';
export { ImportReport, type MadeContent, type SourceReader } from './origin.ts';
export {
  parseContentBytes,
  requirePossibleView,
  toChangedTemplate,
  type View,
  viewContent,
} from './output.ts';
export { type PreparedContent, prepareContent, prepareStored, toContentError } from './prepare-content.ts';
export { prepareSent } from './prepare-sent.ts';
export {
  contentBytes,
  isPresentTemplate,
  selectTemplate,
  selectTemplateWithContent,
  type TemplateRow,
  type TemplateWithContent,
  templateById,
} from './queries.ts';
export { removeTemplate } from './remove.ts';
export { REFUSED_LABEL } from './save-conflict.ts';
export {
  AnswerInput,
  ChangedTemplate,
  ContentInput,
  ContentOutput,
  ExpectedVersion,
  KnownContentInput,
  OperationsInput,
  Template,
  TemplateId,
  TemplateName,
  ViewInput,
  viewedFields,
} from './schema.ts';
export { checkSearchIndex } from './search/check-index.ts';
export { contents, isArchived, REWRITTEN, snapshots, templates } from './table.ts';
export { saveTags } from './tag-queries.ts';
export { parseTags, readTags, requireTags, storeTags } from './tags.ts';
export {
  authorOf,
  changeTemplate,
  emitChangeActivity,
  prepareEdit,
  requireTemplate,
  requireTemplateWithContent,
  requireVersion,
  saveContent,
  type TemplateChange,
  toStoredName,
  transactOnTemplate,
} from './template.ts';
export { BLOCKS } from './tools.ts';
export { selectContentOfVersion, selectVersion } from './version-queries.ts';
