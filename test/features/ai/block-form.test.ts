import { expect, test } from 'bun:test';
import { countTokens } from 'gpt-tokenizer';
import { showBlocks } from '../../../src/features/ai/changes/shown-content.ts';
import {
  ChangedAnswer,
  CreatedAnswer,
  flatBlock,
  flatSettings,
  shownBlocks,
  shownFields,
} from '../../../src/features/ai/generate/answer-schemas.ts';
import { blockGuide, CHANGE_SYSTEM, CREATE_SYSTEM } from '../../../src/features/ai/generate/prompts.ts';
import { builtinSuggestions } from '../../../src/features/ai/operations/suggest-prompts.ts';
import { blockSchemas, parseContent, TemplateSettings } from '../../../src/mail/model/index.ts';
import { chooseStarter } from '../../../src/mail/starters/choose-starter.ts';
import { fullForm } from '../../mail/model/reading.ts';

/** Beside a mail and an answer, in the smallest contexts local models come with. */
const MOST_TOKENS = 3500;

test.each([
  ['making', CREATE_SYSTEM, CreatedAnswer],
  ['changing', CHANGE_SYSTEM, ChangedAnswer],
])('what a model has to know for %s a mail is short', (_name, system, schema) => {
  expect(countTokens(system) + countTokens(JSON.stringify(schema))).toBeLessThan(MOST_TOKENS);
});

test('every block a model writes, and every field of it, is in the schema and in the guide', () => {
  expect([...blockSchemas.keys()].filter((type) => !shownBlocks.has(type))).toEqual(['custom']);
  const properties = flatBlock.properties as Record<string, { enum?: string[] }>;
  const guide = blockGuide().split('\n');
  for (const [type, schema] of shownBlocks) {
    expect(properties.type?.enum).toContain(type);
    const line = guide.find((text) => text.startsWith(`${type}: `)) ?? '';
    for (const [name] of shownFields(schema)) {
      expect([type, name in properties]).toEqual([type, true]);
      if (name !== 'styles' && name !== 'visibility')
        expect([type, line.includes(name)]).toEqual([type, true]);
    }
  }
  expect(Object.keys(flatSettings.properties as object)).toEqual(
    shownFields(TemplateSettings).map(([name]) => name),
  );
});

test('what the guide calls required is what a block cannot be without', () => {
  for (const [type] of shownBlocks) {
    const line =
      blockGuide()
        .split('\n')
        .find((text) => text.startsWith(`${type}: `)) ?? '';
    const bare = parseContent({ blocks: [{ type }] }, { makeId: () => 'x' });
    const missing = bare.ok ? [] : bare.faults.map(({ path }) => path.split('/').at(-1));
    // Within lists and objects other rules hold.
    const starred = [...line.replace(/\{.*?\}/g, '').matchAll(/(\w+)\*/g)].map(([, name]) => name);
    expect([type, starred.sort()]).toEqual([type, missing.sort()]);
  }
});

test('blocks are shown without what goes without saying', () => {
  const content = fullForm({
    blocks: [
      {
        id: '01a1ff60-3d47-7729-a696-b5b87342870b',
        type: 'title',
        content: 'Hi',
        level: 2,
        color: '#111111',
      },
      {
        id: 's',
        type: 'section',
        columns: '2',
        children: [[{ id: 'd', type: 'divider' }], []],
        wrapper: { padding: {} },
      },
      { id: 'c', type: 'custom', customType: 'shop', fieldValues: { secret: 1 } },
    ],
  });
  expect(showBlocks(content).split('\n')).toEqual([
    '{"id":"42870b","type":"title","content":"Hi","color":"#111111"}',
    '{"id":"s","type":"section","columns":"2"}',
    '{"id":"d","type":"divider"}',
    '{"id":"c","type":"custom","note":"of a type you cannot write"}',
  ]);
});

test('each built-in suggestion gets the design it speaks of, with and without a company', () => {
  for (const brand of [{}, { company_name: 'Bakery $& Rise' }]) {
    const prompts = builtinSuggestions(brand, 3);
    expect(prompts.map(chooseStarter)).toEqual(['welcome', 'newsletter', 'promotion']);
    if ('company_name' in brand) for (const prompt of prompts) expect(prompt).toContain('Bakery $& Rise');
  }
});
