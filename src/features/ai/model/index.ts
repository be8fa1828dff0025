export { askModel, isModelConfigured } from './client.ts';
export { isNoJson, noModel } from './errors.ts';
export type {
  ModelAnswer,
  ModelMessage,
  ModelOperation,
  ModelPart,
  ModelRequest,
  ModelUsage,
} from './request.ts';
