import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { drawPng } from '../../features/media/library.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { type Answer, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import {
  type Both,
  findFaults,
  GENERATIONS,
  mask,
  openPage,
  type Page,
  RECIPIENTS,
  readWhole,
} from './editors.ts';
import * as shapes from './shapes.ts';

// A guard against hanging where workers start slowly, not an expectation.
setDefaultTimeout(60_000);

let app: TestApp;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  const { port } = mailServer;
  app = await createTestApp({
    smtp_host: '127.0.0.1',
    smtp_port: port,
    smtp_from: 'Galley <mail@galley.example>',
  });
});
afterAll(async () => {
  await app.stop();
  await mailServer.stop();
});

type Ids = Record<string, string>;

/** What editors do, with the answer to look at; `ids`: of what steps before have made. */
interface Step {
  what: string;
  /** The answer’s `data.id` gets this name. */
  as?: string;
  send(page: Page, ids: Ids): Promise<Answer>;
  shape?: shapes.Shapes;
}

const json =
  (method: string, path: string, body?: Both<object>) =>
  (page: Page, ids: Ids): Promise<Answer> => {
    const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? `{${name}}`);
    const own = body && JSON.parse(fill(JSON.stringify(body[page.generation])));
    return page.request(method, fill(path), own);
  };

/** The same with the fields of the signed user. */
const signed =
  (method: string, path: string, body: Both<object> = { old: {}, today: {} }) =>
  (page: Page, ids: Ids) => {
    const user = page.user;
    return json(method, path, { old: { ...body.old, ...user }, today: { ...body.today, ...user } })(
      page,
      ids,
    );
  };

const upload =
  (path: string, fields: Both<Ids> = { old: {}, today: {} }) =>
  (page: Page, ids: Ids) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields[page.generation])) form.set(name, ids[value] ?? value);
    form.set('file', new File([drawPng(1)], 'picture.png', { type: 'image/png' }));
    return page.request('POST', path.replace('{file}', ids.file ?? ''), form);
  };

const same = (body: object): Both<object> => ({ old: body, today: body });
const COMMENTS = '/templates/{template}/comments';

const EMPTY = { blocks: [], settings: {} };
const TAGS = [{ label: 'Known', value: '{{ known }}' }];
const LOBSTER = '<p style="font-family: Lobster">Hello</p>';
const FINDING = { id: 'best.web-font:b1:1', message: 'x', suggestion: 'y', category: 'bestPractices' };

/** A question to the AI; the answer is the last event of the stream, with the conversation as its id. */
const ask =
  (path: string, body: Both<object>) =>
  async (page: Page, ids: Ids): Promise<Answer> => {
    const answer = await json('POST', `/templates/{template}/ai/${path}`, body)(page, ids);
    if (answer.status >= 300) return answer;
    const done = JSON.parse(
      answer.text
        .trim()
        .split('\n\ndata: ')
        .at(-1)
        ?.replace(/^data: /, '') ?? '',
    );
    return { ...answer, body: { ...done, data: { id: done.conversation_id } } };
  };

const dialogues: Record<string, Step[]> = {
  'the start': [
    { what: 'config', send: json('GET', '/config'), shape: shapes.config },
    {
      what: 'health',
      send: (page) =>
        page.request('GET', '/config').then(() => app.request('GET', '/api/v1/health').then(readWhole)),
      shape: shapes.health,
    },
  ],
  templates: [
    {
      what: 'create',
      send: json('POST', '/templates', same({ content: smallContent(), name: 'A' })),
      shape: shapes.template,
    },
    { what: 'load', send: json('GET', '/templates/{template}'), shape: shapes.template },
    {
      what: 'save',
      send: json('PUT', '/templates/{template}', same({ content: smallContent('x') })),
      shape: shapes.template,
    },
    {
      what: 'export',
      send: json(
        'POST',
        '/templates/{template}/export',
        same({
          custom_fonts: [{ name: 'Inter', url: 'https://fonts.example/inter.css' }],
          default_fallback: 'Georgia, serif',
        }),
      ),
    },
  ],
  'test mails': [
    {
      what: 'send',
      send: (page, ids) => {
        const { signature } = signatureOf(page);
        const mail = { recipient: 'ada@example.com', html: '<p>Hello</p>', signature };
        return json('POST', '/templates/{template}/send-test-email', {
          old: { ...mail, allowed_emails: RECIPIENTS },
          today: { ...mail, allowedEmails: RECIPIENTS },
        })(page, ids);
      },
    },
  ],
  versions: [
    {
      what: 'create',
      as: 'version',
      send: json(
        'POST',
        '/templates/{template}/versions',
        same({ content: smallContent('1'), label: 'First' }),
      ),
      shape: shapes.version,
    },
    { what: 'list', send: json('GET', '/templates/{template}/versions'), shape: shapes.versions },
    { what: 'list of 0.10', send: json('GET', '/templates/{template}/snapshots'), shape: shapes.versions },
    { what: 'read', send: json('GET', '/templates/{template}/versions/{version}'), shape: shapes.version },
    {
      what: 'restore',
      send: json('POST', '/templates/{template}/versions/{version}/restore'),
      shape: shapes.template,
    },
  ],
  comments: [
    {
      what: 'create on a block',
      as: 'root',
      send: signed('POST', COMMENTS, {
        old: { body: 'Hi', block_id: 'b1' },
        today: { body: 'Hi', blockId: 'b1' },
      }),
      shape: shapes.comment,
    },
    {
      what: 'reply',
      as: 'reply',
      send: signed('POST', COMMENTS, {
        old: { body: 'Yes', parent_id: '{root}' },
        today: { body: 'Yes', parentId: '{root}' },
      }),
      shape: shapes.comment,
    },
    { what: 'edit', send: signed('PUT', `${COMMENTS}/{reply}`, same({ body: 'No' })), shape: shapes.comment },
    { what: 'resolve', send: signed('POST', `${COMMENTS}/{root}/resolve`), shape: shapes.comment },
    { what: 'list', send: json('GET', COMMENTS), shape: shapes.comments },
    { what: 'reopen', send: signed('POST', `${COMMENTS}/{root}/resolve`), shape: shapes.comment },
    { what: 'delete', send: signed('DELETE', `${COMMENTS}/{reply}`) },
    { what: 'list again', send: json('GET', COMMENTS), shape: shapes.comments },
  ],
  modules: [
    {
      what: 'create',
      as: 'module',
      send: json(
        'POST',
        '/saved-modules',
        same({ name: 'A', content: smallContent().blocks, category: 'B' }),
      ),
    },
    { what: 'list', send: json('GET', '/saved-modules?search=A&category=B') },
    { what: 'clear the category', send: json('PUT', '/saved-modules/{module}', same({ category: '' })) },
  ],
  media: [
    {
      what: 'folder',
      as: 'folder',
      send: json('POST', '/media/folders', {
        old: { name: 'A', parent_id: null },
        today: { name: 'A', parentId: null },
      }),
      shape: shapes.folder,
    },
    {
      what: 'folder inside',
      as: 'inner',
      send: json('POST', '/media/folders', {
        old: { name: 'B', parent_id: '{folder}' },
        today: { name: 'B', parentId: '{folder}' },
      }),
      shape: shapes.folder,
    },
    { what: 'folders', send: json('GET', '/media/folders'), shape: shapes.folders },
    {
      what: 'upload into a folder',
      as: 'file',
      send: upload('/media/upload', { old: { folder_id: 'folder' }, today: { folderId: 'folder' } }),
      shape: shapes.item,
    },
    {
      what: 'rename with alternative text',
      send: json('PUT', '/media/{file}', {
        old: { filename: 'a.png', alt_text: 'A' },
        today: { filename: 'a.png', alt: 'A' },
      }),
      shape: shapes.item,
    },
    {
      what: 'browse the folder',
      send: (page, ids) =>
        page.request(
          'GET',
          `/media/browse?${page.generation === 'old' ? 'folder_id' : 'folderId'}=${ids.folder}&sort=name_asc`,
        ),
      shape: shapes.itemPage,
    },
    {
      what: 'move',
      send: json('POST', '/media/move', {
        old: { ids: ['{file}'], folder_id: '{inner}' },
        today: { ids: ['{file}'], folderId: '{inner}' },
      }),
      shape: shapes.items,
    },
    {
      what: 'the folder is empty',
      send: (page, ids) =>
        page.request(
          'GET',
          `/media/browse?${page.generation === 'old' ? 'folder_id' : 'folderId'}=${ids.folder}`,
        ),
      shape: shapes.itemPage,
    },
    {
      what: 'move to the top',
      send: json('POST', '/media/move', {
        old: { ids: ['{file}'], folder_id: null },
        today: { ids: ['{file}'], folderId: null },
      }),
      shape: shapes.items,
    },
    {
      what: 'usage',
      send: json('POST', '/media/check-usage', same({ ids: ['{file}'] })),
      shape: shapes.usage,
    },
    { what: 'replace', send: upload('/media/{file}/replace'), shape: shapes.item },
    { what: 'frequently used', send: json('GET', '/media/frequently-used'), shape: shapes.items },
    { what: 'delete', send: json('POST', '/media/delete', same({ ids: ['{file}'] })) },
  ],
  'the AI panel': [
    {
      what: 'suggestions',
      send: ask('suggestions', {
        old: { current_content: EMPTY, merge_tags: TAGS },
        today: { currentContent: EMPTY, mergeTags: TAGS },
      }),
    },
    {
      what: 'generate',
      as: 'conversation',
      send: ask('generate', {
        old: { prompt: 'A welcome mail', current_content: EMPTY, merge_tags: TAGS, conversation_id: null },
        today: { prompt: 'A welcome mail', currentContent: EMPTY, mergeTags: TAGS, conversationId: null },
      }),
      shape: shapes.generated,
    },
    {
      what: 'go on with the conversation',
      send: ask('generate', {
        old: {
          prompt: 'An invitation',
          current_content: EMPTY,
          merge_tags: TAGS,
          conversation_id: '{conversation}',
        },
        today: {
          prompt: 'An invitation',
          currentContent: EMPTY,
          mergeTags: TAGS,
          conversationId: '{conversation}',
        },
      }),
      shape: shapes.generated,
    },
    {
      what: 'messages',
      send: json('GET', '/templates/{template}/ai/conversation-messages'),
      shape: shapes.messages,
    },
    {
      what: 'score of the canvas, with its merge tags',
      send: ask('score', {
        old: { current_content: smallContent('CANVAS {{ known }} {{ unknown }}'), merge_tags: TAGS },
        today: { currentContent: smallContent('CANVAS {{ known }} {{ unknown }}'), mergeTags: TAGS },
      }),
      shape: shapes.scored,
    },
    {
      what: 'fix',
      send: ask('fix-finding', {
        old: { content: LOBSTER, finding: FINDING, merge_tags: TAGS },
        today: { content: LOBSTER, finding: FINDING, mergeTags: TAGS },
      }),
    },
  ],
};

/** The signature of the recipients, from the token answer of the page. */
function signatureOf(page: Page): { signature: string } {
  return page.token[page.generation === 'old' ? 'test_email' : 'testEmail'];
}

describe.each(Object.entries(dialogues))('%s', (_name, steps) => {
  test('have the same effect in both spellings, and answers for both', async () => {
    const heard: Both<unknown[]> = { old: [], today: [] };
    for (const generation of GENERATIONS) {
      const page = await openPage(app, generation);
      const ids: Ids = {};
      for (const { what, as, send, shape } of steps) {
        const answer = await send(page, ids);
        expect([what, answer.status < 300, answer.status >= 300 && answer.text]).toEqual([what, true, false]);
        expect([what, answer.headers.get('x-ignored-fields')]).toEqual([what, null]);
        if (as !== undefined) ids[as] = answer.body.data.id;
        if (shape !== undefined) expect([what, findFaults(shape, answer.body)]).toEqual([what, []]);
        heard[generation].push([what, answer.status, answer.body]);
      }
    }
    expect(mask(heard.today)).toEqual(mask(heard.old));
  });
});

test('the token answer starts editors of both generations, whatever the request was spelled in', async () => {
  const { client_id, client_secret, project_id } = app.first;
  const requests = {
    old: { user: { id: 'u', name: 'U' }, test_email: { allowed_emails: RECIPIENTS } },
    today: { user: { id: 'u', name: 'U' }, testEmail: { allowedEmails: RECIPIENTS } },
  };
  for (const generation of GENERATIONS) {
    const body = { client_id, client_secret, tenant: 'acme', client_type: 'sdk', ...requests[generation] };
    const answer = readWhole(await app.request('POST', '/api/v1/auth/token', { body }));
    expect([answer.status, findFaults(shapes.token, answer.body)]).toEqual([200, []]);
    expect(answer.body).toMatchObject({
      projectId: project_id,
      expiresAt: answer.body.expires_at,
      testEmail: { allowedEmails: RECIPIENTS, signature: answer.body.test_email.signature },
    });
  }
});
