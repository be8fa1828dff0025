import { expect } from 'bun:test';
import { join } from 'node:path';
import { type Revision, readEntries, readRequired, type SuiteRun } from './run-suite.ts';

/** Shows what the suite has printed if it has found anything. */
export function expectPassed({ status, output }: SuiteRun): void {
  expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
}

export function hasPassed({ checks }: SuiteRun, scenario: string): boolean {
  const found = checks.get(scenario) ?? [];
  const isBad = found.some(({ status }) => status === 'FAILURE' || status === 'WARNING');
  return !isBad && found.some(({ status }) => status === 'SUCCESS');
}

/** Every check that is named has been made, once or more, and has succeeded each time. */
export function expectChecks(
  { checks }: SuiteRun,
  required: Readonly<Record<string, readonly string[]>>,
): void {
  const failed = Object.entries(required).flatMap(([scenario, ids]) =>
    ids
      .map((id) => ({ scenario, id, made: checks.get(scenario)?.filter((check) => check.id === id) ?? [] }))
      .filter(({ made }) => made.length === 0 || made.some(({ status }) => status !== 'SUCCESS')),
  );
  expect(failed).toEqual([]);
}

const baselinePath = (name: string) => join(import.meta.dir, `baseline.${name}.yaml`);

/** Options with the failures that are expected, `baseline.<name>.yaml`. */
export const baseline = (name: string) => ['--expected-failures', baselinePath(name)];

/** The scenarios of a baseline are among those of the revision: the suite says nothing of an entry that fits none. */
export function expectCounted(name: string, revision: Revision): void {
  const required = readRequired(revision);
  const scenarios = readEntries(baselinePath(name)).map((entry) => entry.split(':')[0] as string);
  expect(scenarios.filter((scenario) => !required.includes(scenario))).toEqual([]);
}
