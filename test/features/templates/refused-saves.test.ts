import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { ORIGIN, paragraph, startPages, texts } from './merging-pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const start = () => startPages(app);

describe('a save that conflicts with another page', () => {
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
      app.clock.advance(9.5 * 60_000);
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
      headers: ORIGIN,
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
    const origin = ORIGIN;
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
    const origin = ORIGIN;
    const checked = await save(bob.token(), bob.canvas, origin, { dry_run: true });
    expect([checked.status, checked.body.current_version, checked.body.base_version]).toEqual([409, 2, 1]);
    expect(checked.body.message).toBe(
      'A save would be refused: Ann changed the same parts (paragraph "Hello Bob") while you were editing. Nothing is stored, because this was a dry run.',
    );
    expect(await history()).toEqual(before);
  });
});
