import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePort } from '../../scripts/free-port.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import {
  askGalley,
  createTestDirectory,
  GUARD_MS,
  openTenant,
  type Server,
  startServer,
  type TestDirectory,
} from '../binary/support.ts';
import { listSnippets, PAGES, readPage, root } from './pages.ts';

setDefaultTimeout(GUARD_MS);

const BINARY = process.env.GALLEY_TEST_BINARY ?? resolve(root, 'dist/galley');

/** Lines that are not run here, each with the reason. */
const LEFT_OUT: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^npx -y bun@/, 'builds the project; the check itself does'],
  [/^claude mcp add/, 'needs that program'],
  [/^sudo /, 'changes the machine'],
  [/^galley .*s3:\/\//, 'test/binary/backup.test.ts runs them against a bucket'],
  [/^GALLEY_BACKUP_/, 'settings, not commands'],
  [/^(sha256sum|gh) /, 'needs the files of a release'],
  [/^curl .*install\.sh/, 'test/binary/install.test.ts runs the script'],
  [/^(litestream|rclone) /, 'test/binary/litestream.all.test.ts replicates and restores'],
  [/^galley .*\/srv\/galley/, 'the data directory that they restore'],
  [/^galley serve .*--acme/, 'test/features/certificates/acme.test.ts gets certificates from an authority'],
  [/^galley ai (check|usage)/, 'test/binary/ai.test.ts runs them against a provider'],
];

/** The commands of a snippet: one a line, continued by a backslash, without comments. */
function listCommands(code: string): string[] {
  const joined = code.replaceAll(/\\\n\s*/g, '');
  return joined
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

const isLeftOut = (command: string) => LEFT_OUT.some(([pattern]) => pattern.test(command));
const startsServer = (command: string) => /\bgalley serve\b/.test(command);

const commands = (
  await Promise.all(
    PAGES.map(async (page) =>
      listSnippets(await readPage(page))
        .filter(({ language }) => language === 'sh')
        .flatMap(({ code, line }) =>
          listCommands(code).map((command) => ({ command, from: `${page}:${line}` })),
        ),
    ),
  )
)
  .flat()
  .filter(({ command }) => !isLeftOut(command));

describe('commands of the documentation', () => {
  let place: TestDirectory;
  let server: Server;
  /** What stands for the examples' values, longest first. */
  let values: (readonly [RegExp, string])[];

  beforeAll(async () => {
    place = createTestDirectory();
    const first = await askGalley(place, 'init');
    server = await startServer(place);
    const tenant = await openTenant(server.url, first, 'acme');
    const template = await tenant.call('POST', '/templates', {
      body: { name: 'A', content: { blocks: [] } },
    });
    const { admin_token } = await askGalley(place, 'admin', 'token', 'create', '--name', 'T');
    values = [
      [/http:\/\/localhost:4100/g, server.url],
      [/gly_ci_…/g, first.client_id],
      [/gly_cs_…/g, first.client_secret],
      [/gly_key_…/g, first.api_key],
      [/eyJ…/g, tenant.token],
      [/gat_…/g, admin_token],
      [/01a1…|<id>/g, first.project_id],
      [/01b2…/g, template.body.data.id],
      [/\/mnt\/nas/g, join(place.dir, 'nas')],
      [/\/srv\/galley-restored/g, join(place.dir, 'restored')],
      [/\/var\/lib\/galley/g, join(place.dir, 'installed')],
    ];
    // The examples call `galley`, as if it were installed.
    mkdirSync(join(place.dir, 'nas'));
    writeFileSync(join(place.dir, 'secret'), 'a passphrase');
    mkdirSync(join(place.dir, 'bin'));
    copyFileSync(BINARY, join(place.dir, 'bin/galley'));
  });
  afterAll(async () => {
    await server.stop();
    place.remove();
  });

  const fill = (command: string) =>
    values.reduce((filled, [pattern, value]) => filled.replace(pattern, value), command);

  const run = (command: string, env: Record<string, string> = {}) =>
    Bun.spawn(['bash', '-c', command], {
      cwd: place.dir,
      env: { ...place.env, PATH: `${join(place.dir, 'bin')}:${place.env.PATH}`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  // Those of this page are last, because they replace secrets that other examples use.
  const endsAccess = ({ from }: { from: string }) => from.startsWith('docs/commands.md');
  const oneShot = commands
    .filter(({ command }) => !startsServer(command) && !command.startsWith('P='))
    .toSorted((a, b) => Number(endsAccess(a)) - Number(endsAccess(b)));
  const hasCurl = isAvailable('curl');
  for (const { command, from } of oneShot)
    test.skipIf(!hasCurl && /\bcurl\b/.test(command))(command, async () => {
      const base = `P=${server.url}/api/v1/projects/01a1…/tenants/acme`;
      // `init` needs a directory of its own: the one of the server has a project already.
      const isInit = /^galley init/.test(command);
      const data: Record<string, string> = isInit
        ? { GALLEY_DATA: join(place.dir, `init-${from.replace(/\W/g, '-')}`) }
        : {};
      const child = run(fill(`${base}; ${command}`), data);
      const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      expect([await child.exited, stderr], `${from}: ${command}`).toEqual([0, expect.any(String)]);
      if (!command.startsWith('curl')) return;
      const answer = JSON.parse(stdout);
      expect(answer, from).not.toHaveProperty('code');
      // An error of the tool server has its code further inside.
      if (!command.includes('/mcp')) return;
      const { items } = answer.result?.structuredContent ?? {};
      expect(items, stdout).toContainEqual(expect.objectContaining({ name: 'A' }));
    });

  const serving = commands.filter(({ command }) => startsServer(command));
  test.each(serving.map(({ command, from }) => [command, from] as const))('%s', async (command, from) => {
    const port = findFreePort();
    const tlsPort = findFreePort();
    for (const [file, source] of [
      ['fullchain.pem', 'first.crt'],
      ['privkey.pem', 'first.key'],
    ] as const) {
      copyFileSync(join(root, 'test/fixtures/tls', source), join(place.dir, file));
    }
    const filled = fill(command).replace('--tls-port 443', `--tls-port ${tlsPort}`);
    const child = run(`exec env ${filled.replace(/^((?:\w+=\S+ )*)/, '$1')} --port ${port}`, {
      GALLEY_DATA: join(place.dir, `serve-${port}`),
    });
    const health = `http://127.0.0.1:${port}/api/v1/health`;
    let isUp = false;
    for (let tries = 0; tries < 600 && !isUp && child.exitCode === null; tries += 1) {
      isUp = (await fetch(health).catch(() => undefined))?.status === 200;
      if (!isUp) await Bun.sleep(50);
    }
    child.kill('SIGTERM');
    await child.exited;
    expect(isUp, `${from}: ${command}\n${await child.stderr.text()}`).toBe(true);
  });

  test('are many, and what is left out is still in the documentation', async () => {
    expect(commands.length).toBeGreaterThan(15);
    const text = (await Promise.all(PAGES.map(readPage))).join('\n');
    for (const [pattern] of LEFT_OUT) expect(text).toMatch(new RegExp(pattern.source, 'm'));
  });
});
