import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { RESERVED_KEYS } from '../../../src/features/templates/index.ts';
import { expectError, expectServerError } from '../../support/expect-error.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

/** A tenant, as its pages and its backend reach it. */
async function openTenant(name: string) {
  const page = await app.openTenant(name);
  const { client_id, client_secret } = app.first;
  const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
  const backend = (method: string, path: string, body?: unknown) =>
    app.request(method, `/api/v1/server/tenants/${name}${path}`, {
      headers: { authorization },
      ...(body !== undefined && { body }),
    });
  const create = async (key?: string | null) =>
    page.request('POST', '/templates', { body: { content: smallContent(), key } });
  return { page, backend, create };
}

describe('a key', () => {
  test('stands for the id in the backend API, and only there', async () => {
    const { page, backend, create } = await openTenant('standing');
    const { id } = (await create('welcome-mail')).body.data;
    const path = '/templates/welcome-mail';
    expect((await backend('GET', path)).body.data).toMatchObject({ id, key: 'welcome-mail', version: 1 });
    const changed = await backend('PUT', path, { name: 'Welcome', content: smallContent('Hi') });
    expect(changed.body.data).toMatchObject({ id, key: 'welcome-mail', name: 'Welcome', version: 2 });
    expect((await backend('GET', `${path}/snapshots`)).body.data.length).toBeGreaterThan(0);
    expect((await backend('POST', `${path}/export`, {})).body.data.html).toContain('Hi');
    expect((await backend('POST', `${path}/comments`, { body: 'Nice' })).body.data.template_id).toBe(id);
    expect((await backend('GET', '/templates')).body.data[0].key).toBe('welcome-mail');
    expectError(await page.request('GET', path), 404, 'not_found');
    expect((await backend('DELETE', path)).status).toBe(204);
    expectServerError(await backend('GET', path), 404, 'not_found');
  });

  test('names no template in the trash; a restored one has it again unless it is taken', async () => {
    const { backend, create } = await openTenant('trashing');
    const { id } = (await create('offer')).body.data;
    const read = () => backend('GET', '/templates/offer');
    expect((await backend('DELETE', '/templates/offer')).status).toBe(204);
    for (const [method, path] of [
      ['GET', '/templates/offer'],
      ['PUT', '/templates/offer'],
      ['DELETE', '/templates/offer'],
      ['POST', '/templates/offer/render'],
      ['GET', '/templates/offer/snapshots'],
      ['POST', '/trash/offer/restore'],
      ['DELETE', '/trash/offer'],
    ] as const) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const { status } = await backend(method, path, body && (method === 'PUT' ? { name: 'x' } : body));
      expect([method, path, status]).toEqual([method, path, 404]);
    }
    expect((await backend('POST', `/trash/${id}/restore`, {})).body.data.changes).toEqual([]);
    expect((await read()).body.data.id).toBe(id);
    await backend('DELETE', '/templates/offer');
    const { id: other } = (await create('offer')).body.data;
    expect((await read()).body.data.id).toBe(other);
    expect((await backend('POST', `/trash/${id}/restore`, {})).body.data.changes).toEqual(['key_removed']);
    expect((await read()).body.data.id).toBe(other);
  });

  test('is set, changed and removed by an update, which counts as a change', async () => {
    const { page, create } = await openTenant('changing');
    const { id } = (await create()).body.data;
    const put = async (body: object) => (await page.request('PUT', `/templates/${id}`, { body })).body.data;
    expect((await put({ key: 'first' })).version).toBe(2);
    expect(await put({ key: 'first' })).toMatchObject({ key: 'first', version: 2 });
    expect(await put({ name: 'Named' })).toMatchObject({ key: 'first', version: 3 });
    expect(await put({ key: 'second', dry_run: true })).toMatchObject({ key: 'second', version: 3 });
    const removed = await put({ key: null });
    expect([removed.key, removed.version]).toEqual([undefined, 4]);
    const feed = (await page.request('GET', `/templates/${id}/activity`)).body.data;
    expect(feed.map(({ type }: { type: string }) => type).toReversed()).toEqual([
      ...['template.created', 'template.updated', 'template.renamed', 'template.updated'],
    ]);
  });

  test('belongs to one template of a tenant; it is free again when that is deleted or gives it up', async () => {
    const { page, create } = await openTenant('taken');
    const { id } = (await create('taken')).body.data;
    const refused = await create('taken');
    expectError(refused, 409, 'conflict');
    expect(refused.body).toMatchObject({
      template_id: id,
      errors: { key: [expect.stringContaining('taken')] },
    });
    const other = (await create('other')).body.data;
    const put = (key: string | null) => page.request('PUT', `/templates/${other.id}`, { body: { key } });
    expectError(await put('taken'), 409, 'conflict');
    expect((await page.request('GET', `/templates/${other.id}`)).body.data).toMatchObject({
      key: 'other',
      version: 1,
    });
    await page.request('DELETE', `/templates/${id}`);
    expect((await put('taken')).status).toBe(200);
    expect((await create('other')).status).toBe(201);
    const neighbor = await openTenant('taken-too');
    expect((await neighbor.create('taken')).status).toBe(201);
  });

  test('is given to one of those who ask at the same time', async () => {
    const { create } = await openTenant('racing');
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('wanted')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  test.each([
    ['', 'key'],
    ['../x', 'lower-case'],
    ['a/b', 'lower-case'],
    ['..', 'lower-case'],
    ['Welcome', 'lower-case'],
    ['welcome mail', 'lower-case'],
    ['-a', 'lower-case'],
    ['a-', 'lower-case'],
    ['a--b', 'lower-case'],
    ['wélcome', 'lower-case'],
    ['a%00', 'lower-case'],
    ['a\n', 'lower-case'],
    ['x'.repeat(65), '1-64'],
    ['x'.repeat(100_000), '1-64'],
    ['01a204f6-86fc-7335-87bb-1b3dad7e934f', 'form of an id'],
    ['bulk', 'reserved'],
  ])('is refused: %j', async (key, reason) => {
    const { page, create } = await openTenant('refusing');
    const before = (await page.request('GET', '/templates')).text;
    const answer = await create(key);
    expectError(answer, 422, 'validation_failed');
    expect(answer.body.errors.key[0]).toContain(reason);
    expect(answer.text.length).toBeLessThan(500);
    expect((await page.request('GET', '/templates')).text).toBe(before);
  });

  test.each(['a', '7', 'welcome-mail', 'order_confirmation-2', 'x'.repeat(64)])('may be %s', async (key) => {
    const { backend, create } = await openTenant('allowed');
    const { id } = (await create(key)).body.data;
    expect((await backend('GET', `/templates/${key}`)).body.data.id).toBe(id);
  });

  test.each(['..%2fx', 'Welcome', 'no-such', '%00', 'a%2Fb'])('is not found at %s', async (step) => {
    const { backend } = await openTenant('finding');
    expect([404, 405]).toContain((await backend('GET', `/templates/${step}`)).status);
  });

  test('stands for ids in lists, too; one that no template has is told as not found', async () => {
    const { backend, create } = await openTenant('listed');
    const { id } = (await create('in-bulk')).body.data;
    const answer = await backend('POST', '/templates/bulk', {
      ids: ['in-bulk', 'missing'],
      archived: true,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data.items).toEqual([
      expect.objectContaining({ id, status: 'changed' }),
      { id: 'missing', status: 'not_found' },
    ]);
    const long = { ids: Array(100_000).fill('in-bulk'), archived: true };
    expectServerError(await backend('POST', '/templates/bulk', long), 422, 'validation_failed');
  });

  test('cannot be a word that has a place of its own in a path', () => {
    const words = app.serverRoutes.flatMap(({ path }) => /\/templates\/([a-z][^/]*)/.exec(path)?.[1] ?? []);
    expect(words.filter((word) => !RESERVED_KEYS.includes(word))).toEqual([]);
  });
});
