import { afterEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SCRIPT = resolve(import.meta.dir, '../../scripts/run-attached.ts');

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A project whose script `up` runs a "server" that writes its process id, and a line when it is stopped. */
function makeProject(): void {
  folder = mkdtempSync(join(tmpdir(), 'galley-up-'));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/bun'));
  const server = `
    import { writeFileSync } from 'node:fs';
    process.on('SIGHUP', () => {});
    process.on('SIGTERM', () => { writeFileSync('stopped', 'yes'); process.exit(0); });
    writeFileSync('pid', String(process.pid));
    setInterval(() => {}, 1000);`;
  writeFileSync(join(folder, 'server.ts'), server);
  const scripts = { up: `true && bun "${SCRIPT}" bun server.ts` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', scripts }));
}

const read = (name: string): string | undefined => {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
};

/** A file exists before its text is written, so an empty one is not there yet. */
async function waitForFile(name: string): Promise<string> {
  for (;;) {
    const text = read(name);
    if (text) return text;
    await Bun.sleep(50);
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const hasNpx = Bun.which('npx') !== null && process.platform !== 'win32';

test.each([
  ['bun run up', ['bun', 'run', 'up'], 'SIGTERM'],
  ['npx bun run up', ['npx', 'bun', 'run', 'up'], 'SIGTERM'],
  ['npx bun run up', ['npx', 'bun', 'run', 'up'], 'SIGKILL'],
  ['the script', ['bun', SCRIPT, 'bun', 'server.ts'], 'SIGHUP'],
] as const)('%s: the server stops with it (%#)', async (_name, command, signal) => {
  if (command[0] === 'npx' && !hasNpx) return;
  makeProject();
  const child = Bun.spawn([...command], { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] });
  const pid = Number(await waitForFile('pid'));
  expect(isAlive(pid)).toBe(true);
  child.kill(signal);
  await waitForFile('stopped');
  while (isAlive(pid)) await Bun.sleep(50);
  await child.exited;
});

test.each([
  ['exit 3', 3],
  ['kill -TERM $$', 143],
])('the exit code of "%s" is passed on', async (command, exitCode) => {
  if (process.platform === 'win32') return;
  const child = Bun.spawn(['bun', SCRIPT, 'sh', '-c', command], { stdio: ['ignore', 'ignore', 'ignore'] });
  expect(await child.exited).toBe(exitCode);
});
