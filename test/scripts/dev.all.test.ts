import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '../../scripts/free-port.ts';
import { describeInBrowser, openBrowserContext, START_MS } from '../browser/browser.ts';

const root = resolve(import.meta.dir, '../..');
const BUILD_MS = 2 * START_MS;

describeInBrowser('bun run dev', () => {
  setDefaultTimeout(3 * BUILD_MS);
  let folder: string;
  let server: Bun.Subprocess;
  const port = findFreePort();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'galley-dev-'));
    for (const name of ['src', 'scripts', 'migrations', 'package.json', 'tsconfig.json', 'bun.lock'])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    server = Bun.spawn([process.execPath, 'scripts/dev.ts', '--port', String(port)], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
  });
  afterAll(async () => {
    server.kill('SIGTERM');
    await server.exited;
    rmSync(folder, { recursive: true, force: true });
  });

  test('shows a change of the dashboard in the open page', async () => {
    const context = await openBrowserContext();
    const page = await context.newPage();
    // The dashboard is built twice, each time in a process that other tests slow down.
    page.setDefaultTimeout(BUILD_MS);
    const url = `http://127.0.0.1:${port}/dashboard/sign-in`;
    while (!(await fetch(url).catch(() => undefined))?.ok) await Bun.sleep(100);
    await page.goto(url);
    const shows = (words: string) => page.waitForFunction(`document.body.innerText.includes('${words}')`);
    await shows('No account yet');
    const file = join(folder, 'src/dashboard/texts/sign-in.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('No account yet', 'Nobody is here'));
    await shows('Nobody is here');
    await context.close();
    expect(server.exitCode).toBeNull();
  });
});
