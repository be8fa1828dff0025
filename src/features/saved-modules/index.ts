export { declareModuleUses } from './media-uses.ts';
export { savedModuleRoutes } from './routes.ts';
