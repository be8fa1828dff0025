import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sampleContent } from '../../mail/model/sample-content.ts';
import { countRows, dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { type Answer, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

const SPELLINGS = ['snapshots', 'versions'];

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let id: string;
beforeEach(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
  const created = await tenant.request('POST', '/templates', { body: { content: smallContent('A') } });
  id = created.body.data.id;
});
afterEach(() => app.stop());

const post = (body?: unknown, spelling = 'snapshots'): Promise<Answer> =>
  tenant.request('POST', `/templates/${id}/${spelling}`, {
    body,
    headers: { 'content-type': 'application/json' },
  });
const list = async (spelling = 'snapshots') =>
  (await tenant.request('GET', `/templates/${id}/${spelling}`)).body.data as {
    id: string;
    is_autosave: boolean;
    label?: string;
    content: { blocks: { content: string }[] };
  }[];
const textOf = (content: { blocks: { content: string }[] }) => content.blocks[0]?.content.slice(3, -4);
const outline = async () =>
  (await list()).map((each) => [textOf(each.content), each.is_autosave, each.label ?? '-']);
const write = (text: string) =>
  tenant.request('PUT', `/templates/${id}`, { body: { content: smallContent(text) } });
const restore = (snapshot: string, spelling = 'snapshots') =>
  tenant.request('POST', `/templates/${id}/${spelling}/${snapshot}/restore`, {
    headers: { 'content-type': 'application/json' },
  });

test('answers have exactly the fields the editors read, in their envelope', async () => {
  const created = await post({ content: sampleContent(4, 3000), label: 'Before the sale' });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    data: {
      id: created.body.data.id,
      template_id: id,
      content: sampleContent(4, 3000),
      is_autosave: false,
      label: 'Before the sale',
      created_at: new Date(app.clock.now()).toISOString(),
    },
  });
  const one = await tenant.request('GET', `/templates/${id}/versions/${created.body.data.id}`);
  expect([one.status, one.body]).toEqual([200, created.body]);
  expect(await list()).toEqual([created.body.data]);
  expect(app.events.at(-1)).toEqual({
    type: 'snapshot.created',
    payload: { templateId: id, snapshotId: created.body.data.id },
  });
});

test('/snapshots and /versions are two spellings of one thing', async () => {
  const made = [];
  for (const [i, spelling] of SPELLINGS.entries()) {
    app.clock.advance(1000);
    made.unshift((await post({ content: smallContent(`${i}`) }, spelling)).body.data);
  }
  for (const spelling of SPELLINGS) expect(await list(spelling)).toEqual(made);
  for (const spelling of SPELLINGS) {
    for (const { id: snapshot } of made) {
      const answer = await tenant.request('GET', `/templates/${id}/${spelling}/${snapshot}`);
      expect([answer.status, answer.body.data.id]).toEqual([200, snapshot]);
      expect((await restore(snapshot, spelling)).status).toBe(200);
    }
  }
});

describe('what is automatic', () => {
  test.each<[string, unknown, boolean, string]>([
    ['content alone, as editors save', { content: smallContent('B') }, true, 'B'],
    ['content with a label', { content: smallContent('B'), label: 'x' }, false, 'B'],
    ['content with a null label', { content: smallContent('B'), label: null }, true, 'B'],
    ['a label alone', { label: 'x' }, false, 'A'],
    ['nothing, with a JSON content type', undefined, false, 'A'],
    ['an empty object', {}, false, 'A'],
    ['content, declared manual', { content: smallContent('B'), is_autosave: false }, false, 'B'],
    ['a label, declared automatic', { label: 'x', is_autosave: true }, true, 'A'],
  ])('%s', async (_name, body, isAutosave, text) => {
    const answer = await post(body);
    expect(answer.status).toBe(201);
    expect([answer.body.data.is_autosave, textOf(answer.body.data.content)]).toEqual([isAutosave, text]);
    expect((await tenant.request('GET', `/templates/${id}`)).body.data.version).toBe(1);
  });

  test.each<[string, unknown, string]>([
    ['a number as label', { label: 5 }, 'label'],
    ['256 characters of label', { label: 'x'.repeat(256) }, 'label'],
    ['a text as is_autosave', { is_autosave: 'true' }, 'is_autosave'],
    ['null as content', { content: null }, 'content'],
    ['a broken block', { content: { blocks: [5] } }, 'content.blocks.0'],
  ])('refused: %s', async (_name, body, field) => {
    const dump = await dumpDatabase(app);
    const answer = await post(body);
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect(await dumpDatabase(app)).toBe(dump);
  });
});

describe('the same content again', () => {
  test('is the same snapshot, stored once, announced once', async () => {
    const first = await post({ content: smallContent('B') });
    const events = app.events.length;
    app.clock.advance(60_000);
    const again = await post({ content: smallContent('B') });
    expect(again.body).toEqual(first.body);
    expect([await countRows(app, 'snapshots'), await countRows(app, 'contents')]).toEqual([1, 2]);
    expect(app.events.length).toBe(events);
  });

  test('kept on purpose, an automatic one is kept from now on; never the other way round', async () => {
    await post({ content: smallContent('B') });
    await post({ content: smallContent('B'), label: 'keep' });
    expect(await outline()).toEqual([['B', false, 'keep']]);
    await post({ content: smallContent('B') });
    await write('B');
    await post();
    expect(await outline()).toEqual([
      ['B', false, 'keep'],
      ['A', true, '-'],
    ]);
  });

  test('under another label is a new entry, so that neither is lost', async () => {
    await post({ content: smallContent('B'), label: 'one' });
    await post({ content: smallContent('B'), label: 'one' });
    await post({ content: smallContent('B') });
    app.clock.advance(60_000);
    await post({ content: smallContent('B'), label: 'two' });
    expect(await outline()).toEqual([
      ['B', false, 'two'],
      ['B', false, 'one'],
    ]);
    expect(await countRows(app, 'contents')).toBe(2);
  });

  test('with another in between is a new entry of the history, but not stored again', async () => {
    for (const text of ['B', 'C', 'B']) await post({ content: smallContent(text) });
    expect((await outline()).map(([text]) => text)).toEqual(['B', 'C', 'B']);
    expect(await countRows(app, 'contents')).toBe(3);
  });
});

describe('restoring', () => {
  test('answers the template and is one more version of it; history stays as it was', async () => {
    const original = (await post({ label: 'original' })).body.data;
    await write('B');
    app.clock.advance(1000);
    const events = app.events.length;
    const answer = await restore(original.id);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"3"']);
    expect(textOf(answer.body.data.content)).toBe('A');
    expect(answer.body.data).toMatchObject({
      id,
      version: 3,
      updatedAt: new Date(app.clock.now()).toISOString(),
    });
    expect((await tenant.request('GET', `/templates/${id}`)).body).toEqual(answer.body);
    expect(await outline()).toEqual([
      ['A', true, '-'],
      ['B', true, '-'],
      ['A', false, 'original'],
    ]);
    expect(await countRows(app, 'contents')).toBe(2);
    expect(app.events.slice(events).map((event) => event.type)).toEqual(
      expect.arrayContaining(['template.updated', 'snapshot.restored']),
    );
  });

  test('back and forth loses nothing', async () => {
    const original = (await post()).body.data;
    await write('B');
    await restore(original.id);
    const [, replaced] = await list();
    const answer = await restore(replaced?.id ?? '');
    expect(textOf(answer.body.data.content)).toBe('B');
    expect((await outline()).map(([text]) => text)).toEqual(['B', 'A', 'B', 'A']);
  });

  test('what is there already changes nothing at all', async () => {
    const original = (await post()).body.data;
    await post({ content: smallContent('B') });
    const dump = await dumpDatabase(app);
    const events = app.events.length;
    const answer = await restore(original.id);
    expect([answer.status, answer.body.data.version]).toEqual([200, 1]);
    expect(await dumpDatabase(app)).toBe(dump);
    expect(app.events.length).toBe(events);
  });

  test('keeps the name', async () => {
    await tenant.request('PUT', `/templates/${id}`, { body: { name: 'Spring' } });
    const original = (await post()).body.data;
    await tenant.request('PUT', `/templates/${id}`, { body: { name: 'Summer', content: smallContent('B') } });
    expect((await restore(original.id)).body.data.name).toBe('Summer');
  });

  test('of an unknown snapshot, or one of another template, is not found', async () => {
    const other = (await tenant.request('POST', '/templates', { body: { content: smallContent('X') } })).body
      .data;
    const theirs = (await tenant.request('POST', `/templates/${other.id}/versions`)).body.data;
    const dump = await dumpDatabase(app);
    for (const snapshot of ['00000000-0000-7000-8000-000000000000', 'x', theirs.id]) {
      const answer = await restore(snapshot);
      expectError(answer, 404, 'not_found');
      expect(answer.body.message).toBe('Snapshot not found.');
    }
    expect(await dumpDatabase(app)).toBe(dump);
  });
});

test('at most 50 are listed, newest first; an older one is still there to be read', async () => {
  const made: string[] = [];
  for (let i = 0; i < 53; i += 1) {
    made.unshift((await post({ content: smallContent(`${i}`), label: `${i}` })).body.data.id);
    if (i % 3 === 0) app.clock.advance(1);
  }
  expect((await list()).map((each) => each.id)).toEqual(made.slice(0, 50));
  const oldest = await tenant.request('GET', `/templates/${id}/versions/${made[52]}`);
  expect([oldest.status, oldest.body.data.label]).toEqual([200, '0']);
});

test('a clock set back does not turn the history over', async () => {
  await post({ content: smallContent('first') });
  app.clock.advance(-3_600_000);
  const { token } = await app.exchangeToken('acme');
  const body = { content: smallContent('second') };
  expect((await tenant.request('POST', `/templates/${id}/snapshots`, { token, body })).status).toBe(201);
  expect((await outline()).map(([text]) => text)).toEqual(['second', 'first']);
});

test('many at once are all in the history, once each', async () => {
  const texts = Array.from({ length: 30 }, (_, i) => `t${i}`);
  const answers = await Promise.all(texts.map((text) => post({ content: smallContent(text) })));
  expect(answers.every((answer) => answer.status === 201)).toBe(true);
  expect((await outline()).map(([text]) => text).sort()).toEqual([...texts].sort());
});
