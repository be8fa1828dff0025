import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { type Answer, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
});
afterAll(() => app.stop());

/** A template at version 3. */
beforeEach(async () => {
  const created = await tenant.request('POST', '/templates', {
    body: { content: smallContent(), name: 'one' },
  });
  id = created.body.data.id;
  for (const name of ['two', 'three']) await tenant.request('PUT', `/templates/${id}`, { body: { name } });
});

const update = (ifMatch: string, name: string): Promise<Answer> =>
  tenant.request('PUT', `/templates/${id}`, { body: { name }, headers: { 'if-match': ifMatch } });

describe('If-Match', () => {
  test.each([['"3"'], ['W/"3"'], ['*'], [' "3" '], [' * '], ['3'], [' 3 ']])('%s matches', async (tag) => {
    const answer = await update(tag, 'four');
    expect([answer.status, answer.headers.get('etag'), answer.body.data.name]).toEqual([200, '"4"', 'four']);
  });

  test.each([
    ['"2"'],
    ['"4"'],
    ['"0"'],
    ['"-3"'],
    ['"03x"'],
    ['2'],
    ['4'],
    ['""'],
    ['"'],
    ['W/3'],
    ['w/"3"'],
    ['garbage'],
    ['"3'],
    ['"3.0"'],
    ['"999999999999999"'],
    ['"99999999999999999999999"'],
    ["'3'"],
  ])('%s does not: 409 with the current version, nothing changed', async (tag) => {
    const dump = await dumpDatabase(app);
    const events = app.events.length;
    const answer = await update(tag, 'four');
    expectError(answer, 409, 'version_conflict');
    expect(answer.body.current_version).toBe(3);
    expect(answer.headers.get('etag')).toBe('"3"');
    expect(answer.body.message).toContain('3');
    expect(await dumpDatabase(app)).toBe(dump);
    expect(app.events.length).toBe(events);
  });

  test.each([['"2"'], ['1']])('%s: the message says that the template was changed meanwhile', async (tag) => {
    const { message } = (await update(tag, 'four')).body;
    expect(message).toStartWith('The template has been changed in the meantime: it is at version 3 now. ');
  });

  test.each([['abc'], ['"4"'], ['"0"'], ["'3'"]])(
    '%s: the message names the present version',
    async (tag) => {
      const { message } = (await update(tag, 'four')).body;
      expect(message).not.toContain('in the meantime');
      expect(message).toContain('it is at version 3 now (as an ETag "3")');
    },
  );

  test.each([['"2", "3"'], ['"3","4"'], ['*, "3"']])('%s: several are refused, not guessed', async (tags) => {
    const dump = await dumpDatabase(app);
    expectError(await update(tags, 'four'), 422, 'validation_failed');
    expect(await dumpDatabase(app)).toBe(dump);
  });

  test('a change that would change nothing is refused too when it is based on an old version', async () => {
    expectError(await update('"2"', 'three'), 409, 'version_conflict');
  });

  test('of many writers with the same version exactly one wins', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => update('"3"', `writer ${i}`)));
    const won = answers.filter((answer) => answer.status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(29);
    const { data } = (await tenant.request('GET', `/templates/${id}`)).body;
    expect([data.version, data.name]).toEqual([4, won[0]?.body.data.name]);
  });

  test('guards deleting and restoring as well', async () => {
    const snapshot = (await tenant.request('POST', `/templates/${id}/snapshots`)).body.data;
    const headers = { 'if-match': '"2"' };
    const dump = await dumpDatabase(app);
    expectError(await tenant.request('DELETE', `/templates/${id}`, { headers }), 409, 'version_conflict');
    for (const spelling of ['snapshots', 'versions']) {
      const path = `/templates/${id}/${spelling}/${snapshot.id}/restore`;
      expectError(await tenant.request('POST', path, { headers }), 409, 'version_conflict');
    }
    expect(await dumpDatabase(app)).toBe(dump);
    const deleted = await tenant.request('DELETE', `/templates/${id}`, { headers: { 'if-match': '"3"' } });
    expect(deleted.status).toBe(204);
  });

  test('on what does not exist is 404, not 409', async () => {
    const path = '/templates/00000000-0000-7000-8000-000000000000';
    for (const tag of ['"1"', '*']) {
      const headers = { 'if-match': tag };
      expectError(await tenant.request('PUT', path, { body: { name: 'x' }, headers }), 404, 'not_found');
    }
  });
});

describe('If-None-Match', () => {
  const read = (tag: string): Promise<Answer> =>
    tenant.request('GET', `/templates/${id}`, { headers: { 'if-none-match': tag } });

  test.each([['"3"'], ['W/"3"'], ['"1", "3"'], ['"1",W/"3" , "9"'], ['*']])(
    '%s: 304 without a body',
    async (tag) => {
      const answer = await read(tag);
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', '"3"']);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    },
  );

  test.each([['"2"'], ['3'], ['garbage'], ['""'], ['"33"']])('%s: 200 with the template', async (tag) => {
    const answer = await read(tag);
    expect([answer.status, answer.body.data.version]).toEqual([200, 3]);
  });

  test('does not open what the token does not', async () => {
    const { token } = await app.exchangeToken('other');
    const answer = await tenant.request('GET', `/templates/${id}`, {
      token,
      headers: { 'if-none-match': '*' },
    });
    expectError(answer, 404, 'not_found');
  });

  test('stops matching with the next change', async () => {
    await tenant.request('PUT', `/templates/${id}`, { body: { name: 'four' } });
    expect((await read('"3"')).status).toBe(200);
    expect((await read('"4"')).status).toBe(304);
  });
});
