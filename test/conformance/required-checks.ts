import type { Revision } from './run-suite.ts';

/** Ids of checks by scenario. */
type Checks = Readonly<Record<string, readonly string[]>>;

/** Of every message a scenario has seen: it fits the schema of the revision. */
const WIRE = 'wire-schema-valid';

const LISTS: Checks = {
  'resources-list': ['resources-list', WIRE],
  'prompts-list': ['prompts-list', WIRE],
  'dns-rebinding-protection': ['localhost-host-rebinding-rejected', 'localhost-host-valid-accepted'],
  // Of a prompt that is not there; that it is answered at all is what counts.
  'completion-complete': ['completion-complete', WIRE],
};

const STATELESS = [
  'request-meta-invalid-missing-meta',
  'request-meta-invalid-missing-protocol-version',
  'request-meta-invalid-missing-client-capabilities',
  'http-server-meta-invalid-400',
  'request-meta-client-info-optional',
  'server-implements-discover',
  'server-identifies-in-result-meta',
  'server-declares-prompts-in-discover',
  'discover-capabilities-match-handlers',
  'server-unsupported-version-error',
  'http-server-unsupported-version-400',
  'http-server-header-mismatch-400',
  'http-server-method-not-found-404',
  'http-server-method-not-found-404-initialize',
  'http-server-method-not-found-404-ping',
  'http-server-method-not-found-404-logging-setlevel',
  'http-server-method-not-found-404-resources-subscribe',
  'http-server-method-not-found-404-resources-unsubscribe',
  'server-sends-subscription-ack',
  'server-tags-subscription-id',
  'server-honors-notification-filter',
  'http-server-error-jsonrpc-id',
].map((check) => `sep-2575-${check}`);

const CACHING = [
  'tools-list-caching-hints',
  'prompts-list-caching-hints',
  'resources-list-caching-hints',
  'resources-templates-list-caching-hints',
  'resources-read-caching-hints',
  'ttl-non-negative',
  'cache-scope-valid',
].map((check) => `sep-2549-${check}`);

/**
 * What has to succeed on the real server by name: a scenario passes also if a check was skipped or has vanished from a
 * newer suite.
 */
export const REQUIRED_CHECKS: Readonly<Record<Revision, Checks>> = {
  '2025-11-25': {
    ...LISTS,
    'server-initialize': ['server-initialize', WIRE],
    ping: ['ping', WIRE],
    'tools-list': ['tools-list', 'tools-name-format', WIRE],
  },
  '2026-07-28': {
    ...LISTS,
    'tools-list': ['tools-list', 'tools-name-format', 'tools-list-deterministic-order', WIRE],
    'sep-2164-resource-not-found': [
      'sep-2164-no-empty-contents',
      'sep-2164-error-code',
      'sep-2164-data-uri',
      WIRE,
    ],
    caching: [...CACHING, WIRE],
    'input-required-result-unsupported-methods': ['sep-2322-not-on-unsupported-requests', WIRE],
    'server-sse-multiple-streams': ['server-accepts-multiple-post-streams'],
    'server-stateless': STATELESS,
  },
};

/** Checks of the headers that repeat what a request's body says; the suite does not count them yet. */
export const HEADER_CHECKS: Checks = {
  'http-header-validation': [
    'sep-2243-server-reject-invalid-headers',
    'sep-2243-server-reject-error-code',
    'sep-2243-server-accepts-whitespace-header-value',
    'sep-2243-header-name-case-insensitive',
    WIRE,
  ],
};
