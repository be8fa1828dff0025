/**
 * Imports mails made elsewhere: MJML, HTML and designs of several editors become blocks. Pure: no network, no files, no
 * clock.
 */

export { MAX_SOURCE_LENGTH, type RefusalReason } from './context.ts';
export type { ImportInput } from './formats.ts';
export { type ImportedContent, importContent } from './import-content.ts';
export type { ImportNote, ImportReport } from './report.ts';
