export { importingRoutes } from './routes.ts';
