export { addApiKey } from './add-api-key.ts';
export { invalidToken, toolServerUnavailable } from './errors.ts';
export { type ApiKeyChanged, apiKeyChanged, type TokenKeysRotated } from './events.ts';
export { createApiKey, listApiKeys, regenerateApiKey, revokeApiKey } from './operations/api-keys.ts';
export { createBackendKey, listBackendKeys, revokeBackendKey } from './operations/backend-keys.ts';
export { AgentPath, openAgentScope, performAsAgent } from './operations/perform-as-agent.ts';
export { listTokenKeys, rotateTokenKey } from './operations/token-keys.ts';
export { deleteKeysOfProject } from './queries.ts';
export {
  AuthorType,
  identifyActor,
  requireSignedUser,
  requireVouchedRecipients,
  SIGNED_USER_FIELDS,
  SignedUserInput,
  signDocument,
  typeOfAuthor,
} from './signatures.ts';
