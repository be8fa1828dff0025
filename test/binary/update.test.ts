import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/free-port.ts';
import { Executable } from '../../src/cli/update/executable.ts';
import { describeUpdate, findInstallation, nameExecutable } from '../../src/cli/update/installation.ts';
import { findNewer, type Release } from '../../src/cli/update/release-source.ts';
import { findServer } from '../../src/control/client.ts';
import { VERSION } from '../../src/platform/version.ts';
import { createKeyPair, NEWER, ReleaseServer } from './release-server.ts';
import {
  BINARY,
  createInitializedDirectory,
  GUARD_MS,
  runGalley,
  type Server,
  startServer,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

const isLinux = process.platform === 'linux';
const keys = createKeyPair();

let place: TestDirectory;
let releases: ReleaseServer;
let server: Server;
let program: string;
let port: number;

beforeAll(async () => {
  ({ place } = await createInitializedDirectory());
  mkdirSync(join(place.dir, 'bin'));
  program = join(place.dir, 'bin/galley');
  copyFileSync(BINARY, program);
  place.binary = program;
  releases = new ReleaseServer(join(place.dir, 'release'));
  await releases.publish(readFileSync(BINARY), keys);
  port = findFreePort();
  server = await startServer(place, ['--port', String(port)]);
});
beforeEach(() => {
  releases.tamper = (_, answer) => answer;
  releases.asked.length = 0;
});
afterAll(async () => {
  await server.stop();
  place.remove();
  await releases.stop();
});

const update = (args: string[] = ['--yes'], env: Record<string, string> = {}) =>
  runGalley(place, ['update', ...args], {
    GALLEY_RELEASE_URL: releases.url,
    GALLEY_RELEASE_KEYS: keys.public,
    ...env,
  });

describe('galley update --check', () => {
  test('says that there is a newer version, and how to update', async () => {
    const { status, stdout, stderr } = await update(['--check']);
    expect([status, stderr]).toEqual([2, '']);
    expect(stdout).toStartWith(
      `Galley ${NEWER} is available. This is ${VERSION}.\n\n${NEWER} (2027-01-31)\n`,
    );
    expect(stdout).toEndWith('To update:\n  galley update\n');
    expect(releases.asked).toEqual(['/releases/latest/download/latest.json']);
    const json = JSON.parse((await update(['--check', '--json'])).stdout);
    expect(json).toMatchObject({ installed: VERSION, newest: NEWER, installation: 'executable' });
    const { releases: listed } = await Bun.file(join(place.dir, 'release/latest.json')).json();
    expect(listed.slice(0, 2)).toMatchObject([
      { version: NEWER, day: '2027-01-31', notes: '' },
      { version: VERSION, notes: expect.stringMatching(/\S/) },
    ]);
  });

  test.each<[string, () => Response, string]>([
    ['a refusal', () => new Response('rate limit', { status: 403 }), 'was refused'],
    ['a page', () => new Response('<p>Hello</p>'), 'is not a list of releases'],
    ['an object', () => Response.json({ releases: [{ version: '../1' }] }), 'is not a list of releases'],
    ['too much', () => new Response('x'.repeat(5_000_000)), 'was refused'],
    ['a fault', () => new Response('', { status: 503 }), 'did not arrive completely'],
  ])('says in a sentence that it does not know: %s', async (_name, respond, reason) => {
    releases.tamper = respond;
    const { status, stdout, stderr } = await update(['--check']);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^galley: latest\.json of 127\.0\.0\.1:\d+ [^\n]* GALLEY_RELEASE_URL[^\n]*\n$/);
    expect(stderr).toContain(reason);
  });

  test('says so without a connection, and without an address', async () => {
    const away = await update(['--check'], { GALLEY_RELEASE_URL: `http://127.0.0.1:${findFreePort()}` });
    expect([away.status, away.stderr]).toEqual([1, expect.stringContaining('did not arrive')]);
    const unknown = await update(['--check'], { GALLEY_RELEASE_URL: '' });
    expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('is a placeholder')]);
    expect(releases.asked).toEqual([]);
  });
});

describe.if(isLinux)('galley update changes nothing', () => {
  const binary = nameExecutable();
  const flip = async (answer: Response) => {
    const bytes = await answer.bytes();
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    return new Response(bytes);
  };

  const tampered = (file: string, change: (answer: Response) => Response | Promise<Response>) => ({
    tamper: (name: string, answer: Response) => (name === file ? change(answer) : answer),
  });
  /** A server that closes the connection after a part. */
  const broken = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket) {
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\na part');
      },
    },
  });
  afterAll(() => broken.stop(true));
  const breakOff = () => Response.redirect(`http://127.0.0.1:${broken.port}/`);
  const otherChecksum = /The checksum of galley-\S+ is not the one in SHA256SUMS/;
  interface Case {
    args?: string[];
    env?: Record<string, string>;
    tamper?: ReleaseServer['tamper'];
  }

  test.each<[string, RegExp | string, Case]>([
    ['without a key', /has no public key of releases/, { env: { GALLEY_RELEASE_KEYS: '' } }],
    ['with what is no key', /"abc" is not the public key/, { env: { GALLEY_RELEASE_KEYS: 'abc' } }],
    ['unless it is told to go on', /Answer "y" when asked, or pass --yes/, { args: [] }],
    ['with what is no version', /"new" is not a version/, { args: ['--yes', '--version', 'new'] }],
    ['without a running server', /No server runs on the data/, { args: ['--yes', '--data', 'other'] }],
    ['with a key of others', /signature/, { env: { GALLEY_RELEASE_KEYS: createKeyPair().public } }],
    ['with other checksums', /signature of SHA256SUMS/, tampered('SHA256SUMS', flip)],
    ['with a changed executable', otherChecksum, tampered(binary, flip)],
    ['with half of the executable', otherChecksum, tampered(binary, () => releases.truncate())],
    ['after a download that breaks off', /did not arrive completely/, tampered(binary, breakOff)],
    [
      'with another version under this name',
      `the executable is Galley ${VERSION}`,
      { args: ['--yes', '--version', '8.0.0'] },
    ],
  ])('%s', async (_name, message, { args = ['--yes'], env = {}, tamper }) => {
    if (tamper !== undefined) releases.tamper = tamper;
    const { status, stderr } = await update(args, env);
    expect([status, stderr]).toEqual([1, expect.stringMatching(new RegExp(message))]);
    expect(readdirSync(join(place.dir, 'bin'))).toEqual(['galley']);
    expect(await findServer(place.data)).toMatchObject({ version: VERSION, pid: server.pid });
    expect(existsSync(join(place.data, 'backups'))).toBe(false);
  });

  test('beside an update that is under way', async () => {
    writeFileSync(`${program}.download`, '');
    const { status, stderr } = await update();
    expect([status, stderr]).toEqual([1, expect.stringContaining('Another update may be running')]);
    expect(existsSync(`${program}.download`)).toBe(true);
    await Bun.file(`${program}.download`).delete();
  });

  test('for an executable that is not the one of the server', async () => {
    const { status, stderr } = await runGalley({ ...place, binary: undefined }, ['update', '--yes'], {
      GALLEY_RELEASE_URL: releases.url,
      GALLEY_RELEASE_KEYS: keys.public,
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('The running server is')]);
  });
});

test.if(process.getuid?.() === 0)('the folder of the executable must be writable', () => {
  process.seteuid?.(65_534);
  try {
    expect(() => new Executable('/usr/galley').reserve()).toThrow(
      /You may not write to \/usr: run this as root/,
    );
  } finally {
    process.seteuid?.(0);
  }
});

test('a version that is not final sees others that are not', () => {
  const of = (version: string): Release => ({ version, day: '', notes: '' });
  const listed = ['1.2.0-rc.1', '1.1.0', '1.2.0-rc.10', '1.2.0-rc.2'].map(of);
  const newerThan = (version: string) => findNewer(listed, version).map((release) => release.version);
  expect(newerThan('1.2.0-beta.1')).toEqual(['1.2.0-rc.10', '1.2.0-rc.2', '1.2.0-rc.1']);
  expect(newerThan('1.0.9')).toEqual(['1.1.0']);
  expect(newerThan('1.2.0')).toEqual([]);
});

test('every kind of installation has its way to update', () => {
  expect(findInstallation(true, process.execPath)).toBe('source');
  for (const [kind, part] of [
    ['container', 'docker compose pull'],
    ['deb', 'apt install ./galley_2.0.0_'],
    ['homebrew', 'brew upgrade galley'],
    ['source', 'git checkout v2.0.0'],
    ['executable', isLinux ? 'galley update' : 'SHA256SUMS'],
  ] as const)
    expect(describeUpdate(kind, '2.0.0').join('\n')).toContain(part);
});
