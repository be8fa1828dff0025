import { describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blockSchemaSource, blockSchemas } from '../../../src/mail/model/index.ts';
import { fullForm, minimalBlocks } from './reading.ts';
import { sampleContent } from './sample-content.ts';

const source = blockSchemaSource();

/** What the TypeScript compiler says about the definitions followed by some code. */
async function compile(code: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'block-schema-'));
  try {
    const file = join(folder, 'blocks.ts');
    await Bun.write(file, `${source}\n${code}\nexport {};\n`);
    const command = [
      'node_modules/.bin/tsc',
      '--noEmit',
      '--strict',
      '--ignoreConfig',
      '--types',
      '',
      '--lib',
      'esnext',
      file,
    ];
    const run = Bun.spawn(command, { stdout: 'pipe', cwd: join(import.meta.dir, '../../..') });
    return await new Response(run.stdout).text();
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the definitions for agents', () => {
  test('name every type, document every field and stay short', () => {
    const lines = source.split('\n');
    for (const [type, schema] of blockSchemas) {
      expect(source).toContain(
        `interface ${schema.title} extends BaseBlock {\n  type: ${JSON.stringify(type)};`,
      );
      for (const key of Object.keys(schema.properties))
        expect(source).toMatch(new RegExp(`^ {2}${key}\\??: `, 'm'));
    }
    const fields = lines.flatMap((line, index) =>
      /^ {2}\w+\??: /.test(line) ? [[line, lines[index - 1]]] : [],
    );
    const bare = fields.filter(
      ([line, above]) => !/^ {2}type: "/.test(line ?? '') && !above?.startsWith('  /** '),
    );
    expect(bare.map(([line]) => line)).toEqual(['  settings: TemplateSettings;']);
    expect(source).toContain('/** Corner radius in pixels. Default 6. */\n  borderRadius: number | Corners;');
    expect(source).not.toMatch(/undefined|\[object|unknown\[\]/);
    expect(source.length).toBeLessThan(15_500);
  });

  test('accept what the service returns', async () => {
    const minimal = fullForm({
      blocks: Object.entries(minimalBlocks).map(([type, fields]) => ({ type, ...fields })),
    });
    const contents = [minimal, sampleContent(1, 20_000)].map((content) => JSON.stringify(content));
    expect(await compile(`const contents: TemplateContent[] = [${contents}]; void contents;`)).toBe('');
  });

  test.each([
    [
      'a missing field',
      '{ id: "a", type: "spacer", styles: { padding: { top: 0, right: 0, bottom: 0, left: 0 } } }',
      'height',
    ],
    ['a wrong choice', '{ id: "a", type: "image", width: "100%" }', '"100%"'],
    ['an unknown type', '{ id: "a", type: "text" }', '"text"'],
  ])('refuse %s', async (_name, block, complaint) => {
    const output = await compile(`const block: Block = ${block}; void block;`);
    expect(output).toContain('error TS');
    expect(output).toContain(complaint);
  });
});
