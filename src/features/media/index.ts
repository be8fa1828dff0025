export { MEDIA_PATH } from './addresses.ts';
export { checkStoredFiles } from './keeping/check-files.ts';
export { keepLibrary } from './keeping/keep-library.ts';
export { sweepFiles } from './keeping/sweep-files.ts';
export { isOwnMedia, readOwnMedia } from './own-media.ts';
export { mediaRoutes } from './routes.ts';
export { mediaSchemas } from './schema.ts';
export { createMediaEndpoint } from './serve-media.ts';
export { mediaTools } from './tools.ts';
