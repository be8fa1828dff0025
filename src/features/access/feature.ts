import { route } from '../../http/route.ts';
import { Cache } from '../../platform/caching/cache.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { AnyOperation } from '../../platform/operation.ts';
import type { RateDecision } from '../../platform/ports/rate-limits.ts';
import type { OpenBackendScope } from '../../platform/security/backend.ts';
import { BackendAccess } from './backend-access.ts';
import { CustomerDirectory } from './customer-directory.ts';
import { createApiKey, listApiKeys, regenerateApiKey, revokeApiKey } from './operations/api-keys.ts';
import { createBackendKey, listBackendKeys, revokeBackendKey } from './operations/backend-keys.ts';
import { createEditorToken } from './operations/create-editor-token.ts';
import { exchangeToken } from './operations/exchange-token.ts';
import { performAsAgent } from './operations/perform-as-agent.ts';
import { listTokenKeys, rotateTokenKey } from './operations/token-keys.ts';
import { TokenAuthority } from './token.ts';
import { createToolAccess, type ToolAccess } from './tool-access.ts';
import { createBearerVerifier, createExpiredBearerVerifier, type VerifyBearer } from './verify-bearer.ts';

const accessRoutes = [
  route('POST', '/auth/token', exchangeToken, {
    answer: 'bare',
    credentialed: { project: 'project_id' },
    // The helper of the published editors sends "sdk".
    ignored: ['client_type'],
  }),
  // Answered like the token exchange, because the browser client reads both.
  route('POST', '/projects/:project/tenants/:tenant/editor-token', createEditorToken, { answer: 'bare' }),
  route('GET', '/keys', listApiKeys, { answer: 'items' }),
  route('POST', '/keys', createApiKey, { status: 201 }),
  route('DELETE', '/keys/:id', revokeApiKey, { answer: 'nothing' }),
  route('POST', '/keys/:id/regenerate', regenerateApiKey),
  route('GET', '/projects/:project/server-keys', listBackendKeys, { answer: 'items' }),
  route('POST', '/projects/:project/server-keys', createBackendKey, { status: 201 }),
  route('DELETE', '/server-keys/:id', revokeBackendKey, { answer: 'nothing' }),
  route('GET', '/token-keys', listTokenKeys, { answer: 'items' }),
  route('POST', '/token-keys/rotate', rotateTokenKey),
];

interface AccessSettings {
  mcp_requests_per_minute: number;
  mcp_requests_per_hour: number;
  agentOperations: readonly AnyOperation[];
  agentTools: readonly string[];
  serverOperations: readonly AnyOperation[];
}

export const access = defineFeature({
  name: 'access',
  services(deps, settings: AccessSettings) {
    const tokens = new TokenAuthority(deps);
    const verifyBearer = createBearerVerifier(deps, tokens);
    const toolLimits = [
      { limit: settings.mcp_requests_per_minute, windowMs: MINUTE_MS },
      { limit: settings.mcp_requests_per_hour, windowMs: HOUR_MS },
    ];
    return {
      tokens,
      verifyBearer,
      verifyEvenExpired: createExpiredBearerVerifier(deps, tokens, verifyBearer),
      customers: new CustomerDirectory(deps),
      signingKeys: new Cache<string>({
        budget: deps.cacheBudget,
        maxEntries: 1_000,
        invalidation: { bus: deps.bus, clock: deps.clock, topics: ['project.changed'] },
      }),
      toolAccess: createToolAccess(deps),
      openBackendScope: new BackendAccess(deps).openScope,
      serverOperations: new Set(settings.serverOperations.map(({ name }) => name)),
      takeToolRequest: (key) => deps.rateLimits.take(`mcp ${key}`, toolLimits),
      agentTools: new Set(settings.agentTools),
      agentOperations: new Map(settings.agentOperations.map((operation) => [operation.name, operation])),
    };
  },
  routes: accessRoutes,
  commands: [
    createApiKey,
    listApiKeys,
    revokeApiKey,
    regenerateApiKey,
    createBackendKey,
    listBackendKeys,
    revokeBackendKey,
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
      verifyEvenExpired: VerifyBearer;
      customers: CustomerDirectory;
      /** Signing keys by project, so that checking a signature needs no query. */
      signingKeys: Cache<string>;
      toolAccess: ToolAccess;
      openBackendScope: OpenBackendScope;
      /** Names of the operations of the backend API. */
      serverOperations: ReadonlySet<string>;
      /** Counts a request to the tool server by API key or address. */
      takeToolRequest(key: string): Promise<RateDecision>;
      /** Names of the tools for agents. */
      agentTools: ReadonlySet<string>;
      /** Operations that agents may perform, by name. */
      agentOperations: ReadonlyMap<string, AnyOperation>;
    };
  }
}
