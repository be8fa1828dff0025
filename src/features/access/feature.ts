import { defineFeature } from '../../platform/feature.ts';
import { createMemory, type Memory } from '../../platform/memory.ts';
import type { AnyOperation } from '../../platform/operation.ts';
import { createRateLimiter, type RateLimiter } from '../../platform/rate-limit.ts';
import { type CustomerDirectory, createCustomerDirectory } from './customer-directory.ts';
import { createDurableRateLimiter, type DurableRateLimiter } from './durable-rate-limiter.ts';
import { createApiKey, listApiKeys, regenerateApiKey, revokeApiKey } from './operations/api-keys.ts';
import { FAILED_EXCHANGES } from './operations/exchange-token.ts';
import { performAsAgent } from './operations/perform-as-agent.ts';
import { listTokenKeys, rotateTokenKey } from './operations/token-keys.ts';
import { accessRoutes } from './routes.ts';
import { createTokenAuthority, type TokenAuthority } from './token.ts';
import { createToolAccess, type ToolAccess } from './tool-access.ts';
import { createBearerVerifier, type VerifyBearer } from './verify-bearer.ts';

interface AccessSettings {
  mcp_requests_per_minute: number;
  mcp_requests_per_hour: number;
  agentOperations: readonly AnyOperation[];
}

export const access = defineFeature({
  name: 'access',
  services(deps, settings: AccessSettings) {
    const tokens = createTokenAuthority(deps);
    const toolRequests = createDurableRateLimiter(deps, [
      { limit: settings.mcp_requests_per_minute, windowMs: 60_000 },
      { limit: settings.mcp_requests_per_hour, windowMs: 3_600_000 },
    ]);
    return {
      tokens,
      verifyBearer: createBearerVerifier(deps, tokens),
      customers: createCustomerDirectory(deps),
      failedExchanges: createRateLimiter(deps.clock, FAILED_EXCHANGES),
      signingKeys: createMemory<string>(deps.events, { forgetOn: ['project.changed'], maxEntries: 1_000 }),
      toolAccess: createToolAccess(deps),
      toolRequests,
      agentOperations: new Map(settings.agentOperations.map((operation) => [operation.name, operation])),
      close: toolRequests.close,
    };
  },
  routes: accessRoutes,
  commands: [
    createApiKey,
    listApiKeys,
    revokeApiKey,
    regenerateApiKey,
    listTokenKeys,
    rotateTokenKey,
    performAsAgent,
  ],
});

declare module '../../platform/deps.ts' {
  interface Services {
    access: {
      tokens: TokenAuthority;
      verifyBearer: VerifyBearer;
      customers: CustomerDirectory;
      /** Token exchanges with a wrong secret, by address and client ID. */
      failedExchanges: RateLimiter;
      /** By project, so that a signature costs no query. */
      signingKeys: Memory<string>;
      toolAccess: ToolAccess;
      /** Requests to the tool server, by API key or address. */
      toolRequests: DurableRateLimiter;
      /** What agents may perform, by name. */
      agentOperations: ReadonlyMap<string, AnyOperation>;
      close(): Promise<void>;
    };
  }
}
