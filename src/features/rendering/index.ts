export { IMAGE_PATH } from './pictures.ts';
export { renderMail } from './render-mail.ts';
export { renderingRoutes } from './routes.ts';
export { createImageEndpoint } from './serve-image.ts';
export { renderingTools } from './tools.ts';
