import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { blockSchemas } from '../../../src/mail/model/index.ts';
import { compileMjml } from '../../../src/mail/render/index.ts';
import { goldenCases } from './golden-cases.ts';
import { mjmlOf } from './rendering.ts';

// Rendering is work for a processor, which may have other work at the time.
setDefaultTimeout(120_000);

const folder = join(import.meta.dir, 'golden');
const isUpdating = Bun.env.UPDATE_GOLDEN === '1';

describe('MJML of', () => {
  test.each(Object.entries(goldenCases))('%s', async (name, { blocks, settings, options }) => {
    const { mjml, warnings } = mjmlOf(blocks, settings, options);
    const list = warnings.map(({ code, blockId }) => `<!-- ${code} ${blockId} -->\n`).join('');
    const file = Bun.file(join(folder, `${name}.mjml`));
    if (isUpdating) await file.write(`${mjml}\n${list}`);
    expect(`${mjml}\n${list}`).toBe(await file.text());
  });

  test('every case is kept, and nothing else is', () => {
    const kept = readdirSync(folder).map((name) => name.replace(/\.mjml$/, ''));
    expect(kept.sort()).toEqual(Object.keys(goldenCases).sort());
  });

  test('every block type there is', () => {
    const types = new Set(
      Object.values(goldenCases).flatMap(({ blocks }) => blocks.map((block) => block.type)),
    );
    expect([...blockSchemas.keys()].filter((type) => !types.has(type))).toEqual([]);
  });
});

test.each(Object.entries(goldenCases))('%s compiles without faults', async (_name, given) => {
  const { mjml } = mjmlOf(given.blocks, given.settings, given.options);
  expect(await compileMjml(mjml)).toStartWith('<!doctype html>');
});
