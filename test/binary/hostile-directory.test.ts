import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { smallContent } from '../support/test-app.ts';
import {
  createTestDirectory,
  GUARD_MS,
  openTenant,
  type Server,
  startServer,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

/** Files that tools and libraries read, or run, from the directory a program is started in. */
const BAIT: readonly [name: string, text: (marker: string) => string][] = [
  ['.mjmlconfig', () => JSON.stringify({ packages: ['./evil.js'] })],
  ['.mjmlconfig.js', (marker) => `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`],
  ['evil.js', (marker) => `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`],
  ['bunfig.toml', () => 'preload = ["./evil.js"]\n'],
  // Would keep the server from starting, if it were believed.
  ['.env', () => 'GALLEY_LOG_LEVEL=nonsense\n'],
  ['package.json', () => JSON.stringify({ name: 'x', imports: { '#x': './evil.js' } })],
];

let place: TestDirectory;
let server: Server;
beforeAll(() => {
  place = createTestDirectory();
});
afterAll(async () => {
  await server?.stop();
  place?.remove();
});

test('nothing that lies where it is started is run, not by the server nor by what renders for it', async () => {
  const marker = join(place.dir, 'was-run');
  for (const [name, text] of BAIT) writeFileSync(join(place.dir, name), text(marker));
  server = await startServer(place, ['--json']);
  const tenant = await openTenant(server.url, JSON.parse(server.stdout()));
  const body = { content: smallContent('Letter'), plain_text: true };
  const { status, body: answer } = await tenant.call('POST', '/render', { body });
  expect([status, answer.data?.plain_text?.includes('Letter')]).toEqual([200, true]);
  expect(existsSync(marker)).toBe(false);
});
