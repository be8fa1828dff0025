import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { renderSettingsPage, SETTINGS_PAGE } from '../../scripts/settings-table.ts';
import { createProgram } from '../../src/cli/program.ts';
import { listSnippets, PAGES, readPage, root, withoutCode } from './pages.ts';

/** The anchors of a page's headings, as code hosts make them. */
function anchorsOf(text: string): string[] {
  const headings = text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading]) =>
    (heading as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

async function findFaultyLink(page: string, target: string): Promise<string | undefined> {
  if (/^(https?|mailto):/.test(target)) return URL.canParse(target) ? undefined : 'is not an address';
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, file))) return 'does not exist';
  if (anchor === undefined) return undefined;
  return anchorsOf(await readPage(file)).includes(anchor) ? undefined : 'has no such heading';
}

describe('the documentation', () => {
  test('has no broken link', async () => {
    const faults: string[] = [];
    let links = 0;
    for (const page of PAGES) {
      for (const [, target] of withoutCode(await readPage(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
        links += 1;
        const fault = await findFaultyLink(page, target as string);
        if (fault !== undefined) faults.push(`${page}: ${target} ${fault}`);
      }
    }
    expect(faults).toEqual([]);
    // Guards the pattern: the index in the README alone has more than ten.
    expect(links).toBeGreaterThan(20);
  });

  test('can be reached from the README, every page of it', async () => {
    const readme = await readPage('README.md');
    const pages = PAGES.filter((page) => page !== 'README.md');
    expect(pages.filter((page) => !readme.includes(`(${page})`))).toEqual([]);
  });

  test('has the settings as they are', async () => {
    expect(await Bun.file(SETTINGS_PAGE).text(), 'run "bun run docs"').toBe(await renderSettingsPage());
  });

  test('names every command', async () => {
    const text = await readPage('docs/commands.md');
    const names = createProgram().commands.map((command) => command.name());
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  test('names no script that does not exist', async () => {
    const manifest = await Bun.file(`${root}/package.json`).json();
    const texts = await Promise.all(PAGES.map(readPage));
    const named = texts.flatMap((text) =>
      [...text.matchAll(/bun(?:@[\d.]+)? run ([\w-]+)/g)].map(([, script]) => script),
    );
    expect(named.filter((script) => !((script as string) in manifest.scripts))).toEqual([]);
    expect(named).toContain('up');
  });

  test('has snippets of JSON that can be read', async () => {
    for (const page of PAGES) {
      const snippets = listSnippets(await readPage(page)).filter(({ language }) => language === 'json');
      for (const { code, line } of snippets) {
        expect(() => JSON.parse(code), `${page}:${line}`).not.toThrow();
      }
    }
  });

  test('begins with a README of less than 200 lines; AGENTS.md has at most 100', async () => {
    expect((await readPage('README.md')).split('\n').length).toBeLessThan(200);
    const rules = (await readPage('AGENTS.md')).trimEnd().split('\n');
    expect(rules.length).toBeLessThanOrEqual(100);
    expect(rules.filter((line) => line.length > 150)).toEqual([]);
  });
});
