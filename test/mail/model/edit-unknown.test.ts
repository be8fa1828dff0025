import { describe, expect, test } from 'bun:test';
import { editContent, findBlocks } from '../../../src/mail/model/index.ts';
import { newsletter } from './editing.ts';
import { countingIds } from './reading.ts';

const edit = (unknown: 'keep' | 'refuse', operation: object) =>
  editContent(newsletter(), [operation], { makeId: countingIds(), unknown });

/** What an editor newer than this service may write, the block it is about, and what that holds then. */
const NEWER: [name: string, operation: object, id: string, holds: object][] = [
  [
    'a field',
    { op: 'update', id: 't', fields: { glow: { size: 3 }, styles: { shadow: 'soft' } } },
    't',
    { glow: { size: 3 }, styles: { shadow: 'soft' } },
  ],
  [
    'a field of a new block',
    { op: 'add', block: { id: 'n', type: 'spacer', glow: 1 } },
    'n',
    { glow: 1, height: 24 },
  ],
  ['a block', { op: 'add', block: { id: 'n', type: 'carousel', slides: [null] } }, 'n', { slides: [null] }],
  ['a value of another form', { op: 'update', id: 't', fields: { level: 'big' } }, 't', { level: 'big' }],
  [
    'in a block',
    { op: 'update', id: 'u', fields: { tabs: [3], open: true } },
    'u',
    { tabs: [3], open: true },
  ],
];

describe('what this service does not know', () => {
  test.each(NEWER)('%s is kept for people', (_name, operation, id, holds) => {
    const edited = edit('keep', operation);
    expect(edited.ok && findBlocks(edited.content, [id]).blocks[0]).toMatchObject(holds);
  });

  test.each(NEWER)('%s is refused from agents', (_name, operation) => {
    expect(edit('refuse', operation).ok).toBe(false);
  });

  test('settings too', () => {
    const operation = { op: 'update_settings', fields: { theme: 'dark' } };
    const edited = edit('keep', operation);
    expect(edited.ok && edited.content.settings).toMatchObject({ theme: 'dark', width: 600 });
    expect(edit('refuse', operation).ok).toBe(false);
  });

  test.each([
    ['a missing field', { op: 'update', id: 't', fields: { content: null } }],
    ['another type of block', { op: 'update', id: 'u', fields: { type: 'title' } }],
    ['an unknown block', { op: 'update', id: 'gone', fields: { glow: 1 } }],
    ['a section in a section', { op: 'add', section: 's', block: { type: 'section' } }],
  ])('is no way around the rules: %s', (_name, operation) => {
    expect(edit('keep', operation).ok).toBe(false);
  });
});
