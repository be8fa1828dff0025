import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { expectRefused, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { messageOf } from '../../support/read-fence.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { drawPng, GUARD_MS, libraryOf } from '../media/library.ts';
import { CASES, image, paragraph } from './replacements.ts';
import { create, openReplacing, read } from './replacing.ts';

setDefaultTimeout(GUARD_MS);

let app: TestApp;
let tenants = 0;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
});
afterAll(() => app.stop());

const open = () => openReplacing(app, `replacing ${++tenants}`);

const swap = { what: 'text', find: 'May', replace: 'June' };

describe('what is replaced', () => {
  test.each(CASES)('%s %s → %s in %j', async (what, find, replace, block, after) => {
    const { agent } = await open();
    const id = await create(agent, 'x', [block]);
    const before = await read(agent, id);
    const answer = await agent.get('replace-in-templates', { what, find, replace });
    const now = await read(agent, id);
    if (after === 'same') {
      expect([answer.items, now]).toEqual([[], before]);
      return;
    }
    expect(answer).toMatchObject({ changed: 1, failed: 0, searched: 1, next_cursor: null });
    expect(now.content.blocks).toMatchObject([after]);
    const { items: _items, ...expected } = { ...before.content.blocks[0], ...after };
    expect(now.content.blocks).toMatchObject([expected]);
    expect([now.version, now.content.settings]).toEqual([2, before.content.settings]);
  });

  test('settings and blocks in sections too, and the answer names them as outlines do', async () => {
    const { agent } = await open();
    const section = {
      type: 'section',
      columns: '2',
      children: [[paragraph('<p>May</p>')], [paragraph('<p>x</p>')]],
    };
    const id = await create(agent, 'Mail', [section], { subject: 'May', preheaderText: 'In May' });
    const { items } = await agent.get('replace-in-templates', { what: 'text', find: 'May', replace: 'June' });
    const { content } = await read(agent, id);
    const inner = content.blocks[0].children[0][0];
    expect([inner.content, content.settings.subject, content.settings.preheaderText]).toEqual([
      '<p>June</p>',
      'June',
      'In June',
    ]);
    expect(items).toEqual([
      { id, name: 'Mail', version: 2, count: 3, blocks: ['settings', `paragraph ${inner.id.slice(-6)}`] },
    ]);
  });

  test('all addresses of a media file, by its id', async () => {
    const { agent, tenant } = await open();
    const library = libraryOf(tenant);
    const [old, next] = [
      await library.upload(drawPng(1, 1500, 20), 'a.png'),
      await library.upload(drawPng(2), 'b.png'),
    ];
    const id = await create(agent, 'x', [image(old.url), image(old.large_url ?? ''), image(next.url)]);
    await create(agent, 'without', [image('https://x.example/a.png')]);
    const answer = await agent.get('replace-in-templates', {
      what: 'address',
      find: old.id,
      replace: next.id,
    });
    expect(answer).toMatchObject({ changed: 1, searched: 1, items: [{ id, count: 2 }] });
    const sources = (await read(agent, id)).content.blocks.map(({ src }: { src: string }) => src);
    expect(new Set(sources)).toEqual(new Set([next.url]));
  });

  test('a footer, by a saved module or by a block of a template', async () => {
    const { agent, tenant } = await open();
    const footer = [{ type: 'divider' }, paragraph('<p>Old Street 1</p>')];
    const saved = (content: object[], name: string) =>
      tenant.request('POST', '/saved-modules', { body: { name, content } });
    const [old, next] = [
      (await saved(footer, 'old')).body.data.id,
      (await saved([paragraph('<p>New Street 2</p>')], 'new')).body.data.id,
    ];
    const a = await create(agent, 'a', [{ type: 'title', content: 'A' }, ...footer]);
    const b = await create(agent, 'b', [...footer, { type: 'title', content: 'B' }, ...footer]);
    const c = await create(agent, 'c', [paragraph('<p>Old Street 1</p>')]);
    const answer = await agent.get('replace-in-templates', { what: 'block', find: old, replace: next });
    expect(answer).toMatchObject({
      changed: 2,
      searched: 3,
      items: [
        { id: a, count: 1 },
        { id: b, count: 2 },
      ],
    });
    const shown = async (id: string) =>
      (await read(agent, id)).content.blocks.map(
        (block: { type: string; content?: string }) => block.content ?? block.type,
      );
    expect([await shown(a), await shown(b), await shown(c)]).toEqual([
      ['A', '<p>New Street 2</p>'],
      ['<p>New Street 2</p>', 'B', '<p>New Street 2</p>'],
      ['<p>Old Street 1</p>'],
    ]);
    const ids = (await read(agent, b)).content.blocks.map((block: { id: string }) => block.id);
    expect(new Set(ids).size).toBe(3);
    const outline = (await agent.get('get-template', { template_id: a, format: 'outline' })).outline.split(
      '\n',
    );
    const block = outline[1].split(' ')[0];
    expect(
      await agent.get('replace-in-templates', { what: 'block', find: `${a}#${block}`, replace: '' }),
    ).toMatchObject({ changed: 2 });
    expect([await shown(a), await shown(b)]).toEqual([['A'], ['B']]);
  });
});

describe('which templates', () => {
  test('those named, or those that fit filters; archived ones only if asked for', async () => {
    const { agent } = await open();
    const [a, b, c] = [
      await create(agent, 'a', [paragraph('May')]),
      await create(agent, 'b', [paragraph('May')]),
      await create(agent, 'c', [paragraph('May')]),
    ];
    await agent.get('change-templates', { ids: [a], add_tags: ['News'] });
    await agent.get('change-templates', { ids: [c], archived: true });
    const find = async (args: object) =>
      (
        await agent.get('replace-in-templates', {
          what: 'text',
          find: 'May',
          replace: 'June',
          dry_run: true,
          ...args,
        })
      ).items.map(({ id }: { id: string }) => id);
    expect(await find({})).toEqual([a, b]);
    expect(await find({ archived: true })).toEqual([a, b, c]);
    expect(await find({ tag: 'news' })).toEqual([a]);
    expect(await find({ tag: 'none' })).toEqual([]);
    expect(await find({ template_ids: [b, c, b] })).toEqual([b, c]);
    expect(await find({ block_type: 'button' })).toEqual([]);
  });

  test('not those that are too large, which are named', async () => {
    const { agent, tenant } = await open();
    const small = await create(agent, 'small', [paragraph('May')]);
    const body = { content: { blocks: [paragraph(`<p>May ${'words '.repeat(100_000)}</p>`)], settings: {} } };
    const { id } = (await tenant.request('POST', '/templates', { body })).body.data;
    expect(await agent.get('replace-in-templates', swap)).toMatchObject({
      changed: 1,
      failed: 1,
      items: [{ id: small }, { id, error: expect.stringContaining('larger than 512 KB') }],
    });
  });

  test('not those of another tenant', async () => {
    const [one, other] = [await open(), await open()];
    const id = await create(one.agent, 'a', [paragraph('May')]);
    expect(await other.agent.get('replace-in-templates', swap)).toMatchObject({ items: [], searched: 0 });
    const named = await other.agent.get('replace-in-templates', { ...swap, template_ids: [id] });
    expect(named).toMatchObject({ changed: 0, failed: 1, items: [{ id, error: 'Template not found.' }] });
    const block = await other.agent.call('replace-in-templates', {
      what: 'block',
      find: `${id}#x`,
      replace: '',
    });
    expect([block.isError, messageOf(block.text)]).toEqual([true, 'Template not found.']);
    expect((await read(one.agent, id)).version).toBe(1);
  });

  test('a call stops after 2 MB, and goes on with the cursor', async () => {
    const { agent } = await open();
    const ids: string[] = [];
    const filler = 'x'.repeat(450_000);
    for (let index = 0; index < 7; index += 1)
      ids.push(await create(agent, `${index}`, [paragraph(`May ${filler}`)]));
    const all = await agent.call('replace-in-templates', { ...swap, all_or_none: true });
    expect([all.isError, messageOf(all.text)]).toEqual([
      true,
      expect.stringContaining('100, with 2 MB together'),
    ]);
    const first = await agent.get('replace-in-templates', swap);
    expect([first.changed, typeof first.next_cursor]).toEqual([5, 'string']);
    const rest = await agent.get('replace-in-templates', { ...swap, cursor: first.next_cursor });
    expect([rest.changed, rest.next_cursor]).toEqual([2, null]);
    const named = await agent.get('replace-in-templates', {
      ...swap,
      find: 'June',
      replace: 'July',
      template_ids: ids,
    });
    const then = await agent.get('replace-in-templates', {
      ...{ ...swap, find: 'June', replace: 'July', template_ids: ids },
      cursor: named.next_cursor,
    });
    expect([named.changed, then.changed, then.next_cursor]).toEqual([5, 2, null]);
    const foreign = await agent.call('replace-in-templates', {
      ...swap,
      find: 'other',
      cursor: first.next_cursor,
    });
    expect(messageOf(foreign.text)).toContain('not a cursor of this list');
  });
});

describe('a change', () => {
  test('is tried first, and the plan is refused if a template has changed since', async () => {
    const { agent } = await open();
    const a = await create(agent, 'a', [paragraph('May')]);
    const b = await create(agent, 'b', [paragraph('May')]);
    const dry = await agent.get('replace-in-templates', { ...swap, dry_run: true });
    expect(dry).toMatchObject({
      changed: 2,
      items: [{ id: a, version: 1, count: 1 }, { id: b }],
    });
    expect((await read(agent, a)).version).toBe(1);
    await agent.get('update-template', { template_id: b, name: 'B' });
    await expectRefused(
      app,
      agent,
      'replace-in-templates',
      { ...swap, plan: dry.plan },
      /Templates have changed/,
    );
    const again = await agent.get('replace-in-templates', { ...swap, dry_run: true });
    await expectRefused(
      app,
      agent,
      'replace-in-templates',
      { ...swap, find: 'Ma', plan: again.plan },
      /have changed/,
    );
    const done = await agent.get('replace-in-templates', { ...swap, plan: again.plan });
    expect(done).toEqual({ items: [], changed: 2, failed: 0, searched: 2, next_cursor: null });
    expect((await read(agent, b)).version).toBe(3);
  });

  test('that one template cannot take is left out, or stops all', async () => {
    const { agent } = await open();
    const small = await create(agent, 'small', [paragraph('May')]);
    // Longer texts make it larger than a content may be.
    const large = await create(agent, 'large', [paragraph('May '.repeat(120_000))]);
    const swap = { what: 'text', find: 'May', replace: 'Septembers are longer' };
    await expectRefused(
      app,
      agent,
      'replace-in-templates',
      { ...swap, all_or_none: true },
      /one template cannot be: content: /,
    );
    const done = await agent.get('replace-in-templates', swap);
    expect(done).toMatchObject({
      changed: 1,
      failed: 1,
      items: [
        { id: small, version: 2 },
        { id: large, version: 1, error: expect.stringMatching(/^content: /) },
      ],
    });
    expect((await read(agent, large)).version).toBe(1);
  });

  test('has history, activity and events like any save', async () => {
    const { agent, tenant } = await open();
    const id = await create(agent, 'a', [paragraph('May')]);
    const before = app.events.length;
    await agent.get('replace-in-templates', { what: 'text', find: 'May', replace: 'June' });
    expect(app.events.slice(before).map(({ type }) => type)).toContain('template.updated');
    const { items } = await agent.get('list-snapshots', { template_id: id });
    expect(items.length).toBeGreaterThan(0);
    const activity = (await tenant.request('GET', '/activity')).body.data;
    expect(activity[0]).toMatchObject({ type: 'template.updated', template_id: id });
    await agent.get('restore-snapshot', { template_id: id, snapshot_id: items.at(-1).id });
    expect((await read(agent, id)).content.blocks[0].content).toBe('May');
  });

  test('can be made over REST', async () => {
    const { agent, tenant } = await open();
    const id = await create(agent, 'a', [paragraph('May')]);
    const post = (body: object) => tenant.request('POST', '/templates/replace', { body });
    const done = await post({ what: 'text', find: 'May', replace: 'June' });
    expect([done.status, done.body.data]).toMatchObject([200, { changed: 1, items: [{ id, version: 2 }] }]);
    expectError(await post({ what: 'smell', find: 'a', replace: 'b' }), 422, 'validation_failed');
    expectError(await post({ what: 'text', find: 'a', replace: 'a' }), 422, 'validation_failed');
    expectError(await post({ what: 'address', find: 'logo', replace: 'b' }), 422, 'validation_failed');
    expectError(await post({ what: 'color', find: 'redish', replace: 'blue' }), 422, 'validation_failed');
    expectError(await post({ what: 'block', find: 'gone', replace: '' }), 404, 'not_found');
  });
});
