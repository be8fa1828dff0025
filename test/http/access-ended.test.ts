import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { deleteTenant, updateTenant } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { says } from '../features/ai/editor.ts';
import { drawPng } from '../features/media/library.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

let provider: FakeProvider;
let app: TestApp;
let origin: string;
beforeAll(async () => {
  provider = await startFakeProvider();
  app = await createTestApp({
    ...{ ai_provider: 'openai-compatible', ai_base_url: provider.url, ai_model: 'm' },
    fetch_private: ['127.0.0.1'],
  });
  origin = `http://127.0.0.1:${app.listen()}`;
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const end = (operation: typeof updateTenant | typeof deleteTenant, tenant: string, more: object) =>
  perform(operation as typeof updateTenant, app.deps, adminScope, {
    ...{ project_id: app.first.project_id, tenant },
    ...more,
  } as never);

/** Ways in which the access of a tenant ends. */
const ENDINGS: [string, (tenant: string) => Promise<unknown>, number][] = [
  ['is suspended', (tenant) => end(updateTenant, tenant, { suspended: 'blocked' }), 403],
  ['may only read', (tenant) => end(updateTenant, tenant, { suspended: 'read_only' }), 403],
  ['is deleted', (tenant) => end(deleteTenant, tenant, {}), 401],
];

describe.each(ENDINGS)('a tenant that %s meanwhile', (what, endAccess, status) => {
  test('stores nothing of an upload that had begun', async () => {
    const tenant = await app.openTenant(`upload ${what}`);
    const form = await new Response(formOf()).blob();
    const bytes = new Uint8Array(await form.arrayBuffer());
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.subarray(0, 200));
        await Bun.sleep(50);
        await endAccess(`upload ${what}`);
        controller.enqueue(bytes.subarray(200));
        controller.close();
      },
    });
    const answer = await fetch(`${origin}${tenant.base}/media/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': form.type },
      body,
    });
    expect(answer.status).toBe(status);
    expect(app.events.filter(({ type }) => type === 'media.uploaded')).toEqual([]);
  });

  test('gets no result of a stream that had begun', async () => {
    const tenant = await app.openTenant(`stream ${what}`);
    const template = await tenant.request('POST', '/templates', { body: { content: smallContent() } });
    provider.answer(async () => {
      await endAccess(`stream ${what}`);
      return says({ text: 'A friendlier text' });
    });
    const answer = await tenant.request('POST', `/templates/${template.body.data.id}/ai/rewrite-text`, {
      body: { content: 'A text', instruction: 'Friendlier' },
    });
    expect(answer.text).not.toContain('"done"');
    expect(answer.text).toContain(status === 403 ? 'suspended' : 'token');
  });
});

test('a token may expire while a file is sent', async () => {
  const tenant = await app.openTenant('slow');
  const form = await new Response(formOf()).blob();
  const bytes = new Uint8Array(await form.arrayBuffer());
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, 200));
      await Bun.sleep(50);
      app.clock.advance(11 * 60_000);
      controller.enqueue(bytes.subarray(200));
      controller.close();
    },
  });
  const answer = await fetch(`${origin}${tenant.base}/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.token}`, 'content-type': form.type },
    body,
  });
  expect(answer.status).toBe(201);
});

function formOf(): FormData {
  const form = new FormData();
  form.set('file', new File([drawPng(1)], 'a.png', { type: 'image/png' }));
  return form;
}
