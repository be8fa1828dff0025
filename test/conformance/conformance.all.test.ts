import { setDefaultTimeout, test } from 'bun:test';
import { GUARD_MS } from '../binary/support.ts';
import { startBinaryEndpoint } from './binary-endpoint.ts';
import { ENDPOINT, headersOf } from './caller.ts';
import { baseline, expectChecks, expectCounted, expectPassed } from './expect-run.ts';
import { startFixtureEndpoint } from './fixture-endpoint.ts';
import { startHeaderProxy } from './header-proxy.ts';
import { REQUIRED_CHECKS } from './required-checks.ts';
import { runSuite } from './run-suite.ts';

setDefaultTimeout(GUARD_MS);

const REVISION = '2025-11-25';
const FIXTURES = `fixtures.${REVISION}`;

test.each([REVISION, FIXTURES])('baseline %s names scenarios that count', (name) =>
  expectCounted(name, REVISION),
);

test('the executable passes what applies to it', async () => {
  const endpoint = await startBinaryEndpoint();
  const proxy = await startHeaderProxy(endpoint.server.url, headersOf(endpoint.caller));
  try {
    const run = await runSuite(proxy.url + ENDPOINT, ['--requirements', REVISION, ...baseline(REVISION)]);
    expectPassed(run);
    expectChecks(run, REQUIRED_CHECKS[REVISION]);
  } finally {
    await proxy.stop();
    await endpoint.stop();
  }
});

test('the endpoint with the tools the suite wants passes what needs no session', async () => {
  const proxy = await startFixtureEndpoint();
  try {
    expectPassed(await runSuite(proxy.url + ENDPOINT, ['--requirements', REVISION, ...baseline(FIXTURES)]));
  } finally {
    await proxy.stop();
  }
});
