/** Files of tests that also run on several servers, each request on any of them (`bun run check-postgres --servers`, and `bun run check --all`). */
export const ON_SERVERS: readonly string[] = [
  ...['bad-body', 'bad-values', 'renamed-fields', 'server-matrix', 'tenancy-matrix', 'unknown-fields'].map(
    (name) => `test/http/${name}.test.ts`,
  ),
  'test/features/access/server-api.test.ts',
  ...['mcp-comments', 'mcp-curl', 'mcp-story', 'server-client'].map((name) => `test/binary/${name}.test.ts`),
  'test/features/snapshots/tools.test.ts',
  ...[
    'bad-input',
    'bad-input-limits',
    'catalogue',
    'names',
    'parity',
    'prompts',
    'protocol',
    'tool-errors',
    'tools',
    'unsafe-values',
    'untrusted-texts',
  ].map((name) => `test/mcp/${name}.test.ts`),
  ...['comments', 'comment-input', 'comment-list', 'comment-signatures', 'tools'].map(
    (name) => `test/features/comments/${name}.test.ts`,
  ),
  ...['changes', 'client-events', 'presence', 'spelling', 'tabs'].map(
    (name) => `test/realtime/${name}.test.ts`,
  ),
];
