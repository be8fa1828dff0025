export { savedModuleRoutes } from './routes.ts';
