import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type ControlCall, connectControl } from '../../src/control/client.ts';
import { type ControlServer, serveControl } from '../../src/control/server.ts';
import { ADMIN_OPERATIONS } from '../../src/operations.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

let provider: FakeProvider;
let app: TestApp;
let server: ControlServer;
let call: ControlCall;
beforeEach(async () => {
  provider = await startFakeProvider();
  app = await createTestApp({ ai_provider: 'openai-compatible', ai_base_url: provider.url, ai_model: 'm' });
  server = serveControl(app.deps, ADMIN_OPERATIONS, {});
  call = (await connectControl(app.deps.dataDir)) as ControlCall;
});
afterEach(async () => {
  await server.stop();
  await app.stop();
  await provider.stop();
});

const rewrite = (signal?: AbortSignal) => {
  const input = { text: 'Hello', instruction: 'Shorter' };
  const place = { project_id: app.first.project_id, tenant: 'default', agent: 'local' };
  return call('performAsAgent', { ...place, operation: 'rewriteText', input }, signal);
};

test('the end of the connection aborts the operation, and with it the call of the AI provider', async () => {
  provider.answer({ before: new Promise(() => {}) });
  const controller = new AbortController();
  const called = rewrite(controller.signal).then(
    () => 'answered',
    () => 'aborted',
  );
  await until(() => provider.requests.length === 1);
  controller.abort();
  expect(await called).toBe('aborted');
  await until(() => provider.openRequests() === 0);
  expect(provider.requests[0]?.wasLeft).toBe(true);
  expect(app.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test('an operation may take longer than the idle timeout of the runtime', async () => {
  // The runtime closes idle connections after 10 s unless it is told otherwise.
  provider.answer({ text: '{"text":"Hi"}', before: Bun.sleep(12_500) });
  expect(await rewrite()).toEqual({ content: 'Hi' });
}, 60_000);
