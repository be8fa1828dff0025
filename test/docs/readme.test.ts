import { describe, expect, test } from 'bun:test';
import { resolve } from 'node:path';
import { renderReadme } from '../../scripts/readme.ts';
import { createProgram } from '../../src/cli/program.ts';

const root = resolve(import.meta.dir, '../..');
const readme = await Bun.file(`${root}/README.md`).text();

describe('the README', () => {
  test('has the settings as they are', async () => {
    expect(readme, 'run "bun run docs"').toBe(await renderReadme());
  });

  test('names every command', () => {
    const names = createProgram().commands.map((command) => command.name());
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  test('names no script that does not exist', async () => {
    const manifest = await Bun.file(`${root}/package.json`).json();
    const named = [...readme.matchAll(/bun(?:@[\d.]+)? run (\w+)/g)].map(([, script]) => script as string);
    expect(named.filter((script) => !(script in manifest.scripts))).toEqual([]);
    expect(named).toContain('up');
  });
});

test('AGENTS.md stays short', async () => {
  expect((await Bun.file(`${root}/AGENTS.md`).text()).split('\n').length).toBeLessThan(60);
});
