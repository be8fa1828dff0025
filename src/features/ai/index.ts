export { checkModels, checkProvider } from './operations/check-provider.ts';
export { listUsage } from './operations/list-usage.ts';
