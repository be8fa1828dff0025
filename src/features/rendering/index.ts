export { IMAGE_PATH } from './pictures.ts';
export { type PreparedMail, prepareMail } from './prepare-mail.ts';
export { renderMail } from './render-mail.ts';
export { renderingRoutes } from './routes.ts';
export { createImageEndpoint } from './serve-image.ts';
export { renderingTools } from './tools.ts';
