import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { toCamelName } from '../../../src/http/editor-compat/names.ts';
import { inputName } from '../../../src/http/editor-compat/requests.ts';
import { nameInRoute, pageRoutesOf } from '../../../src/http/route.ts';
import { drawPng, formOf } from '../../features/media/library.ts';
import { expectError } from '../../support/expect-error.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
  id = (await tenant.request('POST', '/templates', { body: { content: smallContent() } })).body.data.id;
});
afterAll(() => app.stop());

/** Browsers send an origin with every change. */
const fromPage = { origin: 'https://app.example.com' };

describe('a request in camel case', () => {
  test.each<[path: string, body: object, field: string]>([
    ['/ai/generate', { prompt: 'x', mergeTags: 5 }, 'currentContent'],
    ['/ai/generate', { prompt: 5, currentContent: smallContent() }, 'prompt'],
    ['/ai/score', { currentContent: { blocks: [{}] } }, 'currentContent.blocks.0.type'],
    ['/ai/score', { currentContent: smallContent(), merge_tags: 5 }, 'merge_tags'],
    ['/send-test-email', { recipient: 'a@example.com', html: 'x', allowedEmails: 5 }, 'allowedEmails'],
    ['/comments', { body: 'x', userId: 'u', blockId: 5 }, 'blockId'],
  ])('%s %j is refused in its own words: %s', async (path, body, field) => {
    const answer = await tenant.request('POST', `/templates/${id}${path}`, { body, headers: fromPage });
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toContain(field);
    const [first] = Object.keys(answer.body.errors);
    // A sentence that begins with the field, or has it at its end.
    expect(answer.body.message).toMatch(new RegExp(`^${first} |\\(${first}\\)`));
  });

  test('names of objects in it are told in its words too', async () => {
    const { client_id, client_secret } = app.first;
    const body = { client_id, client_secret, tenant: 'acme', testEmail: { allowedEmails: 'x' } };
    const answer = await app.request('POST', '/api/v1/auth/token', { body });
    expect(Object.keys(answer.body.errors)).toEqual(['testEmail.allowedEmails']);
    expect(answer.body.message).toStartWith('testEmail.allowedEmails must ');
  });

  test('that sends both names is taken at the older one', async () => {
    const body = { name: 'Both', parent_id: null, parentId: crypto.randomUUID() };
    const made = await tenant.request('POST', '/media/folders', { body });
    expect([made.status, made.body.data.parent_id]).toEqual([201, null]);
  });
});

test('every field and parameter of every route of pages is known in camel case', () => {
  let renamed = 0;
  for (const route of pageRoutesOf(app.routes)) {
    for (const name of Object.keys(route.operation.input.properties)) {
      const camel = toCamelName(nameInRoute(route, name));
      expect([route.path, name, inputName(route, camel)]).toEqual([route.path, name, name]);
      expect([route.path, camel]).toEqual([route.path, expect.not.stringContaining('_')]);
      if (camel !== name) renamed += 1;
    }
  }
  expect(renamed).toBeGreaterThan(60);
});

test('the backend API knows fields in one spelling', async () => {
  const headers = { authorization: `Basic ${btoa(`${app.first.client_id}:${app.first.client_secret}`)}` };
  const path = `/api/v1/server/tenants/acme/templates/${id}/ai/score`;
  const answer = await app.request('POST', path, { body: { currentContent: smallContent() }, headers });
  expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toContain('Did you mean "current_content"?');
});

describe('a field that the server does not know', () => {
  const save = (body: object, headers: Record<string, string> = fromPage) =>
    tenant.request('PUT', `/templates/${id}`, { body, headers });

  test('does not keep a page from saving, and is named in the answer and once in the log', async () => {
    for (const text of ['one', 'two']) {
      const answer = await save({ content: smallContent(text), layoutVersion: 3, 'ä b': 1 });
      expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([
        200,
        'layoutVersion, %C3%A4%20b',
      ]);
      expect(answer.headers.get('access-control-expose-headers')).toContain('x-ignored-fields');
    }
    const { body } = await tenant.request('GET', `/templates/${id}`);
    expect(body.data.content.blocks[0].content).toBe('<p>two</p>');
    const lines = app.logLines.filter((line) => line.includes('layoutVersion'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      operation: 'updateTemplate',
      field: 'layoutVersion',
    });
  });

  test('does not keep an editor from getting a token', async () => {
    const { client_id, client_secret } = app.first;
    const body = { client_id, client_secret, tenant: 'acme', client_type: 'sdk', sdkRelease: '0.50.0' };
    const answer = await app.request('POST', '/api/v1/auth/token', { body, headers: fromPage });
    expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([200, 'sdkRelease']);
    expectError(await app.request('POST', '/api/v1/auth/token', { body }), 422, 'validation_failed');
  });

  test('is refused if it resembles a known one, from pages too', async () => {
    const answer = await save({ contents: smallContent('lost') });
    expectError(answer, 422, 'validation_failed');
    expect(answer.body.message).toBe('contents is not a field of this request. Did you mean "content"?');
    const comment = { body: 'x', blockID: 'b1', userId: 'u', userName: 'U', userSignature: 'x' };
    const path = `/templates/${id}/comments`;
    const refused = await tenant.request('POST', path, { body: comment, headers: fromPage });
    expect(refused.body.message).toBe('blockID is not a field of this request. Did you mean "blockId"?');
  });

  test('is refused if there are many, from pages too', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [`unheardOf${'x'.repeat(80)}${i}`, i]),
    );
    expectError(await save({ content: smallContent(), ...many }), 422, 'validation_failed');
  });

  test('is refused of programs', async () => {
    expectError(await save({ content: smallContent(), layoutVersion: 3 }, {}), 422, 'validation_failed');
  });

  test('of a form is treated alike, and no file stays behind', async () => {
    const upload = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      tenant.request('POST', '/media/upload', {
        body: formOf(drawPng(1), 'a.png', fields),
        headers,
      });
    expectError(await upload({ folder: 'x' }, fromPage), 422, 'validation_failed');
    expectError(await upload({ template: 'x' }), 422, 'validation_failed');
    const taken = await upload({ template: 'x' }, fromPage);
    expect([taken.status, taken.headers.get('x-ignored-fields')]).toEqual([201, 'template']);
    const files = await Array.fromAsync(new Bun.Glob('*').scan(app.deps.incomingDir));
    expect(files).toEqual([]);
  });
});

describe('a query parameter', () => {
  test('that the route does not know is named in the answer', async () => {
    const answer = await tenant.request('GET', '/config?cacheBuster=1');
    expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([200, 'cacheBuster']);
    const health = await app.request('GET', '/api/v1/health?probe');
    expect([health.status, health.headers.get('x-ignored-fields')]).toEqual([200, 'probe']);
  });

  test('that resembles a known one is refused', async () => {
    const answer = await tenant.request('GET', '/media/browse?folder=x');
    expectError(answer, 422, 'validation_failed');
    expect(answer.body.errors.folder[0]).toContain('Did you mean "folder_id"?');
  });

  test('that belongs into the body is refused', async () => {
    const path = `/templates/${id}?expected_version=1`;
    const answer = await tenant.request('PUT', path, { body: { content: smallContent() } });
    expectError(answer, 422, 'validation_failed');
    expect(answer.body.message).toStartWith('expected_version belongs into the body');
  });

  test('is taken in either spelling', async () => {
    const made = await tenant.request('POST', '/media/folders', { body: { name: 'Q' } });
    const folder = made.body.data.id;
    await tenant.request('POST', '/media/upload', {
      body: formOf(drawPng(2), 'q.png', { folderId: folder }),
    });
    for (const name of ['folder_id', 'folderId']) {
      const { body } = await tenant.request('GET', `/media/browse?${name}=${folder}`);
      expect(body.data.map((item: { filename: string }) => item.filename)).toEqual(['q.png']);
    }
  });
});
