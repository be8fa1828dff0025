import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { paragraph, startPages, texts } from './merging-pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const start = () => startPages(app);

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
