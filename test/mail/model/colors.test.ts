import { describe, expect, test } from 'bun:test';
import { editContent, findWrongColors, TemplateContent } from '../../../src/mail/model/index.ts';
import { htmlOf } from '../render/rendering.ts';
import { newsletter } from './editing.ts';
import { countingIds, fullForm } from './reading.ts';

const edit = (unknown: 'keep' | 'refuse', ...operations: object[]) =>
  editContent(newsletter(), operations, { makeId: countingIds(), unknown });

const update = (fields: object) => ({ op: 'update', id: 'b1', fields });

describe('a color that is none', () => {
  const wrong: [operation: object, path: string, field: string][] = [
    [
      update({ backgroundColor: 'notacolor' }),
      '/fields/backgroundColor',
      '"backgroundColor" of a button block',
    ],
    [
      update({ styles: { backgroundColor: '#12345' } }),
      '/fields/styles/backgroundColor',
      '"styles.backgroundColor" of a button block',
    ],
    [
      { op: 'update_settings', fields: { linkColor: 'blueish' } },
      '/fields/linkColor',
      '"linkColor" of the settings',
    ],
    [
      { op: 'add', block: { type: 'menu', items: [{ text: 'x', color: 'inherit' }] } },
      '/block/items/0/color',
      '"items.0.color" of a menu block',
    ],
    [
      { op: 'add', block: { type: 'section', children: [[{ type: 'divider', color: 'var(--x)' }]] } },
      '/block/children/0/0/color',
      '"color" of a divider block',
    ],
  ];
  test.each(wrong)('is refused from agents: %j', (operation, path, field) => {
    const edited = edit('refuse', operation);
    if (edited.ok) throw new Error('accepted');
    expect(edited.faults).toHaveLength(1);
    expect(edited.faults[0]?.path).toBe(`/operations/0${path}`);
    expect(edited.faults[0]?.message).toStartWith(
      `${field} must be a CSS color such as "#1a73e8" or a merge tag; got "`,
    );
  });

  test.each(wrong)('is kept for people: %j', (operation) => {
    expect(edit('keep', operation).ok).toBe(true);
  });

  test('is warned of in exports', async () => {
    const styles = { backgroundColor: 'soft' };
    const blocks = [
      { type: 'button', text: 'Go', url: 'https://example.com', backgroundColor: 'notacolor', styles },
    ];
    const { warnings } = await htmlOf(blocks, { textColor: 'ink' });
    expect(warnings.map(({ code, blockId, message }) => [code, blockId, message])).toEqual([
      ['invalid_color', undefined, '"ink" in "textColor" is not a CSS color: the default color is shown.'],
      [
        'invalid_color',
        'id-1',
        '"notacolor" in "backgroundColor" is not a CSS color: the default color is shown.',
      ],
      [
        'invalid_color',
        'id-1',
        '"soft" in "styles.backgroundColor" is not a CSS color: the default color is shown.',
      ],
    ]);
  });
});

test.each([
  '#1a73e8',
  'rebeccapurple',
  'rgba(0, 0, 0, .5)',
  'oklch(0.6 0.1 250)',
  '{{ brand.color }}',
  '*|COLOR|*',
  '{{ brand.color | default: "#1a73e8" }}',
  '',
])('a color is taken from agents, and shown: %s', async (color) => {
  const edited = edit('refuse', update({ backgroundColor: color }));
  expect(edited.ok).toBe(true);
  expect(edited.ok && findWrongColors(edited.content)).toEqual([]);
  const { html } = await htmlOf([{ type: 'divider', color }]);
  if (color !== '') expect(html.includes('solid 1px #e0e0e0')).toBe(false);
});

test.each(['{{ brand.color', '*|COLOR|*;top:0', '*|A;B|*', '*|&#59;|*'])(
  'what only resembles a merge tag, or ends the declaration, is no color: %s',
  async (color) => {
    expect(edit('refuse', update({ backgroundColor: color })).ok).toBe(false);
    const { html, warnings } = await htmlOf([{ type: 'divider', color }]);
    expect(html).toContain('solid 1px #e0e0e0');
    expect(warnings.map(({ code }) => code)).toEqual(['invalid_color']);
  },
);

test('a color that was there before is no mistake of the agent', () => {
  const content = fullForm({
    blocks: [{ id: 'b', type: 'button', text: 'x', textColor: 'inherit' }],
    settings: {},
  });
  const operation = { op: 'update', id: 'b', fields: { text: 'y', textColor: 'inherit' } };
  expect(editContent(content, [operation], { makeId: countingIds(), unknown: 'refuse' }).ok).toBe(true);
});

test('published schemas do not show which fields are colors by anything but words', () => {
  expect(JSON.stringify(TemplateContent.properties.settings.properties.backgroundColor)).toBe(
    '{"description":"CSS color behind the mail.","default":"#ffffff","type":"string"}',
  );
});

describe('hints prefer fields of the same meaning', () => {
  const hints: [fields: object, block: string, hint: string][] = [
    [{ label: 'x' }, 'button', 'did you mean "text"?'],
    [{ href: 'x' }, 'button', 'did you mean "url"?'],
    [{ href: 'x' }, 'image', 'did you mean "linkUrl"?'],
    [{ url: 'x' }, 'image', 'did you mean "src" or "linkUrl"?'],
    [{ link: 'x' }, 'button', 'did you mean "url"?'],
    [{ text: 'x' }, 'paragraph', 'did you mean "content"?'],
    [{ background: 'x' }, 'button', 'did you mean "backgroundColor" or "styles.backgroundColor"?'],
    [{ background_color: 'x' }, 'paragraph', 'did you mean "styles.backgroundColor"?'],
    [{ date: 'x' }, 'countdown', 'did you mean "targetDate"?'],
    [{ URL: 'x' }, 'button', 'did you mean "url"?'],
  ];
  test.each(hints)('%j of %s', (fields, type, hint) => {
    const content = {
      image: {},
      paragraph: { content: 'x' },
      button: { text: 'x' },
      countdown: { targetDate: '2031-01-01' },
    }[type];
    const edited = edit('refuse', { op: 'add', block: { type, ...content, ...fields } });
    if (edited.ok) throw new Error('accepted');
    expect(edited.faults[0]?.message).toEndWith(hint);
  });

  test('in settings', () => {
    const edited = edit('refuse', { op: 'update_settings', fields: { preheader: 'x' } });
    expect(!edited.ok && edited.faults[0]?.message).toBe(
      '"preheader" is not a field of the settings; did you mean "preheaderText"?',
    );
  });
});
