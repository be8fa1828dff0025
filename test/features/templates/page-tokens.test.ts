import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createFakeClock, createTestApp, type TestApp } from '../../support/test-app.ts';
import { type Block, ORIGIN, paragraph, startPages, texts } from './merging-pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const start = () => startPages(app);

describe('the page that saves', () => {
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
    app.clock.advance(60_000);
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
    app.clock.advance(9.5 * 60_000);
    await ann.refresh();
    ann.set('a', 'A');
    const merged = await ann.save();
    expect([merged.status, texts(merged.body.data.content)]).toEqual([200, 'A by program c']);
    app.clock.advance(9.5 * 60_000);
    await ann.refresh();
    ann.set('a', 'AA');
    const again = await ann.save();
    expect([again.status, texts(again.body.data.content)]).toEqual([200, 'AA by program c']);
  });
});

describe('two tabs with one token', () => {
  const openTwo = async () => {
    const started = await start();
    const one = await started.open('Ann');
    return { ...started, one, other: await started.open('Ann', one.token()) };
  };

  test('neither overwrites what the other one has saved', async () => {
    const { one, other, stored, history, open } = await openTwo();
    one.set('a', 'A');
    expect((await one.save()).status).toBe(200);
    other.set('b', 'B');
    const refused = await other.save();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('Not saved: Ann (in another window) changed the template'),
    ]);
    expect(texts((await stored()).content)).toBe('A b c');
    expect((await history()).map(({ content }) => texts(content))).toContain('a B c');
    const reloaded = await open('Ann', one.token());
    reloaded.set('b', 'B');
    expect((await reloaded.save()).status).toBe(200);
    one.set('c', 'C');
    expect((await one.save()).status).toBe(409);
    expect(texts((await stored()).content)).toBe('A B c');
  });

  test('one can save several times, and the other one is still told', async () => {
    const { one, other, stored } = await openTwo();
    for (const text of ['first draft', 'first draft, longer', 'a final text']) {
      one.set('a', text);
      expect((await one.save()).status).toBe(200);
    }
    other.set('b', 'B');
    expect((await other.save()).status).toBe(409);
    expect(texts((await stored()).content)).toBe('a final text b c');
  });

  test('a program that saves meanwhile does not hide what one tab has saved', async () => {
    const { one, other, stored, save, program } = await openTwo();
    one.set('a', 'A');
    await one.save();
    await save(program.token, [paragraph('a', 'A'), paragraph('b', 'b'), paragraph('c', 'by program')], {});
    other.set('b', 'B');
    expect((await other.save()).status).toBe(409);
    expect(texts((await stored()).content)).toBe('A b by program');
    one.set('b', 'by Ann');
    expect(texts((await one.save()).body.data.content)).toBe('A by Ann by program');
  });

  test('a page that was only loaded again can undo what it saved', async () => {
    const { other: page, stored } = await openTwo();
    for (const text of ['A', 'a', 'B', 'a']) {
      page.set('a', text);
      expect((await page.save()).status).toBe(200);
      expect(texts((await stored()).content)).toBe(`${text} b c`);
    }
  });
});

test('after a restart of the server, what a page has is found by comparing its save with the history', async () => {
  const first = await createTestApp();
  const { path, open, save, program, place } = await startPages(first);
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
      headers: ORIGIN,
    });
  expect(texts((await put(ann.canvas)).body.data.content)).toBe('a by program C');
  ann.set('a', 'A');
  expect(texts((await put(ann.canvas)).body.data.content)).toBe('A by program C');
  ann.set('b', 'by Ann');
  expect((await put(ann.canvas)).status).toBe(409);
  await second.stop();
});
