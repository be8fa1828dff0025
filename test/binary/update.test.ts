import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { findFreePort } from '../../scripts/free-port.ts';
import { describeUpdate, findInstallation } from '../../src/cli/update/installation.ts';
import { findNewer, type Release } from '../../src/cli/update/releases.ts';
import { VERSION } from '../../src/platform/version.ts';
import { createPlace, GUARD_MS, type Place, runGalley } from './support.ts';

setDefaultTimeout(GUARD_MS);

let place: Place;
/** The program that asks, of each request. */
let asked: (string | null)[] = [];
let answer: () => Response;
const feed = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    asked.push(request.headers.get('user-agent'));
    return answer();
  },
});
const address = `http://127.0.0.1:${feed.port}/releases`;

beforeAll(() => {
  place = createPlace();
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  place.remove();
  await feed.stop(true);
});

const update = (args: string[] = ['--check'], url = address) =>
  runGalley(place, ['update', ...args], { GALLEY_RELEASES_URL: url });

const release = (tag_name: string, more: object = {}) => ({
  tag_name,
  html_url: `https://releases.example/${tag_name}`,
  published_at: '2027-01-31T10:00:00Z',
  body: `News of ${tag_name}`,
  draft: false,
  prerelease: false,
  ...more,
});

describe('galley update --check', () => {
  test('shows newer releases, the newest first, and how to update', async () => {
    const body = `- Faster\u001b[31m\n\n${'- More\n'.repeat(40)}`;
    const entries = [
      release('v99.0.0', { body }),
      release('v98.1.0'),
      release('v100.0.0-beta.1', { prerelease: true }),
      release('v101.0.0', { draft: true }),
      release('v102.0.0', { prerelease: true }),
      release('nightly'),
      release(`v${VERSION}`),
      release('v0.0.1'),
      { tag_name: 7 },
      null,
    ];
    answer = () => Response.json(entries);
    const { status, stdout, stderr } = await update();
    expect([status, stderr]).toEqual([2, '']);
    expect(stdout).toStartWith(
      `Galley 99.0.0 is available. This is ${VERSION}.\n\n99.0.0 (2027-01-31)\n  - Faster`,
    );
    expect(stdout.indexOf('98.1.0')).toBeGreaterThan(
      stdout.indexOf('  … all of it: https://releases.example/v99.0.0'),
    );
    for (const part of ['\u001b', '100.0', '101.0', '102.0', 'nightly', '0.0.1'])
      expect(stdout).not.toContain(part);
    expect(stdout).toContain('To update, make a backup ("galley backup") first.');
    expect(asked[0]).toBe(`Galley/${VERSION}`);
    const json = JSON.parse((await update(['--check', '--json'])).stdout);
    expect(json).toMatchObject({ installed: VERSION, newest: '99.0.0' });
    expect(['executable', 'container']).toContain(json.installation);
    expect(stdout).toContain(json.update[0]);
    expect(json.newer.map(({ version }: Release) => version)).toEqual(['99.0.0', '98.1.0']);
  });

  test('says that this is the newest version', async () => {
    answer = () => Response.json([release(`v${VERSION}`), release('v0.0.1')]);
    expect(await update()).toEqual({
      status: 0,
      stdout: `Galley ${VERSION} is the newest version.\n`,
      stderr: '',
    });
  });

  test.each([
    ['a refusal', () => new Response('rate limit', { status: 403 }), 'did not send a list'],
    ['a page', () => new Response('<p>Hello</p>'), 'did not send a list'],
    ['an object', () => Response.json({ message: 'Not Found' }), 'did not send a list'],
    ['too much', () => new Response('x'.repeat(5_000_000)), 'did not send a list'],
  ])('says in a sentence that it does not know: %s', async (_name, respond, reason) => {
    answer = respond;
    const { status, stdout, stderr } = await update();
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `galley: It is not known whether there is a newer version: 127.0.0.1:${feed.port} ${reason}. Check the connection of this machine, or the address in GALLEY_RELEASES_URL.\n`,
    );
  });

  test('says so without a connection', async () => {
    const { status, stderr } = await update(['--check'], `http://127.0.0.1:${findFreePort()}/releases`);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: It is not known .*: 127\.0\.0\.1:\d+ cannot be reached\. [^\n]*\n$/);
  });

  test('asks only when it is told to, and only what it is told to', async () => {
    const unasked = await update([]);
    expect([unasked.status, unasked.stderr]).toEqual([1, expect.stringContaining('"galley update --check"')]);
    const unknown = await update(['--check'], '');
    expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('Set GALLEY_RELEASES_URL')]);
    expect(asked).toEqual([]);
  });
});

test('a version that is not final sees others that are not', () => {
  const of = (version: string): Release => ({ version, day: undefined, notes: '', page: undefined });
  const releases = ['1.2.0-rc.1', '1.1.0', '1.2.0-rc.10', '1.2.0-rc.2'].map(of);
  const newer = (version: string) => findNewer(releases, version).map((release) => release.version);
  expect(newer('1.2.0-beta.1')).toEqual(['1.2.0-rc.10', '1.2.0-rc.2', '1.2.0-rc.1']);
  expect(newer('1.0.9')).toEqual(['1.1.0']);
  expect(newer('1.2.0')).toEqual([]);
});

test('every kind of installation has its way to update', () => {
  expect(findInstallation(process.execPath)).toBe('source');
  for (const [kind, part] of [
    ['container', 'docker compose pull'],
    ['deb', 'apt install ./galley_2.0.0_'],
    ['homebrew', 'brew upgrade galley'],
    ['source', 'git checkout v2.0.0'],
    ['executable', 'SHA256SUMS'],
  ] as const)
    expect(describeUpdate(kind, '2.0.0', undefined).join('\n')).toContain(part);
});
