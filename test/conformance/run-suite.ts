import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runTool } from './run-tool.ts';

const SUITE = resolve(import.meta.dir, '../../node_modules/@modelcontextprotocol/conformance');

/** Longest a single scenario may take; those that need a client to answer calls would otherwise wait for half a minute. */
const SCENARIO_MS = 10_000;

/** One thing the suite has looked at, as it writes it down. */
interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

export interface SuiteRun {
  /** 0 if all is as required, or as a baseline says. Null: ended by the time limit. */
  status: number | null;
  /** Everything the suite has printed. */
  output: string;
  /** By scenario; several checks can have the same id. */
  checks: ReadonlyMap<string, readonly Check[]>;
}

export type Revision = '2025-11-25' | '2026-07-28';

/** Runs the official conformance suite against the tool server at `url`; `args` choose the scenarios. */
export async function runSuite(url: string, args: readonly string[]): Promise<SuiteRun> {
  const results = mkdtempSync(join(tmpdir(), 'galley-conformance-'));
  try {
    const command = [join(SUITE, 'dist/index.js'), 'server', '--url', url, ...args];
    const { status, stdout, stderr } = await runTool(
      [...command, '--timeout', String(SCENARIO_MS), '-o', results],
      results,
    );
    return { status, output: stdout + stderr, checks: readChecks(results) };
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

/** The scenarios a revision of the protocol requires, as the suite lists them; more of them run, but do not count. */
export function readRequired(revision: Revision): string[] {
  return readEntries(join(SUITE, 'requirements', `${revision}.yaml`));
}

/** Scenarios, or single checks of them (`scenario:check`), that a list of the suite has for servers. */
export function readEntries(file: string): string[] {
  return (Bun.YAML.parse(readFileSync(file, 'utf8')) as { server: string[] }).server;
}

/** Every scenario writes `server-<scenario>-<time>/checks.json`. */
function readChecks(results: string): Map<string, Check[]> {
  const checks = new Map<string, Check[]>();
  for (const path of readdirSync(results, { recursive: true, encoding: 'utf8' }).sort()) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[^/\\]+[/\\]checks\.json$/.exec(path)?.[1];
    if (scenario !== undefined) checks.set(scenario, JSON.parse(readFileSync(join(results, path), 'utf8')));
  }
  return checks;
}
