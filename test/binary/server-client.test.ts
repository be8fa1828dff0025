import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeSdkPackage } from '../../scripts/sdk.ts';
import { type Installation, openInstallation } from './installation.ts';
import { GUARD_MS } from './support.ts';

setDefaultTimeout(GUARD_MS);

let installation: Installation;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galley-server-client-'));
  await writeSdkPackage(folder);
  installation = await openInstallation();
});
afterAll(async () => {
  await installation?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const SCRIPT = resolve(import.meta.dir, 'server-client-script.js');
const RUNTIMES: [name: string, command: string[]][] = [
  ['bun', [process.execPath]],
  ['node', ['node']],
  ['deno', [resolve(import.meta.dir, '../../node_modules/.bin/deno'), 'run', '--allow-all']],
];

for (const [name, command] of RUNTIMES) {
  test(`a backend in ${name} works with the client`, async () => {
    const module = `file://${folder}/server.js`;
    const { url, first } = installation;
    const child = Bun.spawn([...command, SCRIPT, module, url, first.client_id, first.client_secret], {
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    expect({ stderr, status: await child.exited }).toEqual({ stderr: '', status: 0 });
    const { actors, ...rest } = JSON.parse(stdout);
    expect(rest).toEqual({
      created: `acme-${name}`,
      subject: 'For Ada',
      hasName: true,
      found: 1,
      media: 'image/gif',
      failures: [
        { statusCode: 404, code: 'not_found', fields: [] },
        { statusCode: 422, code: 'validation_failed', fields: ['data.name'] },
        { statusCode: 401, code: 'unauthorized', fields: [] },
        { fields: [] },
        'stopped',
      ],
      left: 0,
    });
    expect(new Set(actors)).toEqual(new Set(['Nightly job', 'Jürgen 🦊']));
  });
}
