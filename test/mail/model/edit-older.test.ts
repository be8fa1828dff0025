import { describe, expect, test } from 'bun:test';
import type { Block, TemplateContent } from '../../../src/mail/model/index.ts';
import { edited } from './editing.ts';

const spacer = { type: 'spacer', id: 'new' };

describe('content stored under older rules', () => {
  const old = {
    blocks: [
      { id: 'bad', type: 'title', content: 3, level: 9 },
      {
        id: 's',
        type: 'section',
        columns: '1',
        styles: {},
        children: [[{ id: 'in', type: 'image', width: 'wide' }]],
      },
      { id: 'broken', type: 'section', columns: '1' },
      null,
      { id: 'twin', type: 'spacer' },
      { id: 'twin', type: 'spacer' },
      { type: 'spacer' },
      { id: 'p', type: 'paragraph', content: 'x' },
    ],
    settings: { width: 'wide' },
  } as unknown as TemplateContent;

  test('does not prevent other changes', () => {
    const { content, updated } = edited(
      old,
      { op: 'update', id: 'p', fields: { content: 'y' } },
      { op: 'update', id: 's', fields: { borderRadius: 3 } },
      { op: 'move', id: 'bad', index: 2 },
      { op: 'add', block: spacer, after: 'in' },
      { op: 'delete', id: 'broken' },
    );
    expect(updated).toEqual(['p', 's']);
    expect(content.settings).toBe(old.settings);
    expect(content.blocks.map((block) => block?.id)).toEqual([
      's',
      'bad',
      undefined,
      'twin',
      'twin',
      undefined,
      'p',
    ] as never);
    expect(content.blocks[1]).toBe(old.blocks[0] as Block);
  });

  test('is mended by operations that set what is wrong', () => {
    const { content } = edited(
      old,
      { op: 'update', id: 'bad', fields: { content: 'x', level: null } },
      { op: 'update_settings', fields: { width: 640 } },
    );
    expect(content.blocks[0]).toMatchObject({ content: 'x', level: 2, textAlign: 'left' });
    expect(content.settings).toEqual({
      width: 640,
      backgroundColor: '#ffffff',
      fontFamily: 'Arial',
      locale: 'en',
    });
  });

  test('blocks without an id get one when they are updated', () => {
    const { content } = edited(old, { op: 'update', all_of_type: 'spacer', fields: { height: 3 } });
    expect(content.blocks[6]).toMatchObject({ id: 'id-1', height: 3 });
  });
});
