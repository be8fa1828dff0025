import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { GUARD_MS } from '../binary/support.ts';
import { type BinaryEndpoint, startBinaryEndpoint } from './binary-endpoint.ts';
import { ENDPOINT, headersOf } from './caller.ts';
import { startFixtureEndpoint } from './fixture-endpoint.ts';
import { type HeaderProxy, startHeaderProxy } from './header-proxy.ts';
import { HEADER_CHECKS, REQUIRED_CHECKS } from './required-checks.ts';
import { type Revision, readEntries, readRequired, runSuite, type SuiteRun } from './run-suite.ts';

setDefaultTimeout(GUARD_MS);

const REVISIONS: Revision[] = ['2025-11-25', '2026-07-28'];

const baselinePath = (name: string) => join(import.meta.dir, `baseline.${name}.yaml`);

const baseline = (name: string) => ['--expected-failures', baselinePath(name)];

test.each([...REVISIONS, 'fixtures.2025-11-25'])('baseline %s names scenarios that count', (name) => {
  const required = readRequired(name.replace('fixtures.', '') as Revision);
  const scenarios = readEntries(baselinePath(name)).map((entry) => entry.split(':')[0] as string);
  // The suite says nothing of an entry that fits no scenario.
  expect(scenarios.filter((scenario) => !required.includes(scenario))).toEqual([]);
});

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

  test.each(REVISIONS)('passes what applies to it of revision %s', async (revision) => {
    const args = ['--requirements', revision, ...baseline(revision)];
    const run = await runSuite(proxy.url + ENDPOINT, args);
    expectPassed(run);
    expectChecks(run, REQUIRED_CHECKS[revision]);
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

  test('passes all of revision 2026-07-28', async () => {
    const run = await runSuite(proxy.url + ENDPOINT, ['--requirements', '2026-07-28']);
    expectPassed(run);
    const required = readRequired('2026-07-28');
    expect(required).toHaveLength(37);
    const passed = required.filter((scenario) => hasPassed(run, scenario));
    expect(passed).toEqual(required);
    for (const pending of ['json-schema-2020-12', 'http-custom-header-server-validation']) {
      expect(hasPassed(run, pending), pending).toBeTrue();
    }
  });

  test('passes what needs no session of revision 2025-11-25', async () => {
    const args = ['--requirements', '2025-11-25', ...baseline('fixtures.2025-11-25')];
    expectPassed(await runSuite(proxy.url + ENDPOINT, args));
  });
});

/** Shows what the suite has printed if it has found anything. */
function expectPassed({ status, output }: SuiteRun): void {
  expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
}

function hasPassed({ checks }: SuiteRun, scenario: string): boolean {
  const found = checks.get(scenario) ?? [];
  const isBad = found.some(({ status }) => status === 'FAILURE' || status === 'WARNING');
  return !isBad && found.some(({ status }) => status === 'SUCCESS');
}

/** Every check that is named has been made, once or more, and has succeeded each time. */
function expectChecks({ checks }: SuiteRun, required: Readonly<Record<string, readonly string[]>>): void {
  const failed = Object.entries(required).flatMap(([scenario, ids]) =>
    ids
      .map((id) => ({ scenario, id, made: checks.get(scenario)?.filter((check) => check.id === id) ?? [] }))
      .filter(({ made }) => made.length === 0 || made.some(({ status }) => status !== 'SUCCESS')),
  );
  expect(failed).toEqual([]);
}
