import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type Client, connect, dumpData, expectRefused, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { messageOf, readFence } from '../../support/read-fence.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeEach(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  tenant = await app.openTenant();
});
afterEach(() => app.stop());

/** The template as editors read it. */
const readByRest = async (id: string) => (await tenant.request('GET', `/templates/${id}`)).body.data;

const LETTER = {
  blocks: [
    { id: 'head', type: 'title', content: 'Hello' },
    { id: 'text', type: 'paragraph', content: '<p>Dear reader</p>' },
    {
      id: 'row',
      type: 'section',
      columns: '2',
      children: [[{ id: 'left', type: 'button', text: 'Go', url: 'https://a.example' }], []],
    },
  ],
  settings: { width: 600 },
};

describe('update-template', () => {
  let client: Client;
  let id: string;
  beforeEach(async () => {
    client = connect(app, 'modern');
    const created = await tenant.request('POST', '/templates', { body: { name: 'Letter', content: LETTER } });
    id = created.body.data.id;
  });

  const refuse = (name: string, args: object, message: string | RegExp) =>
    expectRefused(app, client, name, args, message);

  const update = (args: object) => client.get('update-template', { template_id: id, ...args });

  test('changes the name and leaves the content', async () => {
    const { content } = await readByRest(id);
    expect(await update({ name: 'Note' })).toEqual({
      id,
      version: 2,
      previous_version: 1,
      previous_name: 'Letter',
    });
    expect(await readByRest(id)).toMatchObject({ name: 'Note', version: 2, content });
    expect(await update({ name: null })).toEqual({
      id,
      version: 3,
      previous_version: 2,
      previous_name: 'Note',
    });
    expect('name' in (await readByRest(id))).toBe(false);
  });

  test('replaces the content, with or without a name', async () => {
    const outline = 'b1 paragraph "One"';
    expect(await update({ content: smallContent('One') })).toEqual({
      id,
      version: 2,
      previous_version: 1,
      outline,
    });
    const both = await update({ name: 'Two', content: smallContent('Two') });
    expect(both).toMatchObject({ version: 3, previous_name: 'Letter', outline: 'b1 paragraph "Two"' });
    expect((await readByRest(id)).content.blocks).toHaveLength(1);
  });

  test('applies operations in order, and shows what they did', async () => {
    const changed = await update({
      operations: [
        { op: 'update', id: 'head', fields: { content: 'Hi' } },
        { op: 'add', block: { id: 'end', type: 'divider' }, after: 'head' },
        { op: 'move', id: 'text', section: 'row', column: 1 },
        { op: 'delete', id: 'left' },
        { op: 'update_settings', fields: { width: 480 } },
      ],
      expected_version: 1,
    });
    expect(changed).toEqual({
      id,
      version: 2,
      previous_version: 1,
      added: ['end'],
      updated: ['head'],
      moved: ['text'],
      deleted: ['left'],
      outline: 'head title "Hi"\nend divider\nrow section 2\n  1: text paragraph "Dear reader"',
    });
    const { content } = await readByRest(id);
    expect([content.settings.width, content.blocks[2].children[1][0].id]).toEqual([480, 'text']);
  });

  test('shows the changed blocks alone if the order is the same', async () => {
    const operations = [{ op: 'update', id: 'left', fields: { text: 'Come' } }];
    const { outline, ...rest } = await update({ operations });
    expect(rest).toEqual({ id, version: 2, previous_version: 1, updated: ['left'] });
    expect(outline).toStartWith('  0: left button "Come"');
    expect(outline.split('\n')).toHaveLength(1);
  });

  test.each([
    [{ op: 'update', id: 'gone', fields: {} }, /\(operations\.1\.id\)$/],
    [{ op: 'update', id: 'head', fields: { colour: 'red' } }, /\(operations\.1\.fields\.colour\)$/],
    [{ op: 'update', id: 'head', fields: { content: 5 } }, /\(operations\.1\.fields\.content\)$/],
    [{ op: 'paint', id: 'head' }, /\(operations\.1\.op\)$/],
    [{ op: 'add', block: {} }, /\(operations\.1\.block\.type\)$/],
    [{ op: 'move', id: 'row', section: 'row' }, /\(operations\.1\./],
  ] as [object, RegExp][])('%j refuses the whole batch', async (operation, message) => {
    const operations = [{ op: 'delete', id: 'text' }, operation];
    await refuse('update-template', { template_id: id, operations }, message);
  });

  test('shows the present state to who has an older one, and changes nothing', async () => {
    await update({ operations: [{ op: 'delete', id: 'text' }] });
    const args = { template_id: id, name: 'Late', expected_version: 1 };
    const [message, more] = await refuse('update-template', args, /it is at version 2 now\. Read it again/);
    expect(message).toStartWith('The template has been changed in the meantime');
    const { outline } = await client.get('get-template', { template_id: id, format: 'outline' });
    expect(JSON.parse(readFence(more ?? '').json)).toEqual({ current_version: 2, outline });
    const ahead = { template_id: id, content: smallContent(), expected_version: 3 };
    await refuse('update-template', ahead, /version 2 now/);
    expect((await update({ name: 'Now', expected_version: 2 })).version).toBe(3);
  });

  test('with dry_run shows what would be, and saves nothing', async () => {
    for (const change of [
      { name: 'Note' },
      { content: smallContent('New') },
      { operations: [{ op: 'delete', id: 'row' }], expected_version: 1 },
    ]) {
      const before = await dumpData(app);
      const events = app.events.length;
      const planned = await update({ ...change, dry_run: true });
      expect(planned).toMatchObject({ id, version: 1, previous_version: 1, dry_run: true });
      if (!('name' in change)) expect(planned.outline).toBeString();
      expect([(await dumpData(app)) === before, app.events.length]).toEqual([true, events]);
    }
    const bad = { template_id: id, dry_run: true, operations: [{ op: 'delete', id: 'gone' }] };
    await refuse('update-template', bad, /\(operations\.0\.id\)$/);
  });

  test('that changes nothing leaves the version', async () => {
    const before = await dumpData(app);
    expect((await update({ name: 'Letter' })).version).toBe(1);
    expect((await update({ content: LETTER })).version).toBe(1);
    expect(await dumpData(app)).toBe(before);
  });
});

test('a content that others changed since it was read is refused in the words of an agent', async () => {
  const client = connect(app, 'modern');
  const save = (template_id: string, text: string) => ({
    template_id,
    base_version: 1,
    content: { blocks: [{ id: 'a', type: 'paragraph', content: text }], settings: {} },
  });
  const { id } = await client.get('create-template', { content: save('', '<p>One</p>').content });
  await client.get('update-template', save(id, '<p>Two</p>'));
  const { isError, text } = await client.call('update-template', save(id, '<p>Three</p>'));
  expect([isError, messageOf(text)]).toEqual([
    true,
    'Not saved: Scenario via First key (in another session) changed the same parts (paragraph "Two") since you read it. Your version is in the history as “Not saved: changes by Scenario via First key to what Scenario via First key (in another session) changed too”. Read the template again and repeat your change on it, or restore yours from the history to replace it.',
  ]);
});

test('answers to changes of a large template outline 300 blocks, and say how to read the rest', async () => {
  const client = connect(app, 'modern');
  const blocks = Array.from({ length: 3000 }, (_, i) => ({
    id: `block-${i}`,
    type: 'paragraph',
    content: `<p>Paragraph ${i} with some words that an outline shows</p>`,
  }));
  const created = await client.get('create-template', { name: 'Long', content: { blocks, settings: {} } });
  const { id, outline } = created as { id: string; outline: string };
  const rest = (left: number) =>
    `… ${left} more blocks: get-template with {"template_id":"${id}","format":"outline"} shows all.`;
  const linesOf = (answer: unknown) => (answer as { outline: string }).outline.split('\n');
  expect([linesOf(created).length, linesOf(created).at(-1)]).toEqual([301, rest(2700)]);
  expect(outline).toStartWith('block-0 paragraph "Paragraph 0 with');
  expect(outline.length).toBeLessThan(30_000);

  const update = (operation: object, others: object = {}) =>
    client.get('update-template', { template_id: id, operations: [operation], ...others });
  const align = { op: 'update', all_of_type: 'paragraph', fields: { paragraphSpacing: 8 } };
  const aligned = await update(align);
  expect(aligned.updated).toEqual(blocks.slice(0, 300).map(({ id }) => id));
  expect(aligned.left_out).toEqual({ updated: 2700 });
  const all = linesOf(aligned);
  expect([all.length, all.at(-1)]).toEqual([301, rest(2700)]);
  const block = { id: 'late', type: 'paragraph', content: '<p>Late</p>' };
  expect(linesOf(await update({ op: 'add', block, after: 'block-2999' }))).toEqual([
    'late paragraph "Late"',
    rest(3000),
  ]);
  const deleted = linesOf(await update({ op: 'delete', id: 'block-1' }));
  expect([deleted[1], deleted.length, deleted.at(-1)]).toEqual([
    expect.stringContaining('block-2 '),
    301,
    rest(2700),
  ]);
  const whole = await client.get('get-template', { template_id: id, format: 'outline' });
  expect(linesOf(whole)).toHaveLength(3000);
});
