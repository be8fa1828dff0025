import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { resolve } from 'node:path';
import { GUARD_MS } from '../binary/support.ts';
import { type BinaryEndpoint, startBinaryEndpoint } from './binary-endpoint.ts';
import { ENDPOINT, headersOf } from './caller.ts';
import { runTool } from './run-tool.ts';

setDefaultTimeout(GUARD_MS);

/** The Inspector's command line without the launcher, which would only choose it. */
const INSPECTOR = resolve(
  import.meta.dir,
  '../../node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js',
);

/** How the Inspector opens the conversation: by `initialize`, as it turns out to be possible, or without. */
const ERAS = ['legacy', 'auto', 'modern'];

let endpoint: BinaryEndpoint;

beforeAll(async () => {
  endpoint = await startBinaryEndpoint();
});
afterAll(() => endpoint?.stop());

function inspect(era: string, ...args: string[]) {
  const headers = Object.entries(headersOf(endpoint.caller)).flatMap((header) => [
    '--header',
    header.join(': '),
  ]);
  const connection = ['--transport', 'http', '--protocol-era', era, '--stored-auth-only', ...headers];
  const url = endpoint.server.url + ENDPOINT;
  return runTool([INSPECTOR, url, ...connection, '--format', 'json', ...args], endpoint.place.dir);
}

/** What the Inspector complains of, without its advice. */
function readFindings(stderr: string): string[] {
  const findings = stderr.matchAll(/^(?:Error|Warning): tool "(.+)"\n +Path: (.*)\n +Issue: (.{0,80})/gm);
  return [...findings].map(([, tool, path, issue]) => `${tool} ${path}: ${issue}`);
}

describe.each(ERAS)('the Inspector in era %s', (era) => {
  test('finds nothing wrong with the schemas of the tools', async () => {
    const { status, stdout, stderr } = await inspect(era, '--method', 'tools/list', '--strict');
    expect(readFindings(stderr)).toEqual([]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout).result.tools).not.toBeEmpty();
  });

  test('calls a tool', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'get-project-config'];
    const { status, stdout, stderr } = await inspect(era, ...call);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout).result.structuredContent).toMatchObject({ plan: 'scale' });
  });
});
