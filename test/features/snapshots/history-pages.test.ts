import { afterAll, beforeAll, expect, test } from 'bun:test';
import { expectError } from '../../support/expect-error.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
});
afterAll(() => app.stop());

interface Entry {
  id: string;
  label?: string;
  content?: unknown;
}

async function createTemplate(): Promise<string> {
  return (await tenant.request('POST', '/templates', { body: { content: smallContent('Start') } })).body.data
    .id;
}

/** Snapshots with these contents, oldest first; resolves to their ids, newest first. */
async function record(template: string, contents: readonly unknown[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, content] of contents.entries()) {
    app.clock.advance(1000);
    const body = { content, label: `No. ${index}` };
    ids.unshift((await tenant.request('POST', `/templates/${template}/snapshots`, { body })).body.data.id);
  }
  return ids;
}

const list = (template: string, query: Record<string, string> = {}) =>
  tenant.request('GET', `/templates/${template}/versions?${new URLSearchParams(query)}`);

/** All pages of a history. */
async function readPages(template: string, query: Record<string, string> = {}): Promise<Entry[][]> {
  const pages: Entry[][] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await list(template, { ...query, ...(cursor !== undefined && { cursor }) });
    pages.push(body.data);
    cursor = body.meta.next_cursor;
  }
  return pages;
}

/** About `bytes` of JSON. */
const largeContent = (serial: number, bytes: number) =>
  smallContent(`${serial} ${'é words '.repeat(bytes / 9)}`);

test('a kept version beyond the first 50 is on the next page', async () => {
  const template = await createTemplate();
  const ids = await record(
    template,
    Array.from({ length: 61 }, (_, index) => smallContent(`No. ${index}`)),
  );
  const first = (await list(template)).body;
  expect(first.meta).toMatchObject({ per_page: 50 });
  for (const answer of ['full', 'compact']) {
    const pages = await readPages(template, { answer });
    expect(pages.map((page) => page.length)).toEqual([50, 11]);
    const entries = pages.flat();
    expect(entries.map(({ id }) => id)).toEqual(ids);
    expect(entries.every(({ content }) => (content !== undefined) === (answer === 'full'))).toBe(true);
  }
  expect((await readPages(template, { limit: '30' })).map((page) => page.length)).toEqual([30, 30, 1]);
  expect((await list(template, { limit: '61' })).status).toBe(422);
  expect((await list(template, { limit: '0' })).status).toBe(422);
});

test('snapshots of the same moment are all there, once each', async () => {
  const template = await createTemplate();
  for (let index = 0; index < 7; index += 1) {
    const body = { content: smallContent(`At once ${index}`), label: String(index) };
    await tenant.request('POST', `/templates/${template}/snapshots`, { body });
  }
  const labels = (await readPages(template, { limit: '2' })).flat().map(({ label }) => label);
  expect(labels.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6']);
});

test('a page has contents of 8 MB at most, each entry its own and whole', async () => {
  const template = await createTemplate();
  const ids = await record(
    template,
    Array.from({ length: 6 }, (_, index) => largeContent(index, 1_900_000)),
  );
  const answer = await list(template);
  expect(answer.text.length).toBeLessThan(8 * 1024 * 1024);
  const pages = await readPages(template);
  expect(pages.map((page) => page.length)).toEqual([4, 2]);
  expect(pages.flat().map(({ id }) => id)).toEqual(ids);
  for (const { id, content } of pages.flat()) {
    const whole = (await tenant.request('GET', `/templates/${template}/snapshots/${id}`)).body.data.content;
    expect(Bun.deepEquals(content, whole)).toBe(true);
  }
  // Without contents all of them are on one page.
  expect((await readPages(template, { answer: 'compact' })).map((page) => page.length)).toEqual([6]);
  expect(app.deps.answers.held).toBe(0);
});

test('a cursor goes on in its own list only', async () => {
  const [one, other] = [await createTemplate(), await createTemplate()];
  for (const template of [one, other])
    await record(
      template,
      ['x', 'y', 'z'].map((text) => smallContent(text)),
    );
  const cursor = (await list(one, { limit: '1' })).body.meta.next_cursor;
  for (const [template, sent] of [
    [other, cursor],
    [one, 'x'],
  ] as const) {
    const answer = await list(template, { cursor: sent });
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toEqual(['cursor']);
  }
});

test('HEAD of a large list holds nothing', async () => {
  const template = await createTemplate();
  await record(
    template,
    [1, 2].map((serial) => largeContent(serial, 1_000_000)),
  );
  const answer = await tenant.request('HEAD', `/templates/${template}/snapshots`);
  expect([answer.status, answer.text, app.deps.answers.held]).toEqual([200, '', 0]);
});
