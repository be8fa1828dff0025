import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createFakeClock, createTestApp, type TestApp } from '../../support/test-app.ts';

// biome-ignore lint/suspicious/noExplicitAny: blocks of any type
type Block = Record<string, any>;

let shared: TestApp;
let serial = 0;
beforeAll(async () => {
  shared = await createTestApp();
});
afterAll(() => shared.stop());

const paragraph = (id: string, text: string): Block => ({ id, type: 'paragraph', content: `<p>${text}</p>` });
const texts = (content: { blocks: Block[] }) =>
  content.blocks.map(({ content: text }) => text.replaceAll(/<\/?p>/g, '')).join(' ');

/** A template with blocks `a`, `b` and `c` in a tenant of its own, and pages of people at it. */
async function start(app: TestApp = shared) {
  serial += 1;
  const place = `merge-${serial}`;
  const program = await app.openTenant(place);
  const blocks = ['a', 'b', 'c'].map((id) => paragraph(id, id));
  const created = await program.request('POST', '/templates', { body: { content: { blocks } } });
  const path = `/templates/${created.body.data.id}`;
  const save = (
    token: string,
    changed: Block[],
    headers: object = { origin: 'https://app.example.com' },
    more = {},
  ) =>
    program.request('PUT', path, {
      token,
      body: { content: { blocks: changed }, ...more },
      headers: { ...headers },
    });
  const open = async (name: string) => {
    const session = () => app.exchangeToken(place, { user: { id: name.toLowerCase(), name } });
    let { token } = await session();
    const canvas = (await program.request('GET', path, { token })).body.data.content.blocks as Block[];
    return {
      canvas,
      token: () => token,
      async refresh() {
        ({ token } = await session());
      },
      set(id: string, text: string) {
        for (const block of canvas) if (block.id === id) block.content = `<p>${text}</p>`;
      },
      remove: (id: string) =>
        canvas.splice(
          canvas.findIndex((block) => block.id === id),
          1,
        ),
      save: () => save(token, canvas),
    };
  };
  const stored = async () => (await program.request('GET', path)).body.data;
  const history = async () => (await program.request('GET', `${path}/snapshots`)).body.data as Block[];
  return { program, path, save, open, stored, history, place };
}

describe('two pages without a realtime connection', () => {
  test('changes of different blocks are merged, save after save', async () => {
    const { open, stored } = await start();
    const [ann, bob] = [await open('Ann'), await open('Bob')];
    ann.set('a', 'A');
    const first = await ann.save();
    expect([first.status, first.body.data]).toEqual([200, expect.not.objectContaining({ merged: true })]);
    bob.set('b', 'B');
    const answer = await bob.save();
    expect(answer.body.data.merged).toBe(true);
    expect([answer.status, texts(answer.body.data.content)]).toEqual([200, 'A B c']);
    // Bob's canvas still has the old block a, and Ann's the old b.
    bob.set('b', 'BB');
    expect(texts((await bob.save()).body.data.content)).toBe('A BB c');
    ann.set('c', 'C');
    expect(texts((await ann.save()).body.data.content)).toBe('A BB C');
    bob.remove('c');
    expect((await bob.save()).status).toBe(409);
    expect(texts((await stored()).content)).toBe('A BB C');
  });

  test('of changes of the same block the second is kept in the history, and its author is told', async () => {
    const { open, stored, history, program, path } = await start();
    const [ann, bob] = [await open('Ann'), await open('Bob')];
    ann.set('a', 'Hello Bob');
    await ann.save();
    bob.set('a', 'Hello Ann');
    bob.set('b', 'B');
    const refused = await bob.save();
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'version_conflict', current_version: 2, base_version: 1 });
    expect(refused.body.message).toBe(
      'Not saved: Ann changed the same parts (paragraph "Hello Bob") while you were editing. Your version is in the history as “Not saved: changes by Bob to what Ann changed too”. Reload to go on with the present version, or restore yours from the history to replace it.',
    );
    expect(texts((await stored()).content)).toBe('Hello Bob b c');
    await bob.save();
    const kept = (await history()).filter(({ label }) => label?.startsWith('Not saved'));
    expect(kept.map(({ content }) => texts(content))).toEqual(['Hello Ann B c']);
    const restored = await program.request('POST', `${path}/snapshots/${kept[0]?.id}/restore`);
    expect(texts(restored.body.data.content)).toBe('Hello Ann B c');
  });

  test('refused saves in a loop add one entry to the history: the last content of the page', async () => {
    const { open, history } = await start();
    const [ann, bob] = [await open('Ann'), await open('Bob')];
    ann.set('a', 'by Ann');
    await ann.save();
    const before = (await history()).map(({ id }) => id);
    for (let count = 1; count <= 30; count += 1) {
      bob.set('a', `by Bob ${count}`);
      expect((await bob.save()).status).toBe(409);
      if (count !== 10) continue;
      shared.clock.advance(9.5 * 60_000);
      await bob.refresh();
    }
    const after = await history();
    expect(after.map(({ content }) => texts(content))).toEqual(['by Bob 30 b c', 'by Ann b c', 'a b c']);
    expect(after.slice(1).map(({ id }) => id)).toEqual(before);
  });

  test('the same refused content is stored once, also with another version after it', async () => {
    const { open, history } = await start();
    const [ann, bob] = [await open('Ann'), await open('Bob')];
    bob.set('a', 'by Bob');
    for (let count = 1; count <= 5; count += 1) {
      ann.set('a', `by Ann ${count}`);
      await ann.save();
      expect((await bob.save()).status).toBe(409);
    }
    const refused = (await history()).filter(({ label }) => label?.startsWith('Not saved'));
    expect(refused.map(({ content }) => texts(content))).toEqual(['by Bob b c']);
  });

  test('the same content refused again because of another person gets a label that names that one', async () => {
    const { open, history } = await start();
    const [ann, bob] = [await open('Ann'), await open('Bob')];
    ann.set('a', 'by Ann');
    await ann.save();
    bob.set('a', 'by Bob');
    expect((await bob.save()).status).toBe(409);
    const cid = await open('Cid');
    cid.set('a', 'by Cid');
    expect((await cid.save()).status).toBe(200);
    expect((await bob.save()).status).toBe(409);
    const refused = (await history()).filter(({ label }) => label?.startsWith('Not saved'));
    expect(refused.map(({ content, label }) => [texts(content), label])).toEqual([
      ['by Bob b c', 'Not saved: changes by Bob to what Cid and Ann changed too'],
    ]);
  });

  test('refused contents of two windows, and of one after it was loaded again, are all kept', async () => {
    const { open, history, program, path } = await start();
    const [ann, bob, other] = [await open('Ann'), await open('Bob'), await open('Bob')];
    ann.set('a', 'by Ann');
    await ann.save();
    bob.set('a', 'first window');
    other.set('a', 'second window');
    expect([(await bob.save()).status, (await other.save()).status]).toEqual([409, 409]);
    // The person goes on with the present version in the same page.
    const { version } = (await program.request('GET', path)).body.data;
    ann.set('a', 'by Ann again');
    await ann.save();
    const again = await program.request('PUT', path, {
      token: bob.token(),
      body: { content: { blocks: [paragraph('a', 'later')] }, base_version: version },
      headers: { origin: 'https://app.example.com' },
    });
    expect(again.status).toBe(409);
    const refused = (await history()).filter(({ label }) => label?.startsWith('Not saved'));
    expect(refused.map(({ content }) => texts(content)).sort()).toEqual([
      'first window b c',
      'later',
      'second window b c',
    ]);
  });

  test('a refused content that is kept by its author, or saved after all, is no refused one any more', async () => {
    const { open, history, save, program, path } = await start();
    const [ann, bob] = [await open('Ann'), await open('Bob')];
    ann.set('a', 'by Ann');
    await ann.save();
    bob.set('a', 'by Bob');
    const { current_version } = (await bob.save()).body;
    const origin = { origin: 'https://app.example.com' };
    const saved = await save(bob.token(), bob.canvas, origin, { base_version: current_version });
    expect(saved.status).toBe(200);
    const [newest] = await history();
    expect([texts(newest?.content), newest?.version, newest?.label]).toEqual(['by Bob b c', 3, undefined]);
    ann.set('a', 'Ann 2');
    expect((await save(ann.token(), ann.canvas, origin, { base_version: 2 })).status).toBe(409);
    const body = { content: { blocks: ann.canvas }, label: 'Mine', is_autosave: false };
    expect((await program.request('POST', `${path}/snapshots`, { body })).status).toBe(201);
    ann.set('a', 'Ann 3');
    expect((await save(ann.token(), ann.canvas, origin, { base_version: 2 })).status).toBe(409);
    const [last, kept] = await history();
    expect([texts(last?.content), last?.label]).toEqual(['Ann 3 b c', expect.stringMatching(/^Not saved/)]);
    expect([texts(kept?.content), kept?.label]).toEqual(['Ann 2 b c', 'Mine']);
  });

  test('a check without saving tells of the conflict, and stores nothing', async () => {
    const { open, history, save } = await start();
    const [ann, bob] = [await open('Ann'), await open('Bob')];
    ann.set('a', 'Hello Bob');
    await ann.save();
    const before = await history();
    bob.set('a', 'by Bob');
    const origin = { origin: 'https://app.example.com' };
    const checked = await save(bob.token(), bob.canvas, origin, { dry_run: true });
    expect([checked.status, checked.body.current_version, checked.body.base_version]).toEqual([409, 2, 1]);
    expect(checked.body.message).toBe(
      'A save would be refused: Ann changed the same parts (paragraph "Hello Bob") while you were editing. Nothing is stored, because this was a dry run.',
    );
    expect(await history()).toEqual(before);
  });

  test('a page that saves again and again, and undoes its changes, is never merged with itself', async () => {
    const { open, stored } = await start();
    const ann = await open('Ann');
    for (const text of ['1', '2', 'a', '3', 'a']) {
      ann.set('a', text);
      expect((await ann.save()).status).toBe(200);
      expect(texts((await stored()).content)).toBe(`${text} b c`);
    }
  });

  test('a page that sends several saves at once is never merged with itself', async () => {
    const { open, save, stored } = await start();
    const ann = await open('Ann');
    const saves = ['1', '2', '3', '4', '5'].map((text) => {
      ann.set('a', text);
      return save(ann.token(), structuredClone(ann.canvas));
    });
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(texts((await stored()).content)).toMatch(/^[1-5] b c$/);
  });

  const changedByProgram = [paragraph('a', 'a'), paragraph('b', 'by program'), paragraph('c', 'c')];

  test('a page that was forgotten, because many others read the template, does not overwrite changes', async () => {
    const { open, save, program } = await start();
    const ann = await open('Ann');
    await save(program.token, changedByProgram, {});
    for (let index = 0; index < 101; index += 1) await open(`reader ${index}`);
    ann.set('a', 'A');
    expect(texts((await ann.save()).body.data.content)).toBe('A by program c');
  });

  test('a page that gets a new token long before the old one expires does not overwrite changes', async () => {
    const { open, save, program } = await start();
    const ann = await open('Ann');
    await save(program.token, changedByProgram, {});
    shared.clock.advance(60_000);
    await ann.refresh();
    ann.set('a', 'A');
    expect(texts((await ann.save()).body.data.content)).toBe('A by program c');
    ann.set('a', 'AA');
    expect(texts((await ann.save()).body.data.content)).toBe('AA by program c');
  });

  test('a page is known by its user when it has a new token', async () => {
    const { open, save, program } = await start();
    const ann = await open('Ann');
    await save(program.token, [paragraph('a', 'a'), paragraph('b', 'by program'), paragraph('c', 'c')], {});
    shared.clock.advance(9.5 * 60_000);
    await ann.refresh();
    ann.set('a', 'A');
    const merged = await ann.save();
    expect([merged.status, texts(merged.body.data.content)]).toEqual([200, 'A by program c']);
    shared.clock.advance(9.5 * 60_000);
    await ann.refresh();
    ann.set('a', 'AA');
    const again = await ann.save();
    expect([again.status, texts(again.body.data.content)]).toEqual([200, 'AA by program c']);
  });
});

describe('other requests', () => {
  test('without a page and without a base version, the content is replaced, as before', async () => {
    const { program, save, stored } = await start();
    await save(program.token, [paragraph('a', 'first')], {});
    await save(program.token, [paragraph('b', 'second')], {});
    expect(texts((await stored()).content)).toBe('second');
  });

  test('a base version makes a program’s save a merge', async () => {
    const { program, save, stored } = await start();
    const changed = (a: string, b: string) => [paragraph('a', a), paragraph('b', b), paragraph('c', 'c')];
    await save(program.token, changed('A', 'b'), {});
    const merged = await save(program.token, changed('a', 'B'), {}, { base_version: 1 });
    expect(texts(merged.body.data.content)).toBe('A B c');
    const refused = await save(program.token, changed('x', 'b'), {}, { base_version: 1 });
    expect([refused.status, refused.body.code]).toEqual([409, 'version_conflict']);
    expect((await save(program.token, changed('x', 'b'), {}, { base_version: 9 })).status).toBe(409);
    expect(texts((await stored()).content)).toBe('A B c');
    const named = await program.request('PUT', `/templates/${(await stored()).id}`, {
      body: { name: 'x', base_version: 1 },
    });
    expect([named.status, named.body.errors.base_version]).toEqual([
      422,
      [expect.stringContaining('content')],
    ]);
  });

  test('an expected version is as strict as before', async () => {
    const { open, save, program } = await start();
    const ann = await open('Ann');
    await save(program.token, [paragraph('a', 'x')], {});
    const refused = await save(program.token, ann.canvas, undefined, { expected_version: 1 });
    expect([refused.status, refused.body.current_version]).toEqual([409, 2]);
    const accepted = await save(program.token, ann.canvas, undefined, { expected_version: 2 });
    expect(accepted.status).toBe(200);
  });
});

test('after a restart of the server, what a page has is found by comparing its save with the history', async () => {
  const first = await createTestApp();
  const { path, open, save, program, place } = await start(first);
  const ann = await open('Ann');
  ann.set('c', 'C');
  await ann.save();
  await save(program.token, [paragraph('a', 'a'), paragraph('b', 'by program'), paragraph('c', 'C')], {});
  await first.close();
  const clock = createFakeClock(first.clock.now() + 60_000);
  const second = await createTestApp({ data: first.data }, { clock }, first.first);
  const { request } = await second.openTenant(place);
  const put = (blocks: Block[]) =>
    request('PUT', path, {
      token: ann.token(),
      body: { content: { blocks } },
      headers: { origin: 'https://app.example.com' },
    });
  expect(texts((await put(ann.canvas)).body.data.content)).toBe('a by program C');
  ann.set('a', 'A');
  expect(texts((await put(ann.canvas)).body.data.content)).toBe('A by program C');
  ann.set('b', 'by Ann');
  expect((await put(ann.canvas)).status).toBe(409);
  await second.stop();
});
