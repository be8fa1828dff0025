export { checkProvider } from './provider/operations/check-provider.ts';
export { listUsage } from './usage/operations/list-usage.ts';
