import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { landscape, makePng } from '../support/make-pictures.ts';
import { mediaOf } from './media-uploads.ts';
import {
  type Credentials,
  createInitializedDirectory,
  GUARD_MS,
  openTenant,
  runGalley,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
  waitFor,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

let place: TestDirectory;
let server: Server;
let tenant: Tenant;
let credentials: Credentials;
let provider: FakeProvider;

const start = async () => {
  server = await startServer(place, [], {
    GALLEY_AI_PROVIDER: 'openai-compatible',
    GALLEY_AI_BASE_URL: provider.url,
    GALLEY_AI_MODEL: 'test-model',
    GALLEY_AI_API_KEY: 'sk-0123456789',
  });
  tenant = await openTenant(server.url, credentials);
};

beforeEach(async () => {
  provider = await startFakeProvider();
  ({ place, first: credentials } = await createInitializedDirectory());
  await start();
});
afterEach(async () => {
  await server.kill();
  await provider.stop();
  place.remove();
});

/** Lines of the log that tell of a fault of the server. Refused requests are warnings without one. */
const faults = () =>
  server
    .stderr()
    .split('\n')
    .filter((line) => /"level":[56]0|"err":/.test(line));

test('uploads whose pictures are converted are answered, and what was acknowledged is there afterwards', async () => {
  const { upload } = mediaOf(server, tenant);
  const small = makePng(600, 400, landscape);
  const make = (index: number) =>
    new Bun.Image(small)
      .resize(4800 - index, 3600)
      .jpeg()
      .bytes();
  const pictures = await Promise.all(Array.from({ length: 10 }, (_, index) => make(index)));
  const sent = pictures.map((picture, index) =>
    upload(picture as Uint8Array<ArrayBuffer>, `large-${index}.jpg`),
  );
  await Bun.sleep(300);
  expect(await server.stop()).toBe(0);
  const answers = await Promise.all(sent);
  expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
  for (const { status, body } of answers)
    if (status === 503) expect(body.message).toEndWith('because the server stops. Try again in a moment.');
  expect(faults()).toEqual([]);
  await start();
  const kept = (await mediaOf(server, tenant).list()).map(({ id }) => id);
  const acknowledged = answers.flatMap(({ status, body }) => (status === 201 ? [body.data.id] : []));
  expect(kept.sort()).toEqual(acknowledged.sort());
  expect((await runGalley(place, ['check'])).status).toBe(0);
});

test('an answer of the model that is being written ends with words for the person', async () => {
  const hold = Promise.withResolvers<void>();
  provider.answer({
    async *pieces() {
      yield '{"reply":"I make';
      await hold.promise;
    },
  });
  const content = { blocks: [{ id: 'a', type: 'title', content: '<p>A</p>' }] };
  const headers = { 'content-type': 'application/json' };
  const made = await tenant.call('POST', '/templates', { headers, body: JSON.stringify({ content }) });
  const response = await fetch(`${server.url}${tenant.base}/templates/${made.body.data.id}/ai/generate`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${tenant.token}`, accept: 'text/event-stream' },
    body: JSON.stringify({ prompt: 'Hi', current_content: content }),
  });
  const text = response.text();
  await waitFor('the model to be asked', () => provider.openRequests() > 0);
  expect(await server.stop()).toBe(0);
  expect(await text).toContain('"text":"The server is being stopped. Try again in a moment."');
  expect(faults()).toEqual([]);
  hold.resolve();
  // What was used before counts.
  expect((await runGalley(place, ['ai', 'usage'])).stdout).toMatch(/generate +1 /);
});
