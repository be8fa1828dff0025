export { IMAGE_PATH } from './pictures.ts';
export { renderingRoutes } from './routes.ts';
export { createImageEndpoint } from './serve-image.ts';
export { renderingTools } from './tools.ts';
