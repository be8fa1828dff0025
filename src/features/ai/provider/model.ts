export { isNoJson, providerNotConfigured } from './errors.ts';
export { askModel, isModelConfigured } from './model-client.ts';
export type {
  ModelAnswer,
  ModelMessage,
  ModelOperation,
  ModelPart,
  ModelRequest,
  ModelUsage,
} from './model-request.ts';
