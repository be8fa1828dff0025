import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sampleContent } from '../../mail/model/sample-content.ts';
import { countRows, dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { readRows } from '../../support/read-rows.ts';
import { type Answer, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeEach(async () => {
  app = await createTestApp({ trash_days: 0 });
  tenant = await app.openTenant('acme');
});
afterEach(() => app.stop());

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const create = (body: unknown): Promise<Answer> => tenant.request('POST', '/templates', { body });
const read = (id: string, headers = {}): Promise<Answer> =>
  tenant.request('GET', `/templates/${id}`, { headers });
const update = (id: string, body: unknown, headers = {}): Promise<Answer> =>
  tenant.request('PUT', `/templates/${id}`, { body, headers });
const iso = () => new Date(app.clock.now()).toISOString();
const typesSince = (count: number) => app.events.slice(count).map((event) => event.type);

describe('creating', () => {
  test('answers 201 with the template in its envelope, and an ETag', async () => {
    const answer = await create({ name: 'Spring', content: sampleContent(1, 4000) });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toContain('etag');
    expect(answer.headers.get('x-request-id')).toMatch(UUID_V7);
    expect(answer.body).toEqual({
      data: {
        id: answer.body.data.id,
        name: 'Spring',
        version: 1,
        createdAt: iso(),
        updatedAt: iso(),
        content: sampleContent(1, 4000),
      },
    });
    expect(answer.body.data.id).toMatch(UUID_V7);
    expect(app.events.at(-1)).toEqual({
      type: 'template.created',
      payload: { templateId: answer.body.data.id, version: 1 },
    });
  });

  test.each([
    ['every block type, 40 KB', sampleContent(7, 40_000)],
    ['400 KB', sampleContent(8, 400_000)],
    [
      'unknown block types and fields',
      {
        blocks: [{ id: 'x', type: 'hologram', deep: { a: [1, { b: null }] }, styles: 'none' }],
        settings: { width: 640.5, backgroundColor: '', fontFamily: 'x', locale: 'de', future: [true] },
        editorVersion: '99',
      },
    ],
    [
      'text of all kinds',
      {
        blocks: [
          {
            id: '🙂',
            type: 'html',
            content: '\u2028\u2029 </script> \\u0041 "\' \t\n é e\u0301 \u{10FFFF} \uFEFF',
            styles: { padding: { top: 0, right: 0.1, bottom: 1e-7, left: 1e21 } },
          },
        ],
        settings: { width: 600, backgroundColor: '#fff', fontFamily: 'Arial', locale: 'en' },
      },
    ],
  ])('gives content back as it came: %s', async (_name, content) => {
    const created = await create({ content });
    expect(created.status).toBe(201);
    expect(created.body.data.content).toEqual(content);
    const { id } = created.body.data;
    expect((await read(id)).body.data.content).toEqual(content);
    const changed = await update(id, { content: { ...content, extra: 1 } });
    expect(changed.body.data.content).toEqual({ ...content, extra: 1 });
    expect((await read(id)).text).toBe(changed.text);
  });

  test('an own field called __proto__ is kept as data', async () => {
    const text = `{"content":{"blocks":[],"settings":{},"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}}`;
    const created = await create(text);
    expect(created.status).toBe(201);
    expect(created.text).toContain('"__proto__":{"polluted":true}');
    expect((await read(created.body.data.id)).text).toContain('"__proto__":{"polluted":true}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test.each([
    ['left out', {}, undefined],
    ['null', { name: null }, undefined],
    ['empty', { name: '' }, undefined],
    ['of spaces', { name: '  ' }, undefined],
    ['of invisible characters', { name: '\u200b\u2060 \u200d' }, undefined],
    ['given', { name: ' Spring ' }, ' Spring '],
    ['255 characters', { name: 'ä'.repeat(255) }, 'ä'.repeat(255)],
  ])('name %s', async (_case, name, expected) => {
    const { data } = (await create({ content: smallContent(), ...name })).body;
    expect('name' in data).toBe(expected !== undefined);
    expect(data.name).toBe(expected);
    expect((await read(data.id)).body.data).toEqual(data);
  });
});

describe('updating', () => {
  let id: string;
  let events: number;
  beforeEach(async () => {
    id = (await create({ name: 'Spring', content: smallContent('one') })).body.data.id;
    events = app.events.length;
    app.clock.advance(5000);
  });

  test('answers 200 with the whole template; what is not sent stays', async () => {
    const before = (await read(id)).body.data;
    const renamed = await update(id, { name: 'Summer' });
    expect([renamed.status, renamed.headers.get('etag')]).toEqual([200, '"2"']);
    expect(renamed.body).toEqual({ data: { ...before, name: 'Summer', version: 2, updatedAt: iso() } });
    app.clock.advance(1000);
    const refilled = await update(id, { content: sampleContent(2, 3000) });
    expect(refilled.body.data).toEqual({
      ...renamed.body.data,
      version: 3,
      updatedAt: iso(),
      content: sampleContent(2, 3000),
    });
    expect((await read(id)).body).toEqual(refilled.body);
    expect(app.events.slice(events)).toEqual([
      { type: 'template.updated', payload: { templateId: id, version: 2 } },
      { type: 'template.updated', payload: { templateId: id, version: 3 } },
    ]);
  });

  test('PATCH does the same as PUT', async () => {
    const { content, ...before } = (await read(id)).body.data;
    const renamed = await tenant.request('PATCH', `/templates/${id}`, { body: { name: 'Summer' } });
    expect([renamed.status, renamed.headers.get('etag')]).toEqual([200, '"2"']);
    expect(renamed.body.data).toEqual({ ...before, name: 'Summer', version: 2, updatedAt: iso(), content });
    const headers = { 'if-match': '"1"' };
    const late = await tenant.request('PATCH', `/templates/${id}`, { body: { name: 'Late' }, headers });
    expectError(late, 409, 'version_conflict');
  });

  test.each([
    ['null', null],
    ['empty', ''],
  ])('name %s removes the name', async (_name, name) => {
    const { data } = (await update(id, { name })).body;
    expect('name' in data).toBe(false);
    expect(data.version).toBe(2);
  });

  test('the identical template changes neither version nor date, and emits nothing', async () => {
    const before = await read(id);
    const dump = await dumpDatabase(app);
    for (const body of [
      { content: smallContent('one') },
      { name: 'Spring' },
      { name: 'Spring', content: before.body.data.content },
    ]) {
      const answer = await update(id, body);
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"1"']);
      expect({ ...answer.body.data, content: 0 }).toEqual({ ...before.body.data, content: 0 });
      expect(answer.body.data.content.blocks[0].content).toBe('<p>one</p>');
    }
    expect(await dumpDatabase(app)).toBe(dump);
    expect(typesSince(events)).toEqual([]);
  });

  test('without name and content is refused', async () => {
    for (const body of [{}, { title: 'x' }, undefined]) {
      const answer = await update(id, body);
      expectError(answer, 422, 'validation_failed');
    }
  });

  test.each([
    ['of a number as name', { name: 5 }, 'name'],
    ['of 256 characters as name', { name: 'x'.repeat(256) }, 'name'],
    ['of null as content', { content: null }, 'content'],
    ['of a text as content', { content: 'x' }, 'content'],
    ['of blocks without settings object', { content: { blocks: [], settings: 5 } }, 'content.settings'],
    ['of a broken block', { content: { blocks: [{ type: 'title' }] } }, 'content.blocks.0.content'],
  ])('%s is refused with its path', async (_name, body, field) => {
    const dump = await dumpDatabase(app);
    const answer = await update(id, body);
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toContain(field);
    expect(await dumpDatabase(app)).toBe(dump);
    expect(typesSince(events)).toEqual([]);
  });
});

describe('deleting', () => {
  test('answers 204 without a body and takes the history and its contents along', async () => {
    const { id } = (await create({ content: smallContent('one') })).body.data;
    await tenant.request('POST', `/templates/${id}/snapshots`, { body: { content: smallContent('two') } });
    const kept = (await create({ content: smallContent('two') })).body.data;
    expect(await countRows(app, 'contents')).toBe(2);
    const events = app.events.length;
    const answer = await tenant.request('DELETE', `/templates/${id}`, {
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect([
      await countRows(app, 'templates'),
      await countRows(app, 'snapshots'),
      await countRows(app, 'contents'),
    ]).toEqual([1, 0, 1]);
    expect(app.events.slice(events)).toEqual([
      { type: 'template.deleted', payload: { templateId: id, version: 1 } },
    ]);
    const gone = [
      await read(id),
      await update(id, { name: 'x' }),
      await tenant.request('DELETE', `/templates/${id}`),
      await tenant.request('GET', `/templates/${id}/snapshots`),
    ];
    for (const each of gone) {
      expectError(each, 404, 'not_found');
      expect(each.body.message).toBe('Template not found.');
    }
    expect((await read(kept.id)).status).toBe(200);
  });

  test('a tenant’s last use of a content removes it; another tenant’s same content stays', async () => {
    const other = await app.openTenant('other');
    const { id } = (await create({ content: smallContent('same') })).body.data;
    const theirs = await other.request('POST', '/templates', { body: { content: smallContent('same') } });
    expect(await countRows(app, 'contents')).toBe(2);
    await tenant.request('DELETE', `/templates/${id}`);
    expect(await countRows(app, 'contents')).toBe(1);
    expect((await other.request('GET', `/templates/${theirs.body.data.id}`)).status).toBe(200);
  });
});

test('identical content is stored once per tenant, and one that neither template nor history needs is removed', async () => {
  const content = sampleContent(3, 10_000);
  for (let i = 0; i < 5; i += 1) await create({ content });
  expect(await countRows(app, 'contents')).toBe(1);
  const { id } = (await create({ content: smallContent('own') })).body.data;
  expect(await countRows(app, 'contents')).toBe(2);
  await update(id, { content });
  expect(await countRows(app, 'contents')).toBe(2);
  await tenant.request('DELETE', `/templates/${id}`);
  expect(await countRows(app, 'contents')).toBe(1);
  const [row] = await readRows<{ json: string }>(app, `SELECT json FROM contents`);
  expect(JSON.parse(row?.json ?? '')).toEqual(content);
});

test('parallel updates of one template all count, none is lost half-way', async () => {
  const { id } = (await create({ content: smallContent('0') })).body.data;
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      update(id, { content: smallContent(`text ${i}`), name: `name ${i}` }),
    ),
  );
  expect(answers.map((answer) => answer.body.data.version).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, i) => i + 2),
  );
  const { data } = (await read(id)).body;
  const winner = answers.find((answer) => answer.body.data.version === 41);
  expect(data).toEqual(winner?.body.data);
  expect(data.content.blocks[0].content).toBe(`<p>text ${data.name.split(' ')[1]}</p>`);
  const counts = ['contents', 'snapshots', 'templates'].map((name) => countRows(app, name));
  expect(await Promise.all(counts)).toEqual([41, 41, 1]);
});
