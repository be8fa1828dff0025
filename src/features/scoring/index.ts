export { scoringRoutes } from './routes.ts';
export { scoringTools } from './tools.ts';
