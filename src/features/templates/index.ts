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
export {
  type Attributes,
  attributesOf,
  isSameAttribute,
  OrganizeInput,
  parseTags,
  planAttributes,
  RESERVED_KEYS,
  readTags,
  requireFreeKey,
  requireOrganizeChange,
  requirePossibleKey,
  requireTags,
  resolveTemplateKey,
  storeTags,
  TemplateKey,
  toStoredName,
} from './organizing/attributes.ts';
export { removeTemplate } from './organizing/remove.ts';
export { saveTags } from './organizing/tag-queries.ts';
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
export { CreateInput, planDraft, storeDraft } from './saving/draft.ts';
export {
  type LiveSave,
  type LiveTabs,
  type StoreCanvas,
  storeCanvasOf,
} from './saving/live-saves.ts';
export { keepContent, MOST_MERGED_BYTES, REFUSED_LABEL } from './saving/merge-save.ts';
export { ImportReport, type MadeContent, type SourceReader } from './saving/origin.ts';
export {
  type PreparedContent,
  prepareContent,
  prepareEdit,
  prepareSent,
  prepareStored,
  toContentError,
} from './saving/prepare-content.ts';
export { selectContentOfVersion, selectVersion } from './saving/queries.ts';
export {
  AnswerInput,
  ChangedTemplate,
  ContentInput,
  ContentOutput,
  ExpectedVersion,
  KnownContentInput,
  OperationsInput,
  TabState,
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
  requireTemplate,
  requireTemplateWithContent,
  requireVersion,
  saveContent,
  type TemplateChange,
  transactOnTemplate,
} from './template.ts';
export { BLOCKS } from './tools.ts';
