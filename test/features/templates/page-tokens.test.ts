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

describe('the page that saves, loaded again with its token', () => {
  test('can undo what it saved', async () => {
    const { open, stored } = await start();
    const page = await open('Ann', (await open('Ann')).token());
    for (const text of ['A', 'a', 'B', 'a']) {
      page.set('a', text);
      expect((await page.save()).status).toBe(200);
      expect(texts((await stored()).content)).toBe(`${text} b c`);
    }
  });
});

test.each([
  ['is stored if nobody else has changed the template', false, 200],
  ['is refused if others have', true, 409],
])('after a restart of the server, a save %s', async (_what, isChanged, status) => {
  const first = await createTestApp();
  const { path, open, save, program, place } = await startPages(first);
  const ann = await open('Ann');
  ann.set('c', 'C');
  await ann.save();
  const changed = [paragraph('a', 'a'), paragraph('b', 'by program'), paragraph('c', 'C')];
  if (isChanged) await save(program.token, changed, {});
  await first.close();
  const clock = createFakeClock(first.clock.now() + 60_000);
  const second = await createTestApp({ data: first.data }, { clock }, first.first);
  const { request } = await second.openTenant(place);
  ann.set('a', 'A');
  const body = { content: { blocks: ann.canvas } };
  expect((await request('PUT', path, { token: ann.token(), body, headers: ORIGIN })).status).toBe(status);
  const history = (await request('GET', `${path}/snapshots`)).body.data as Block[];
  expect(history.map(({ content }) => texts(content))).toContain('A b C');
  await second.stop();
});
