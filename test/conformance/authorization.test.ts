import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/free-port.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Browser } from '../features/accounts/browser.ts';
import { addClient, decide, pathOf } from '../features/grants/agent.ts';
import { signInMember } from '../features/members/people.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const SUITE = join(import.meta.dir, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

let app: TestApp;
let person: Browser;
beforeAll(async () => {
  app = await createTestApp({}, { clock: systemClock });
  await app.openTenant();
  app.deps.baseUrl = `http://127.0.0.1:${app.listen()}`;
  person = await signInMember(app, app.first.team_id, 'editor');
});
afterAll(() => app.stop());

/** A port that is free now. */
/** Says yes at the address that the suite prints for people. */
async function consent(output: string): Promise<void> {
  const [address] = /http:\S+\/dashboard\/connect-agent\?\S+/.exec(output) ?? [];
  const answer = await decide(person, Object.fromEntries(new URL(address as string).searchParams), 'write');
  await fetch(answer.body.data.redirect_to);
}

test('the scenarios of the official suite for authorization servers pass', async () => {
  const port = findFreePort();
  const suite = Bun.spawn(
    [
      ...[process.execPath, '--no-install', SUITE, 'authorization', '--url', `${app.deps.baseUrl}/oauth`],
      ...['--client-id', await addClient(app, [`http://127.0.0.1:${port}/callback`]), '--port', String(port)],
      ...['--resource', app.deps.baseUrl + pathOf(app.first.project_id, 'default')],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'], timeout: 60_000, killSignal: 'SIGKILL' },
  );
  let output = '';
  let isAsked = false;
  for await (const chunk of suite.stdout.pipeThrough(new TextDecoderStream())) {
    output += chunk;
    if (isAsked || !output.includes('Waiting up to')) continue;
    isAsked = true;
    await consent(output);
  }
  await suite.exited;
  expect([suite.exitCode, output]).toEqual([0, expect.stringContaining('authorization-code-grant')]);
  expect(isAsked).toBe(true);
});
