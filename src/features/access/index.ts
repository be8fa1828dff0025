export { addApiKey } from './add-api-key.ts';
export { createCustomerDirectory } from './customer-directory.ts';
export { createApiKey, listApiKeys, regenerateApiKey, revokeApiKey } from './operations/api-keys.ts';
export { defineExchangeToken, FAILED_EXCHANGES } from './operations/exchange-token.ts';
export { listTokenKeys, rotateTokenKey } from './operations/token-keys.ts';
export { accessRoutes } from './routes.ts';
export { createTokenAuthority, TOKEN_LIFETIME_SECONDS, type TokenAuthority } from './token.ts';
export { verifyApiKey } from './verify-api-key.ts';
export { createBearerVerifier, type VerifyBearer } from './verify-bearer.ts';
