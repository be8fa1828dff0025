export { askModel, isModelConfigured } from './client.ts';
export { isNoJson, providerNotConfigured } from './errors.ts';
export type {
  ModelAnswer,
  ModelMessage,
  ModelOperation,
  ModelPart,
  ModelRequest,
  ModelUsage,
} from './request.ts';
