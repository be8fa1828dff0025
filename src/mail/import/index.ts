/**
 * Imports mails made elsewhere: MJML, HTML and designs of several editors become blocks. Pure: no network, no files, no
 * clock.
 */

export { MAX_SOURCE_LENGTH } from './context.ts';
export type { ImportInput } from './formats.ts';
export { type ImportedContent, importContent } from './import-content.ts';
export type { ImportReport } from './report.ts';
