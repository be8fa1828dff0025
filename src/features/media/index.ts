export { addPicture, type NewPicture } from './add-picture.ts';
export { mediaBaseOf } from './addresses.ts';
export { isStorageNeeded } from './events.ts';
export { findNamedFile } from './find-file.ts';
export { eraseTenantFiles } from './maintenance/erase.ts';
export { checkStoredFiles, listStoredFiles, sweepFiles } from './maintenance/maintenance.ts';
export { describeFileStore, FileStoreState, repairFileStore } from './operations/repair-file-store.ts';
export { readTenantPicture } from './read-picture.ts';
export { restoreFile } from './restore-file.ts';
export { isOwnMedia, readOwnMedia } from './serve.ts';
export { describeLastWrite, LAST_WRITE_KEY } from './store/last-write.ts';
export { contentMedia } from './table.ts';
export {
  addUseFinder,
  findDeletedTokens,
  findMediaTokens,
  MAX_LISTED,
  nameOfTemplate,
} from './usage/uses.ts';
