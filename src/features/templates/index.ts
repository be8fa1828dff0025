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
export { chooseTemplates } from './listing/choose-templates.ts';
export { FilterInput, readFilters } from './listing/filters.ts';
export { createTemplate } from './operations/create-template.ts';
export { listFoldersAndTags } from './operations/folder-tools.ts';
export { rebuildSearchIndex } from './operations/rebuild-search-index.ts';
export { updateTemplate } from './operations/update-template.ts';
export { type Attributes, attributesOf, isSameAttribute, planAttributes } from './organizing/attributes.ts';
export {
  RESERVED_KEYS,
  requireFreeKey,
  requirePossibleKey,
  resolveTemplateKey,
  TemplateKey,
} from './organizing/key.ts';
export { OrganizeInput, requireOrganizeChange } from './organizing/organize.ts';
export { removeTemplate } from './organizing/remove.ts';
export { saveTags } from './organizing/tag-queries.ts';
export { parseTags, readTags, requireTags, storeTags } from './organizing/tags.ts';
export {
  parseContentBytes,
  requirePossibleView,
  toChangedTemplate,
  type View,
  viewContent,
} from './output.ts';
export {
  contentBytes,
  isPresentTemplate,
  selectTemplate,
  selectTemplateWithContent,
  type TemplateRow,
  type TemplateWithContent,
  templateById,
} from './queries.ts';
export { changeContent } from './saving/change-content.ts';
export { CreateInput, planDraft, storeDraft } from './saving/draft.ts';
export { keepContent } from './saving/keep-content.ts';
export {
  type LiveSave,
  type LiveTabs,
  type StoreCanvas,
  storeCanvasOf,
  TabState,
} from './saving/live-saves.ts';
export { MOST_MERGED_BYTES } from './saving/merge-save.ts';
export { ImportReport, type MadeContent, type SourceReader } from './saving/origin.ts';
export {
  type PreparedContent,
  prepareContent,
  prepareStored,
  toContentError,
} from './saving/prepare-content.ts';
export { prepareSent } from './saving/prepare-sent.ts';
export { REFUSED_LABEL } from './saving/save-conflict.ts';
export { selectContentOfVersion, selectVersion } from './saving/version-queries.ts';
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
