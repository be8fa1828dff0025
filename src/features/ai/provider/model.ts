export { askModel, isModelConfigured } from './ask-model.ts';
export { isNoJson, providerNotConfigured } from './errors.ts';
export type {
  ModelAnswer,
  ModelMessage,
  ModelOperation,
  ModelPart,
  ModelRequest,
  ModelUsage,
} from './model-request.ts';
