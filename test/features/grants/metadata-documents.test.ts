import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../src/platform/clock.ts';
import { createPublicFetch } from '../../../src/platform/network/public-fetch/index.ts';
import { CERTIFICATE, KEY } from '../../support/certificate.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { Browser } from '../accounts/browser.ts';
import { signInMember } from '../members/people.ts';
import { allow, connectAgent, inspect, REDIRECT, requestOf } from './agent.ts';

let app: TestApp;
let person: Browser;
let server: Bun.Server<undefined>;
const asked: string[] = [];
beforeAll(async () => {
  app = await createTestApp();
  await app.openTenant();
  person = await signInMember(app, app.first.team_id, 'editor');
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert: CERTIFICATE, key: KEY },
    fetch: (request) => answer(new URL(request.url).pathname),
  }) as Bun.Server<undefined>;
  // The only private address that counts as public here.
  app.deps.publicFetch = createPublicFetch({
    allowPrivate: ['127.0.0.1'],
    ca: CERTIFICATE,
    resolve: async (host) => [host === 'internal.example' ? '10.0.0.5' : '127.0.0.1'],
  });
});
afterAll(async () => {
  server.stop(true);
  await app.stop();
});

const urlOf = (path: string) => `https://files.example:${server.port}${path}`;

function answer(path: string): Response {
  asked.push(path);
  const document = { client_id: urlOf(path), client_name: 'Good agent', redirect_uris: [REDIRECT] };
  switch (path) {
    case '/liar.json':
      return Response.json({ ...document, client_id: urlOf('/good.json') });
    case '/huge.json':
      return Response.json({ ...document, filler: 'x'.repeat(10_000_000) });
    case '/to-private.json':
      return Response.redirect('https://internal.example/client.json');
    case '/to-secret.json':
      return Response.redirect(urlOf('/secret.json'));
    case '/secret.json':
      return Response.json({ ...document, client_id: urlOf('/to-secret.json') });
    case '/script.json':
      return Response.json({ ...document, redirect_uris: ['javascript:alert(1)'] });
    case '/none.json':
      return Response.json({ client_id: document.client_id });
    case '/text.json':
      return new Response('<html>');
    case '/missing.json':
      return new Response('', { status: 404 });
    case '/name.json':
      return Response.json({ ...document, client_name: `A\u202eB\n${'x'.repeat(500)}` });
    default:
      return Response.json(document);
  }
}

const ask = (client_id: string) => inspect(person, requestOf(app, client_id));

describe('a client with a metadata document', () => {
  test('connects, and people see its host', async () => {
    const answer = await ask(urlOf('/good.json'));
    expect(answer.body.data).toMatchObject({
      client: { name: 'Good agent', host: new URL(urlOf('/')).host },
      redirect_host: 'agent.example',
      project: { id: app.first.project_id },
      tenant: { tenant: 'default' },
      modes: ['read', 'comment', 'propose', 'write'],
    });
    const { tokens } = await connectAgent(app, person, { clientId: urlOf('/good.json') });
    expect(tokens.access_token).toMatch(/^goa_/);
  });

  test('is fetched once in five minutes', async () => {
    const count = () => asked.filter((path) => path === '/cached.json').length;
    await allow(app, person, { clientId: urlOf('/cached.json') });
    await allow(app, person, { clientId: urlOf('/cached.json') });
    expect(count()).toBe(1);
    app.clock.advance(5 * MINUTE_MS);
    await allow(app, person, { clientId: urlOf('/cached.json') });
    expect(count()).toBe(2);
  });

  test.each([
    ['lies about its id', '/liar.json'],
    ['is 10 MB', '/huge.json'],
    ['redirects to a private address', '/to-private.json'],
    ['redirects', '/to-secret.json'],
    ['has a script as redirect URI', '/script.json'],
    ['has no redirect URI', '/none.json'],
    ['is no JSON', '/text.json'],
    ['does not exist', '/missing.json'],
  ])('is refused if the document %s', async (_name, path) => {
    const { status, body } = await ask(urlOf(path));
    expect([status, Object.keys(body.errors)]).toEqual([422, ['client_id']]);
  });

  test.each([
    ['a private address', 'https://internal.example/client.json'],
    ['a private IP address', 'https://10.0.0.5/client.json'],
    ['plain HTTP', 'http://files.example/client.json'],
    ['no path', 'https://files.example/'],
    ['a query', 'https://files.example/good.json?x'],
    ['a fragment', 'https://files.example/good.json#x'],
    ['dots', 'https://files.example/a/../good.json'],
    ['a password', 'https://a:b@files.example/good.json'],
    ['another spelling', 'https://FILES.example/good.json'],
    ['a file', 'file:///etc/passwd'],
  ])('is refused if its id is %s', async (_name, id) => {
    const { status, body } = await ask(id);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['client_id']]);
  });

  test('is shown with one line as its name', async () => {
    const { name } = (await ask(urlOf('/name.json'))).body.data.client;
    expect(name).toBe(`AB${'x'.repeat(78)}`);
  });

  test('is fetched for people only', async () => {
    const before = asked.length;
    const request = requestOf(app, urlOf('/stranger.json'));
    expect((await inspect(new Browser(app), request)).status).toBe(401);
    expect(asked.length).toBe(before);
  });
});
