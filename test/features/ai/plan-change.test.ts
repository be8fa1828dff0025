import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { editContent, type TemplateContent, walkBlocks } from '../../../src/content/index.ts';
import { type PlannedChange, planChange } from '../../../src/features/ai/changes/plan-change.ts';
import { showBlocks } from '../../../src/features/ai/changes/shown-content.ts';
import { createTagCheck } from '../../../src/features/ai/merge-tags.ts';
import { fullContent } from '../../content/arbitrary-content.ts';
import { fullForm } from '../../content/reading.ts';

type Answer = Record<string, unknown>;

const mail = (): TemplateContent =>
  fullForm({
    blocks: [
      { id: 't', type: 'title', content: 'Hello', level: 1 },
      { id: 'p', type: 'paragraph', content: '<p>It is <strong>here</strong>, {{ name }}.</p>' },
      { id: 'b', type: 'button', text: 'Go', url: 'https://example.com' },
      {
        id: 's',
        type: 'section',
        columns: '2',
        children: [
          [
            {
              id: 'i',
              type: 'image',
              src: 'https://example.com/a.png',
              alt: 'A',
              placeholderUrl: 'https://example.com/p.png',
            },
          ],
          [
            {
              id: 'm',
              type: 'menu',
              items: [
                { id: 'm1', text: 'Home', url: 'u', openInNewTab: true },
                { id: 'm2', text: 'Shop', url: 'v' },
              ],
            },
          ],
        ],
      },
      { id: 'c', type: 'custom', customType: 'shop', fieldValues: { a: 1 } },
    ],
    settings: { preheaderText: 'Soon' },
  });

const plan = (content: TemplateContent, answer: Answer, ...offered: string[]) =>
  planChange(content, { reply: 'Done.', ...answer }, createTagCheck(content, offered));

function planned(content: TemplateContent, answer: Answer, ...offered: string[]): PlannedChange {
  const result = plan(content, answer, ...offered);
  if (!result.ok) throw new Error(result.faults.join(' '));
  return result.value;
}

const blockOf = (content: TemplateContent, id: string) =>
  [...walkBlocks(content)].find(({ block }) => block.id === id)?.block;

/** Blocks by id, as bytes. */
const bytesOf = (content: TemplateContent) =>
  new Map([...walkBlocks(content)].map(({ block }) => [block.id, JSON.stringify(block)]));

function expectOnlyChanged(before: TemplateContent, after: TemplateContent, ...ids: string[]): void {
  const [old, now] = [bytesOf(before), bytesOf(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((id) => old.get(id) !== now.get(id));
  expect(changed.sort()).toEqual(ids.sort());
}

describe('a change', () => {
  test('is of the blocks the model said it would change, whatever else it answers', () => {
    const before = mail();
    const { content, operations } = planned(before, {
      touches: ['b'],
      operations: [
        { op: 'update', all_of_type: 'button', fields: { backgroundColor: '#aa0000' } },
        { op: 'update', id: 't', fields: { content: 'BUY' } },
        { op: 'update', ids: ['p', 'b'], fields: { styles: { backgroundColor: '#eeeeee' } } },
        { op: 'delete', id: 's' },
        { op: 'move', id: 'c', index: 0 },
        { op: 'update_settings', fields: { width: 700 } },
      ],
    });
    expectOnlyChanged(before, content, 'b');
    expect(content.settings).toEqual(before.settings);
    expect(content.blocks.map(({ id }) => id)).toEqual(['t', 'p', 'b', 's', 'c']);
    expect(operations).toEqual([
      {
        op: 'update',
        id: 'b',
        fields: { backgroundColor: '#aa0000', styles: { backgroundColor: '#eeeeee' } },
      },
    ]);
  });

  test('is the smallest that does it', () => {
    const before = mail();
    const again = { ...blockOf(before, 'b'), text: 'Start' } as Answer;
    const { id: _id, type: _type, ...fields } = again;
    const { operations } = planned(before, {
      touches: ['b', 't'],
      operations: [
        { op: 'update', id: 'b', fields },
        { op: 'update', id: 't', fields: { content: 'Hello', level: 1 } },
      ],
    });
    expect(operations).toEqual([{ op: 'update', id: 'b', fields: { text: 'Start' } }]);
  });

  test('leaves texts alone that are only written in another way', () => {
    const before = mail();
    const { content, operations } = planned(before, {
      touches: ['p', 't'],
      operations: [
        { op: 'update', id: 'p', fields: { content: '<P>It is  <strong >here</strong>, {{ name }}.</P>\n' } },
        { op: 'update', id: 't', fields: { content: 'Hi' } },
      ],
    });
    expectOnlyChanged(before, content, 't');
    expect(operations).toHaveLength(1);
  });

  test('by deleting and adding keeps the block’s id', () => {
    const before = mail();
    const { content, operations } = planned(before, {
      touches: ['p'],
      operations: [
        { op: 'delete', id: 'p' },
        { op: 'add', after: 't', block: { type: 'paragraph', content: '<p>New</p>' } },
      ],
    });
    expectOnlyChanged(before, content, 'p');
    expect(operations).toEqual([{ op: 'update', id: 'p', fields: { content: '<p>New</p>' } }]);
  });

  test('keeps ids of list items, and what a model is not shown of them', () => {
    const before = mail();
    const { content } = planned(before, {
      touches: ['m'],
      operations: [
        {
          op: 'update',
          id: 'm',
          fields: {
            items: [
              { text: 'News', url: 'w' },
              { text: 'Home', url: 'u' },
              { text: 'Store', url: 'v' },
            ],
          },
        },
      ],
    });
    const items = (blockOf(content, 'm') as unknown as { items: Answer[] }).items;
    expect(items.map(({ text, url, openInNewTab }) => [text, url, openInNewTab])).toEqual([
      ['News', 'w', false],
      ['Home', 'u', true],
      ['Store', 'v', false],
    ]);
    expect(items[1]?.id).toBe('m1');
    expect(new Set(items.map(({ id }) => id)).size).toBe(3);
  });

  test('by all blocks written anew is reduced to what is different', () => {
    const before = mail();
    const [t, p, b, s, c] = JSON.parse(JSON.stringify(before.blocks));
    delete s.children[0][0].placeholderUrl;
    const { content, operations } = planned(before, {
      touches: ['t', 's', 'i'],
      settings: { width: 900 },
      blocks: [
        { ...t, content: 'Hi' },
        { ...p, content: '<p>All new</p>' },
        { ...b, id: undefined },
        s,
        c,
      ].filter((block) => block !== c),
    });
    expectOnlyChanged(before, content, 't');
    expect(operations).toEqual([{ op: 'update', id: 't', fields: { content: 'Hi' } }]);
  });

  test('may add blocks, under ids of their own', () => {
    const before = mail();
    const { content } = planned(before, {
      touches: [],
      operations: [
        { op: 'add', after: 'b', block: { type: 'section', id: 'new', columns: '2', level: null } },
        { op: 'add', section: 'new', column: 1, block: { id: 'p', type: 'paragraph', content: '<p>x</p>' } },
        { op: 'update', id: 'new', fields: { columns: '3' } },
      ],
    });
    const added = content.blocks[3];
    expect(added?.id).toMatch(/^[\da-f-]{36}$/);
    expect(added).toMatchObject({
      type: 'section',
      columns: '3',
      children: [[], [{ type: 'paragraph' }], []],
    });
    expect(content.blocks.filter(({ id }) => id !== added?.id)).toEqual(before.blocks);
  });

  test('of nothing is an answer to a question', () => {
    const before = mail();
    expect(planned(before, { touches: [], operations: [] })).toEqual({
      reply: 'Done.',
      content: before,
      operations: [],
    });
  });
});

/** Answers that are sent back, and what is said of them. */
const REFUSED: [name: string, answer: Answer, fault: RegExp][] = [
  ['no list of what is touched', { operations: [] }, /"touches" is missing/],
  [
    'only blocks it did not name',
    { touches: [], operations: [{ op: 'delete', id: 't' }] },
    /list there what/i,
  ],
  [
    'a block there is not',
    { touches: ['x'], operations: [{ op: 'delete', id: 'x' }] },
    /there is no block "x"/,
  ],
  [
    'a field there is not',
    { touches: ['t'], operations: [{ op: 'update', id: 't', fields: { colour: 'red' } }] },
    /"colour" is not a field/,
  ],
  [
    'a wrong value',
    { touches: ['t'], operations: [{ op: 'update', id: 't', fields: { level: 9 } }] },
    /operations\.0\.fields\.level/,
  ],
  [
    'a made-up type',
    { touches: [], operations: [{ op: 'add', block: { type: 'hero' } }] },
    /one of "section"/,
  ],
  [
    'a made-up merge tag',
    { touches: ['t'], operations: [{ op: 'update', id: 't', fields: { content: 'Hi {{ first }}' } }] },
    /no merge tag \{\{ first \}\}/,
  ],
  [
    'a made-up condition',
    {
      touches: ['t'],
      operations: [{ op: 'update', id: 't', fields: { content: '{% if x %}Hi{% endif %}' } }],
    },
    /no merge tags \{% if x %\}/,
  ],
  ['no operation', { touches: ['t'], operations: ['delete it'] }, /operations\.0 must be an object/],
];

describe('an answer is refused with', () => {
  test.each(REFUSED)('%s', (_name, answer, fault) => {
    const result = plan(mail(), answer);
    expect(result.ok ? '' : result.faults.join(' ')).toMatch(fault);
  });
});

test('merge tags that are offered, or there already, may be used, with another fallback too', () => {
  const fields = { content: 'Hi {{ first | default: "you" }} {{name}} {{ tail }}' };
  const answer = { touches: ['t'], operations: [{ op: 'update', id: 't', fields }] };
  expect(planned(mail(), answer, '{{first}}', '{{ tail }}').operations).toHaveLength(1);
});

test('whatever the mail, a model that rewrites everything changes what it named and nothing else', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fullContent, fc.array(fc.nat(), { maxLength: 3 }), (json, picks) => {
      const before = json as unknown as TemplateContent;
      const ids = [...walkBlocks(before)].map(({ block }) => block.id);
      const touches = [...new Set(picks.flatMap((pick) => ids[pick % Math.max(ids.length, 1)] ?? []))];
      const operations = ids.flatMap((id) => [
        { op: 'update', id, fields: { styles: { backgroundColor: '#123456' } } },
        { op: 'move', id, index: 0 },
      ]);
      const greedy = [
        ...operations,
        { op: 'update_settings', fields: { width: 1 } },
        ...ids.slice(0, 2).map((id) => ({ op: 'delete', id })),
      ];
      const result = planChange(before, { reply: '', touches, operations: greedy }, createTagCheck(before));
      if (!result.ok) return;
      accepted += 1;
      const { content, operations: smallest } = result.value;
      const [old, now] = [bytesOf(before), bytesOf(content)];
      const inside = new Set(
        before.blocks.flatMap((block) =>
          block.type === 'section' && touches.includes(block.id)
            ? block.children.flat().map(({ id }) => id)
            : [],
        ),
      );
      const sectionsOf = (id: string) =>
        before.blocks.some(
          (block) =>
            block.type === 'section' &&
            block.id === id &&
            block.children.flat().some((inner) => touches.includes(inner.id)),
        );
      for (const id of ids) {
        if (touches.includes(id) || inside.has(id) || sectionsOf(id)) continue;
        expect(now.get(id)).toBe(old.get(id) as string);
      }
      expect(JSON.stringify(content.settings)).toBe(JSON.stringify(before.settings));
      const untouched = (list: readonly { id: string }[]) =>
        list.map(({ id }) => id).filter((id) => !touches.includes(id) && ids.includes(id));
      const top = new Set(before.blocks.map(({ id }) => id));
      expect(untouched(content.blocks).filter((id) => top.has(id))).toEqual(untouched(before.blocks));
      if (smallest !== undefined && smallest.length > 0) {
        const edited = editContent(before, smallest, { makeId: () => 'x', unknown: 'keep' });
        expect(edited.ok && edited.content).toEqual(content);
      }
    }),
    { numRuns: 300 },
  );
  expect(accepted).toBeGreaterThan(50);
});

test('whatever the mail, all blocks written anew change what was named and nothing else', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fullContent, fc.nat(), fc.func(fc.boolean()), (json, pick, hasId) => {
      const before = json as unknown as TemplateContent;
      const ids = [...walkBlocks(before)].map(({ block }) => block.id);
      const touched = before.blocks[pick % Math.max(before.blocks.length, 1)]?.id;
      const lines = showBlocks(before)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
      const shown = new Map(ids.map((id, index) => [id, lines[index]]));
      const rewrite = (block: { id: string }): Answer => {
        const { id, ...fields } = shown.get(block.id) as Answer;
        return { ...fields, ...(hasId(block.id) && { id }), styles: { backgroundColor: '#123456' } };
      };
      const blocks = before.blocks.map((block) =>
        block.type === 'section'
          ? { ...rewrite(block), id: block.id, children: block.children.map((list) => list.map(rewrite)) }
          : rewrite(block),
      );
      const touches = touched === undefined ? [] : [touched];
      const result = planChange(before, { reply: '', touches, blocks }, createTagCheck(before));
      if (!result.ok) return;
      accepted += 1;
      const [old, now] = [bytesOf(before), bytesOf(result.value.content)];
      const section = before.blocks.find(({ id }) => id === touched);
      const inside = section?.type === 'section' ? section.children.flat().map(({ id }) => id) : [];
      for (const id of ids)
        if (id !== touched && !inside.includes(id)) expect(now.get(id)).toBe(old.get(id) as string);
    }),
    { numRuns: 300 },
  );
  expect(accepted).toBeGreaterThan(30);
});
