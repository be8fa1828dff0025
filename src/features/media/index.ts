export { MEDIA_PATH } from './addresses.ts';
export { checkStoredFiles } from './keeping/check-files.ts';
export { sweepFiles } from './keeping/sweep-files.ts';
export { isOwnMedia, readOwnMedia } from './own-media.ts';
export { contentMedia } from './table.ts';
export {
  addUseFinder,
  findDeletedTokens,
  findMediaTokens,
  MAX_LISTED,
  nameOfTemplate,
  type UseFinder,
} from './usage/uses.ts';
