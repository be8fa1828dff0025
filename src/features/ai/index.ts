export { setUpModel } from './provider/desk.ts';
export type { ModelSettings } from './provider/model-settings.ts';
export { checkProvider } from './provider/operations/check-provider.ts';
export { aiRoutes } from './routes.ts';
export { generateTool, rewriteTool } from './tools.ts';
export { listUsage } from './usage/operations/list-usage.ts';
