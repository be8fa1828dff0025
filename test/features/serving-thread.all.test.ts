import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { boundOf } from '../architecture/operation-bounds.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { measureLongestBlock } from '../support/longest-block.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { signUser } from '../support/signed-user.ts';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import { settingsFor } from './ai/asking.ts';

setDefaultTimeout(600_000);

/** Characters of the largest contents here; with what the service adds they are just below the limit of 2 MB. */
const SIZE = 1_900_000;
const repeat = (piece: string, size = SIZE) =>
  piece.repeat(Math.floor(size / JSON.stringify(piece).slice(1, -1).length));
const htmlContent = (html: string) => ({ blocks: [{ id: 'a', type: 'html', content: html }], settings: {} });
const futureContent = (fields: object) => ({
  blocks: [{ id: 'a', type: 'future', ...fields }],
  settings: {},
});
const address = (_: unknown, index: number) => `/media/${String(index).padStart(22, 'x')} `;

/** The worst contents for parsing, validation and searching that fit the limits. */
const CONTENTS: Record<string, { blocks: object[]; settings: object }> = {
  'open elements': htmlContent(repeat('<p>a')),
  'addresses of files': htmlContent(Array.from({ length: SIZE / 30 }, address).join('')),
  'many blocks': {
    blocks: Array.from({ length: 8000 }, (_, index) => ({
      id: `b${index}`,
      type: 'paragraph',
      content: '<p>a</p>',
    })),
    settings: {},
  },
  'many numbers': futureContent({ list: Array(150_000).fill(0.1234567) }),
  'many names': futureContent({
    map: Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`k${index}`, 0])),
  }),
};

/** Processor time in milliseconds; SHOW_BLOCKS=1 prints the measured ones. Generous: loading code, garbage collection and a busy machine count too. */
const MAX_BLOCK_MS = 250;
const ATTEMPTS = 3;
const RECIPIENTS = ['a@b.example'];

let app: TestApp;
let server: MailServer;
let provider: FakeProvider;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;

beforeAll(async () => {
  server = await startMailServer();
  provider = await startFakeProvider({ text: '{}' });
  app = await createTestApp({
    ...settingsFor('openai-compatible', provider.url),
    smtp_host: '127.0.0.1',
    smtp_port: server.port,
    smtp_from: 'a@b.example',
  });
  tenant = await app.openTenant('acme', { test_email: { allowed_emails: RECIPIENTS } });
});
afterAll(async () => {
  await app.stop();
  await server.stop();
  await provider.stop();
});

type Call = () => Promise<unknown>;

/** A call whose body is encoded before, and whose answer is not parsed: that is the work of clients. */
function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Call {
  const text = body === undefined ? null : JSON.stringify(body);
  const url = `http://localhost${path.startsWith('/api') ? '' : tenant.base}${path}`;
  const sent = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json', ...headers };
  return async () => {
    const response = await app.http.handle(new Request(url, { method, body: text, headers: sent }));
    await response.arrayBuffer();
    if ([400, 401, 403, 404, 429].includes(response.status)) throw new Error(`${path}: ${response.status}`);
  };
}

function callTool(name: string, input: object): Call {
  const params = { name, arguments: input };
  return call(
    'POST',
    '/api/v1/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    {
      authorization: `Bearer ${app.first.api_key}`,
      'x-project-id': app.first.project_id,
      'x-tenant': 'acme',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
  );
}

interface Stored {
  content: (typeof CONTENTS)[string];
  /** A template with the content. */
  id: string;
  /** A snapshot of that template, with the blocks in another order. */
  snapshot: string;
  /** A template with another content. */
  small: string;
}

/** Calls by operation. What their workers do takes long for some contents: those calls have another one. */
function listCalls({ content, id, snapshot, small }: Stored): Record<string, Call[]> {
  const add = { op: 'add', block: { type: 'paragraph', content: '<p>a</p>' } };
  const blockId = (content.blocks[0] as { id: string }).id;
  const text = JSON.stringify(content).slice(0, 490_000);
  const mail = { recipient: RECIPIENTS[0], allowed_emails: RECIPIENTS, signature: sign() };
  const proposal = { dry_run: true, ...signUser(app.first.signing_key) };
  const fix = { finding: { id: 'best.merge-tags:new:0' } };
  return {
    createTemplate: [call('POST', '/templates', { content })],
    updateTemplate: [
      call('PUT', `/templates/${small}`, { content }),
      call('PUT', `/templates/${small}`, { content: smallContent() }),
      callTool('update-template', { template_id: id, content, dry_run: true }),
      callTool('update-template', { template_id: id, operations: Array(200).fill(add), dry_run: true }),
    ],
    getTemplate: [
      call('GET', `/templates/${id}`),
      callTool('get-template', { template_id: id, format: 'outline' }),
      callTool('get-template', { template_id: id, format: 'blocks' }),
    ],
    listTemplates: [call('GET', '/templates?block_type=paragraph&with_blocks=true')],
    replaceInTemplates: [
      call('POST', '/templates/replace', {
        ...{ what: 'text', find: 'a', replace: 'b', template_ids: [id], dry_run: true },
      }),
      call('POST', '/templates/replace', {
        ...{ what: 'color', find: '#000000', replace: '#111111', template_ids: [id], dry_run: true },
      }),
    ],
    proposeChange: [
      call('POST', `/templates/${small}/proposals`, { ...proposal, content }),
      call('POST', `/templates/${small}/proposals`, {
        ...{ ...proposal, content: htmlContent(repeat('<p>a', 390_000)) },
      }),
    ],
    createComment: [callTool('create-comment', { template_id: id, body: 'x', block_id: blockId })],
    listComments: [callTool('list-comments', { template_id: id })],
    createSavedModule: [call('POST', '/saved-modules', { name: 'x', content: content.blocks })],
    createSnapshot: [call('POST', `/templates/${id}/snapshots`, { content })],
    listSnapshots: [call('GET', `/templates/${id}/snapshots`)],
    listSavedModules: [call('GET', '/saved-modules')],
    generateContent: [
      call('POST', `/templates/${id}/ai/generate`, { prompt: repeat('at A ', 20_000), content }),
    ],
    generateTemplate: [callTool('generate-template', { prompt: repeat('order a.b ', 20_000) })],
    rewriteText: [
      call('POST', `/templates/${id}/ai/rewrite-text`, { content: text.slice(0, 99_000), instruction: 'x' }),
    ],
    fixFinding: [
      call('POST', `/templates/${id}/ai/fix-finding`, { ...fix, content: '<p>{{ a</p>' }),
      call('POST', `/templates/${small}/ai/fix-finding`, { ...fix, content: text }),
    ],
    scoreTemplate: [
      call('POST', `/templates/${id}/ai/score`, {}),
      call('POST', `/templates/${id}/ai/score`, { content }),
    ],
    getAccessibilityReport: [call('GET', `/templates/${id}/accessibility-report`)],
    printAccessibilityReport: [call('GET', `/templates/${id}/accessibility-report.html`)],
    diffTemplate: [call('GET', `/templates/${id}/diff?from=${snapshot}`)],
    importFromBeefree: [call('POST', '/templates/import/from-beefree', { source: content })],
    importFromUnlayer: [call('POST', '/templates/import/from-unlayer', { source: content })],
    importFromMJML: [call('POST', '/templates/import/from-mjml', { source: text })],
    importFromHTML: [call('POST', '/templates/import/from-html', { source: text })],
    sendTestEmail: [
      call('POST', `/templates/${small}/send-test-email`, { ...mail, html: repeat('a b. ', 1_000_000) }),
    ],
    sendContentAsTestEmail: [
      call('POST', '/send-test-email', { ...mail, content: htmlContent(repeat('a b. ')) }),
    ],
    compileMjml: [call('POST', '/render/mjml', { mjml: text.slice(0, 1_000_000) })],
    renderContent: [
      call('POST', '/render', { content: htmlContent(repeat('a b. ')) }),
      call('POST', '/render', { content: deletedFiles() }),
    ],
    getStarterThumbnail: [call('GET', '/starters/thumbnail.png?starter=newsletter')],
    listStarters: [call('GET', '/starters')],
    getTemplateThumbnail: [call('GET', `/templates/${small}/thumbnail.png`)],
    exportTemplate: [call('POST', `/templates/${small}/export`, { data: { a: repeat('a b. ') } })],
    renderTemplate: [call('POST', `/templates/${small}/render`, { data: { a: repeat('a b. ') } })],
  };
}

/** Addresses of files that do not exist in one block, and another block without any. */
function deletedFiles() {
  const addresses = Array.from({ length: 15_000 }, (_, index) => `${app.deps.baseUrl}${address(_, index)}`);
  const texts = [addresses.join(''), repeat('a b. ', 900_000)];
  const blocks = texts.map((content, index) => ({ id: `b${index}`, type: 'html', content }));
  return { blocks, settings: {} };
}

const sign = () =>
  createHmac('sha256', app.first.signing_key).update(JSON.stringify(RECIPIENTS)).digest('hex');

/** The shortest of the longest times, so that a collection of garbage does not count. */
async function measure(work: Call): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && best > MAX_BLOCK_MS; attempt += 1) {
    best = Math.min(best, await measureLongestBlock(work));
  }
  return best;
}

async function create(path: string, content: unknown): Promise<string> {
  const { status, body, text } = await tenant.request('POST', path, { body: { content } });
  if (status !== 201) throw new Error(`not created: ${text.slice(0, 300)}`);
  return body.data.id;
}

async function store(content: Stored['content']): Promise<Stored> {
  const id = await create('/templates', content);
  const reversed = { ...content, blocks: content.blocks.toReversed() };
  const snapshot = await create(`/templates/${id}/snapshots`, reversed);
  return { content, id, snapshot, small: await create('/templates', smallContent()) };
}

describe('the bound of the work on the serving thread', () => {
  test('is measured for every operation that takes or reads contents', async () => {
    const small = await create('/templates', smallContent());
    const measured = listCalls({ content: smallContent(), id: small, snapshot: '', small });
    const missing = [...boundOf].filter(
      ([name, bound]) => /content|worker/.test(bound) && measured[name] === undefined,
    );
    // They do the same with a content as other operations that are measured.
    expect(missing.map(([name]) => name)).toEqual([
      ...[
        'listLibrary',
        'saveBlocksAsModule',
        'acceptProposal',
        'proposeTemplate',
        'restoreOrUndo',
        'restoreSnapshot',
      ],
      ...['undoAgentChanges', 'updateSavedModule', 'importFromChamaileon', 'importFromEasyEmail'],
      ...[
        'importFromEmailBuilder',
        'importFromGrapesJS',
        'importFromStripo',
        'importFromUrl',
        'importFromZIP',
        'importFromEML',
        'previewTemplate',
        'sendTestEmailToSelf',
      ],
    ]);
  });

  for (const [shape, content] of Object.entries(CONTENTS)) {
    test(`${shape}: no operation blocks it for long`, async () => {
      const stored = await store(content);
      const slow: string[] = [];
      for (const [name, calls] of Object.entries(listCalls(stored))) {
        for (const [index, work] of calls.entries()) {
          const ms = await measure(work);
          if (process.env.SHOW_BLOCKS === '1')
            process.stdout.write(`${ms.toFixed(0).padStart(5)} ms ${shape}: ${name} ${index}\n`);
          if (ms > MAX_BLOCK_MS) slow.push(`${name} ${index}: ${ms.toFixed(0)} ms`);
        }
      }
      expect(slow).toEqual([]);
    });
  }
});
