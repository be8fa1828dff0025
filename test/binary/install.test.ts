import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameExecutable } from '../../src/cli/update/installation.ts';
import { VERSION } from '../../src/platform/version.ts';
import { createKeyPair, ReleaseServer } from './release-server.ts';
import { BINARY, GUARD_MS } from './support.ts';

setDefaultTimeout(GUARD_MS);

const keys = createKeyPair();
const scratch = mkdtempSync(join(tmpdir(), 'galley-install-'));
const canDownload = Bun.which('curl') !== null || Bun.which('wget') !== null;
const canVerify = Bun.spawnSync(['sh', '-c', 'openssl pkeyutl -help 2>&1 | grep -e -rawin']).exitCode === 0;

let releases: ReleaseServer;
let root: string;

beforeAll(async () => {
  releases = new ReleaseServer(join(scratch, 'release'));
  await releases.publish(readFileSync(BINARY), keys, VERSION);
});
beforeEach(() => {
  releases.tamper = (_, answer) => answer;
  root = mkdtempSync(join(scratch, 'root-'));
});
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true });
  await releases.stop();
});

/** Runs the script of the release. */
async function install(args: readonly string[] = [], env: Record<string, string> = { DESTDIR: root }) {
  const child = Bun.spawn(['sh', join(scratch, 'release/install.sh'), ...args], {
    cwd: scratch,
    env: { PATH: process.env.PATH ?? '', HOME: root, TMPDIR: scratch, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { status: await child.exited, stdout, stderr };
}

const list = () =>
  (readdirSync(root, { recursive: true }) as string[])
    .filter((path) => !statSync(join(root, path)).isDirectory())
    .sort();

const versionOf = (executable: string) => Bun.spawnSync([executable, '--version']).stdout.toString().trim();

describe.if(canDownload && process.platform !== 'win32')('install.sh', () => {
  test('installs executable, data directory, settings and unit, and removes them', async () => {
    const { status, stdout, stderr } = await install();
    expect([status, stderr]).toEqual([0, '']);
    const unit = 'etc/systemd/system/galley.service';
    expect(list()).toEqual(['etc/galley/galley.env', unit, 'usr/local/bin/galley']);
    for (const path of list()) expect(stdout).toContain(join(root, path));
    expect(versionOf(join(root, 'usr/local/bin/galley'))).toBe(VERSION);
    expect(readFileSync(join(root, unit), 'utf8')).toContain('\nExecStart=/usr/local/bin/galley serve\n');
    expect(statSync(join(root, 'etc/galley/galley.env')).mode & 0o777).toBe(0o600);
    expect(statSync(join(root, 'var/lib/galley')).mode & 0o777).toBe(0o700);
    writeFileSync(join(root, 'etc/galley/galley.env'), 'GALLEY_PORT=80\n');
    writeFileSync(join(root, 'var/lib/galley/galley.db'), 'data');
    expect((await install()).status).toBe(0);
    expect(list()).toEqual([
      'etc/galley/galley.env',
      unit,
      'usr/local/bin/galley',
      'var/lib/galley/galley.db',
    ]);
    expect(readFileSync(join(root, 'etc/galley/galley.env'), 'utf8')).toBe('GALLEY_PORT=80\n');
    const removed = await install(['--uninstall']);
    expect([removed.status, removed.stdout]).toEqual([0, expect.stringContaining('--purge removes them')]);
    expect(list()).toEqual(['etc/galley/galley.env', 'var/lib/galley/galley.db']);
    expect((await install(['--uninstall', '--purge'])).status).toBe(0);
    expect(list()).toEqual([]);
  });

  test('installs only the executable below a prefix, and keeps the former one', async () => {
    const env = { GALLEY_RELEASE_KEYS: `${createKeyPair().public},${keys.public}` };
    const bin = join(root, 'a b/bin');
    await Bun.write(join(bin, 'galley'), 'former');
    const { status, stderr } = await install(['--prefix', join(root, 'a b'), '--no-service'], env);
    expect([status, stderr]).toEqual([0, '']);
    expect(list()).toEqual(['a b/bin/galley', 'a b/bin/galley.previous']);
    expect(versionOf(join(bin, 'galley'))).toBe(VERSION);
    expect((await install(['--prefix', join(root, 'a b'), '--no-service', '--uninstall'], env)).status).toBe(
      0,
    );
    expect(list()).toEqual([]);
  });

  interface Case {
    args?: string[];
    env?: Record<string, string>;
    tampered?: string;
  }

  test.each<[string, string, Case]>([
    ['an executable that was changed', 'the checksum of galley-', { tampered: nameExecutable() }],
    ['a unit that was changed', 'the checksum of galley.service', { tampered: 'galley.service' }],
    ['a version that is not there', 'could not be downloaded', { args: ['--version', '77.0.0-x'] }],
    ['another version', `says that it is 77.0.0, but it is ${VERSION}`, { args: ['--version', '77.0.0'] }],
    [
      'the placeholder',
      'is a placeholder',
      { env: { GALLEY_RELEASE_URL: 'https://releases.galley.example' } },
    ],
    ['an unknown option', 'unknown option --purg', { args: ['--purg'] }],
    ...(canVerify
      ? ([
          ['checksums that were changed', 'the signature of SHA256SUMS', { tampered: 'SHA256SUMS' }],
          ['a key of others', 'the signature of', { env: { GALLEY_RELEASE_KEYS: createKeyPair().public } }],
        ] satisfies [string, string, Case][])
      : []),
  ])('refuses %s, and changes nothing', async (_name, message, { args = [], env = {}, tampered }) => {
    if (tampered !== undefined)
      releases.tamper = (name, answer) => (name === tampered ? new Response('another') : answer);
    const { status, stderr } = await install(args, { DESTDIR: root, ...env });
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(list()).toEqual([]);
  });
});
