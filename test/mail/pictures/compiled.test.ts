import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'galley-imaging-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program where no project and no packages are in reach. */
function run(command: string[]): string {
  const cwd = join(folder, 'empty');
  mkdirSync(cwd, { recursive: true });
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd, env: {}, timeout: 15_000 });
  expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: '' });
  return stdout.toString();
}

test('rasterizer, fonts and drawings are in the executable, and draw the same there', async () => {
  const entry = join(import.meta.dir, 'compiled-entry.ts');
  const outfile = join(folder, 'drawing');
  // As scripts/compile.ts builds the service.
  const built = await Bun.build({
    entrypoints: [entry],
    compile: { outfile },
    minify: true,
    bytecode: true,
    format: 'cjs',
    throw: false,
  });
  expect(built.logs.map(String)).toEqual([]);
  const sums = run([outfile]);
  expect(JSON.parse(sums)).toHaveLength(4);
  expect(sums).toBe(run([process.execPath, entry]));
}, 120_000);
