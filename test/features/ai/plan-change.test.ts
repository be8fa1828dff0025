import { describe, expect, test } from 'bun:test';
import { type TemplateContent, walkBlocks } from '../../../src/mail/model/index.ts';
import { type Answer, bytesOf, mail, plan, planned } from './planned-change.ts';

const blockOf = (content: TemplateContent, id: string) =>
  [...walkBlocks(content)].find(({ block }) => block.id === id)?.block;

function expectOnlyChanged(before: TemplateContent, after: TemplateContent, ...ids: string[]): void {
  const [old, now] = [bytesOf(before), bytesOf(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((id) => old.get(id) !== now.get(id));
  expect(changed.sort()).toEqual(ids.sort());
}

describe('a change', () => {
  test('has only the blocks that the model said it would change', () => {
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

/** Answers that are sent back to the model, with the reason given. */
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
