export { MEDIA_PATH } from './addresses.ts';
export { checkStoredFiles } from './keeping/check-files.ts';
export { keepLibrary } from './keeping/keep-library.ts';
export { sweepFiles } from './keeping/sweep-files.ts';
export { isOwnMedia, readOwnMedia } from './own-media.ts';
export { mediaRoutes } from './routes.ts';
export { mediaSchemas } from './schema.ts';
export { createMediaEndpoint } from './serve-media.ts';
export { contentMedia } from './table.ts';
export { mediaTools } from './tools.ts';
export {
  addUseFinder,
  findDeletedTokens,
  findMediaTokens,
  MAX_LISTED,
  nameOfTemplate,
  type UseFinder,
} from './usage/uses.ts';
