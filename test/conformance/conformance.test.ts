import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { GUARD_MS } from '../binary/support.ts';
import { type BinaryEndpoint, startBinaryEndpoint } from './binary-endpoint.ts';
import { ENDPOINT, headersOf } from './caller.ts';
import { baseline, expectChecks, expectCounted, expectPassed, hasPassed } from './expect-run.ts';
import { startFixtureEndpoint } from './fixture-endpoint.ts';
import { type HeaderProxy, startHeaderProxy } from './header-proxy.ts';
import { HEADER_CHECKS, REQUIRED_CHECKS } from './required-checks.ts';
import { readRequired, runSuite } from './run-suite.ts';

setDefaultTimeout(GUARD_MS);

/** Revision 2025-11-25 is tested in conformance.all.test.ts. */
const REVISION = '2026-07-28';

test('the baseline names scenarios that count', () => expectCounted(REVISION, REVISION));

describe('the executable', () => {
  let endpoint: BinaryEndpoint;
  let proxy: HeaderProxy;

  beforeAll(async () => {
    endpoint = await startBinaryEndpoint();
    proxy = await startHeaderProxy(endpoint.server.url, headersOf(endpoint.caller));
  });
  afterAll(async () => {
    await proxy?.stop();
    await endpoint?.stop();
  });

  test('passes what applies to it', async () => {
    const run = await runSuite(proxy.url + ENDPOINT, ['--requirements', REVISION, ...baseline(REVISION)]);
    expectPassed(run);
    expectChecks(run, REQUIRED_CHECKS[REVISION]);
  });

  test('compares headers with the body', async () => {
    const run = await runSuite(proxy.url + ENDPOINT, ['--scenario', 'http-header-validation']);
    expectPassed(run);
    expectChecks(run, HEADER_CHECKS);
  });
});

describe('the endpoint with the tools the suite wants', () => {
  let proxy: HeaderProxy;

  beforeAll(async () => {
    proxy = await startFixtureEndpoint();
  });
  afterAll(() => proxy?.stop());

  test('passes all of the revision', async () => {
    const run = await runSuite(proxy.url + ENDPOINT, ['--requirements', REVISION]);
    expectPassed(run);
    const required = readRequired(REVISION);
    expect(required).toHaveLength(37);
    const passed = required.filter((scenario) => hasPassed(run, scenario));
    expect(passed).toEqual(required);
    for (const pending of ['json-schema-2020-12', 'http-custom-header-server-validation']) {
      expect(hasPassed(run, pending), pending).toBeTrue();
    }
  });
});
