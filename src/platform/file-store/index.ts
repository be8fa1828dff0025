export type { FileFacts, FileStore } from './file-store.ts';
export { createLocalFileStore } from './local.ts';
