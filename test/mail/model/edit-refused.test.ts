import { describe, expect, test } from 'bun:test';
import { ContentOperations } from '../../../src/mail/model/index.ts';
import { edit, editFaults, newsletter, type Refusal, refuses } from './editing.ts';

const position = '"after", "before", "section", "column", "index"';
const blockIds =
  'Blocks: "t" (title), "b1" (button), "s" (section), "p" (paragraph), "b2" (button), "c" (custom), "u" (tabs).';
const outlineHint = 'The outline of the template shows all ids.';
const title = { type: 'title', content: 'Hi' };
const nested = (where: string) =>
  `A section cannot be inside a section; put it after or before ${where} instead.`;

test('the schema is flat and cheap: language models read it in every conversation', () => {
  const printed = JSON.stringify(ContentOperations);
  expect(printed).not.toMatch(/anyOf|oneOf|allOf|const|\$ref/);
  expect(printed.length).toBeLessThan(1500);
  const bare = Object.entries(ContentOperations.items.properties).filter(([, field]) => !field.description);
  expect(bare.map(([name]) => name)).toEqual(['op']);
});

describe('the batch', () => {
  const message = (got: string) => `"operations" must be a list of 1 to 200 operations; got ${got}.`;
  test.each<[unknown, string]>([
    [undefined, message('nothing')],
    [null, message('null')],
    [{ op: 'delete', id: 't' }, message('an object')],
    [[], message('0')],
    [Array.from({ length: 201 }, () => ({ op: 'delete', id: 't' })), message('201')],
  ])('%#', (operations, expected) => {
    const result = edit(newsletter(), operations);
    expect(result).toEqual({
      ok: false,
      reason: 'invalid',
      faults: [{ path: '/operations', message: expected }],
    });
  });

  test('any fault and nothing is done; all of them are listed', () => {
    const found = editFaults(
      newsletter(),
      { op: 'update', id: 't', fields: { content: 'x' } },
      { op: 'update', id: 'b1', fields: { fontSize: 'big', tint: 1 } },
      { op: 'move', id: 'gone' },
    );
    expect(found.map(({ path }) => path)).toEqual(['/operations/1/fields/tint', '/operations/2/id']);
  });

  test('a refused block is not missed by the operations after it', () => {
    const block = { type: 'button', id: 'new' };
    const found = editFaults(
      newsletter(),
      { op: 'add', block },
      { op: 'move', id: 'new', index: 0 },
      { op: 'add', block: title, after: 'new' },
      { op: 'delete', all_of_type: 'menu' },
    );
    expect(found.map(({ path }) => path)).toEqual(['/operations/0/block/text']);
  });

  test('at most 50 faults, each with a path', () => {
    const ids = Array.from({ length: 60 }, (_, index) => `x${index}`);
    const found = editFaults(newsletter(), { op: 'delete', ids });
    expect(found).toHaveLength(50);
    expect(found.at(-1)).toEqual({
      path: '/operations',
      message: '11 more faults are not shown. Correct these first.',
    });
  });
});

describe('the form of an operation', () => {
  test.each<Refusal>([
    [3, '', 'An operation must be an object with an "op"; got 3.'],
    [
      { id: 't' },
      '/op',
      '"op" must be one of "add", "update", "move", "delete", "update_settings", "update_texts"; got nothing.',
    ],
    [
      { op: 'constructor' },
      '/op',
      '"op" must be one of "add", "update", "move", "delete", "update_settings", "update_texts"; got "constructor".',
    ],
    [
      { op: 'delete', id: 't', fields: {} },
      '/fields',
      '"fields" does not belong to delete; it takes "id", "ids", "all_of_type".',
    ],
    [
      { op: 'update', id: 't', fields: {}, after: 'p' },
      '/after',
      '"after" does not belong to update; it takes "id", "ids", "all_of_type", "fields".',
    ],
    [
      { op: 'move', ids: ['t'], id: 't' },
      '/ids',
      `"ids" does not belong to move; it takes "id", ${position}.`,
    ],
    [
      { op: 'add', block: title, 'a/~b': 1 },
      '/a~1~0b',
      `"a/~b" does not belong to add; it takes "block", "module", ${position}.`,
    ],
    [
      JSON.parse('{"op":"delete","id":"t","__proto__":1}'),
      '/__proto__',
      '"__proto__" does not belong to delete; it takes "id", "ids", "all_of_type".',
    ],
    [
      { op: 'add' },
      '/block',
      '"add" needs "block". For add: {type, ...}. Missing ids and defaults are filled in.',
    ],
    [{ op: 'move' }, '/id', '"move" needs "id". Block to update, move or delete.'],
    [{ op: 'delete' }, '', '"delete" needs exactly one of "id", "ids", "all_of_type"; got none.'],
    [
      { op: 'update', id: 't', ids: ['t'], fields: {} },
      '',
      '"update" needs exactly one of "id", "ids", "all_of_type"; got "id", "ids".',
    ],
    [
      { op: 'add', block: title, after: 't', section: 's' },
      '',
      '"add" takes at most one of "after", "before", "section"; got "after", "section".',
    ],
    [
      { op: 'move', id: 't', column: 1 },
      '/column',
      '"column" is for "section" only; give the id of the section too.',
    ],
    [
      { op: 'move', id: 't', after: 'p', index: 1 },
      '/index',
      '"index" does not go with "after"; use it with "section", or alone for the top level.',
    ],
    [
      { op: 'move', id: 't', index: -1 },
      '/index',
      '"index" of a move operation must be a whole number of 0 or more; got -1.',
    ],
    [{ op: 'add', block: [] }, '/block', '"block" of an add operation must be an object; got a list.'],
    [{ op: 'update', id: 3, fields: {} }, '/id', '"id" of an update operation must be a string; got 3.'],
    [{ op: 'delete', ids: [] }, '/ids', '"ids" of a delete operation must be a non-empty list; got a list.'],
    [{ op: 'delete', ids: ['t', 3] }, '/ids/1', '"ids.1" of a delete operation must be a string; got 3.'],
    [
      { op: 'update_settings', fields: null },
      '/fields',
      '"fields" of an update_settings operation must be an object; got null.',
    ],
  ])('%j', (operation, path, message) => refuses([operation, path, message]));

  test('nesting without end', () => {
    const deep = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
    const update = (depth: number) => ({ op: 'update', id: 'c', fields: { fieldValues: deep(depth) } });
    const message = 'Objects and lists are nested more than 100 deep; flatten them.';
    expect(edit(newsletter(), [update(98)]).ok).toBe(true);
    expect(editFaults(newsletter(), update(99))).toEqual([{ path: '/operations/0', message }]);
    expect(editContentFaultPaths(update(20_000))).toEqual(['/operations/0']);
  });
});

function editContentFaultPaths(operation: unknown): string[] {
  return editFaults(newsletter(), operation).map(({ path }) => path);
}

describe('blocks that are not there, or not for that', () => {
  const without = blockIds.replace('"c" (custom), ', '');
  test.each<Refusal>([
    [
      { op: 'update', id: 'x', fields: {} },
      '/id',
      `update: there is no block "x". ${without} ${outlineHint}`,
    ],
    [
      { op: 'delete', ids: ['t', 'toString'] },
      '/ids/1',
      `delete: there is no block "toString". ${without} ${outlineHint}`,
    ],
    [
      { op: 'update', id: 'c', fields: {} },
      '/id',
      'update: there is no block "c"; an earlier operation deleted it.',
    ],
    [
      { op: 'move', id: 't', after: 'x' },
      '/after',
      `move after: there is no block "x". ${without} ${outlineHint}`,
    ],
    [{ op: 'add', block: title, section: 'x' }, '/section', 'add: there is no section "x". Sections: "s".'],
    [
      { op: 'move', id: 't', section: 'b1' },
      '/section',
      'move: "b1" is a button block, not a section. Sections: "s".',
    ],
    [
      { op: 'update', all_of_type: 'buton', fields: {} },
      '/all_of_type',
      'update: there is no block of type "buton"; there are 1 title, 2 button, 1 section, 1 paragraph, 1 tabs.',
    ],
    [
      { op: 'update', id: 'u', fields: {} },
      '/id',
      'Block "u" is of the type "tabs", which this service does not know: it can be moved and deleted, not updated.',
    ],
    [
      { op: 'update', all_of_type: 'tabs', fields: {} },
      '/all_of_type',
      'Block "u" is of the type "tabs", which this service does not know: it can be moved and deleted, not updated.',
    ],
    [
      { op: 'move', id: 't', before: 't' },
      '/before',
      'A block cannot be moved before itself; name another block.',
    ],
    [{ op: 'move', id: 's', after: 'p' }, '/after', nested('a block at the top level')],
    [{ op: 'move', id: 's', section: 's' }, '/section', nested('a block at the top level')],
    [{ op: 'add', block: { type: 'section' }, section: 's' }, '/section', nested('section "s"')],
    [{ op: 'add', block: { type: 'section' }, before: 'p' }, '/before', nested('section "s"')],
    [
      { op: 'add', block: title, index: 5 },
      '/index',
      '"index" must be 0 to 4 there; got 5. Leave it out for the end.',
    ],
    [
      { op: 'move', id: 't', index: 4 },
      '/index',
      '"index" must be 0 to 3 there; got 4. Leave it out for the end.',
    ],
    [
      { op: 'add', block: title, section: 's', column: 1, index: 1 },
      '/index',
      '"index" must be 0 there; got 1. Leave it out for the end.',
    ],
    [
      { op: 'add', block: title, section: 's', column: 2 },
      '/column',
      '"column" must be 0 to 1: section "s" has the layout "2"; got 2.',
    ],
  ])('%j', (operation, path, message) => refuses([operation, path, message]));

  test('ids that may have been cut are suggested; otherwise ten, and how many more', () => {
    const block = (id: string) => ({ op: 'add', block: { ...title, id } });
    const operations = Array.from({ length: 12 }, (_, index) => block(`block-${index}`));
    const [cut] = editFaults(newsletter(), ...operations, block('0b1c2d3e-4f5a'), {
      op: 'delete',
      id: '0b1c2d3',
    });
    expect(cut?.message).toContain('Blocks: "0b1c2d3e-4f5a" (title) and 19 more.');
    const [other] = editFaults(newsletter(), ...operations, { op: 'delete', id: 'x' });
    expect(other?.message).toContain('"block-2" (title) and 9 more.');
  });

  test('an empty template', () => {
    const empty = { ...newsletter(), blocks: [] };
    const messages = editFaults(
      empty,
      { op: 'delete', id: 'a' },
      { op: 'delete', all_of_type: 'html' },
      { op: 'add', block: title, section: 'a' },
    );
    expect(messages.map(({ message }) => message)).toEqual([
      `delete: there is no block "a". There are no blocks. ${outlineHint}`,
      'delete: there is no block of type "html"; there are no blocks at all.',
      'add: there is no section "a". There are no sections.',
    ]);
  });
});
