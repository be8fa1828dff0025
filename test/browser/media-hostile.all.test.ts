import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { drawPng, formOf, type Item } from '../features/media/library.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { describeInBrowser, openBrowserContext, START_MS } from './browser.ts';

setDefaultTimeout(3 * START_MS);

const HOST = '127.0.0.1';

const PATIENCE_MS = 2_000;

/** Tells us that it runs, in every way a document can. */
const SCRIPT = "fetch('/pwned');new Image().src='/pwned?image';top.postMessage('pwned','*');alert('pwned')";
const MARKUP = `<script>${SCRIPT}</script><img src="x" onerror="${SCRIPT}">`;

/** Files that are taken in, and what a browser makes of them if it is let. */
const FILES: Record<string, string | Uint8Array<ArrayBuffer>> = {
  'script.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script></svg>`,
  'foreign.svg': `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe srcdoc="&lt;script&gt;${SCRIPT}&lt;/script&gt;"/></body></foreignObject></svg>`,
  'page.svg': `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xhtml"><x:script>${SCRIPT}</x:script></svg>`,
  'polyglot.pdf': `%PDF-1.7\n<html><body>${MARKUP}</body></html>\n%%EOF`,
  'tail.png': new Uint8Array(Buffer.concat([drawPng(1), Buffer.from(`<html>${MARKUP}</html>`)])),
};

/** Ways to bring a browser to an address. */
const WAYS: Record<string, (url: string) => string> = {
  frame: (url) => `<iframe src="${url}"></iframe>`,
  object: (url) => `<object data="${url}"></object>`,
  typedObject: (url) => `<object data="${url}" type="image/svg+xml"></object>`,
  embed: (url) => `<embed src="${url}" type="text/html">`,
  picture: (url) => `<img src="${url}">`,
  script: (url) => `<script src="${url}"></script>`,
  refresh: (url) => `<meta http-equiv="refresh" content="0;url=${url}">`,
};

/** All that embed a file in one page, because a page is expensive. */
WAYS.embedded = (url) =>
  ['frame', 'object', 'typedObject', 'embed', 'picture', 'script'].map((way) => WAYS[way]?.(url)).join('');

/** What comes of it, if it comes in time; a browser busy with a download or a document may never answer. */
async function within<Result>(promise: Promise<Result>): Promise<Result | undefined> {
  return Promise.race([promise.catch(() => undefined), Bun.sleep(PATIENCE_MS).then(() => undefined)]);
}

describeInBrowser('hostile files', () => {
  let app: TestApp;
  let plain: Bun.Server<undefined>;
  let pages: Bun.Server<undefined>;
  const items: Record<string, Item> = {};

  beforeAll(async () => {
    app = await createTestApp();
    app.http.listen({ port: 0, hostname: HOST });
    app.deps.baseUrl = `http://${HOST}:${app.http.server?.port}`;
    const tenant = await app.openTenant();
    for (const [name, bytes] of Object.entries(FILES)) {
      const answer = await tenant.request('POST', '/media/upload', { body: formOf(bytes, name) });
      expect([name, answer.status, answer.text]).toEqual([name, 201, answer.text]);
      items[name] = answer.body.data;
    }
    // As a careless server serves the same file: what shows that the trap works.
    plain = Bun.serve({
      port: 0,
      hostname: HOST,
      fetch: () => new Response(FILES['script.svg'], { headers: { 'content-type': 'image/svg+xml' } }),
    });
    pages = Bun.serve({
      port: 0,
      hostname: HOST,
      fetch: (request) => {
        const query = new URL(request.url).searchParams;
        const page = WAYS[query.get('way') ?? '']?.(query.get('url') ?? '') ?? '';
        return new Response(`<!doctype html>${page}`, { headers: { 'content-type': 'text/html' } });
      },
    });
  }, START_MS);
  afterAll(async () => {
    await Promise.all([plain?.stop(true), pages?.stop(true)]);
    await app?.stop();
  });

  /** What a script that ran has done, when a browser is brought to an address in this way. */
  async function findTraces(url: string, way: string | undefined): Promise<string[]> {
    const context = await openBrowserContext();
    const page = await context.newPage();
    const traces: string[] = [];
    page.on('dialog', async (dialog) => {
      traces.push(`dialog ${dialog.message()}`);
      await dialog.dismiss();
    });
    page.on('request', (request) => {
      if (request.url().includes('pwned')) traces.push(request.url());
    });
    await page.evaluateOnNewDocument(() => {
      const seen: unknown[] = [];
      Object.assign(globalThis, { seen });
      addEventListener('message', ({ data }) => seen.push(data));
    });
    const query = new URLSearchParams({ way: way ?? '', url });
    const address = way === undefined ? url : `http://${HOST}:${pages.port}/?${query}`;
    // A download is no page: then the way there is given up. A document viewer answers no questions.
    await within(page.goto(address, { waitUntil: 'load' }));
    await within(page.waitForNetworkIdle({ idleTime: 300 }));
    traces.push(...(((await within(page.evaluate('globalThis.seen'))) as string[] | undefined) ?? []));
    await within(context.close());
    return traces;
  }

  test('the trap works: served carelessly, the file runs', async () => {
    const url = `http://${HOST}:${plain.port}/a.svg`;
    for (const way of [undefined, 'frame', 'object', 'embedded', 'refresh']) {
      expect([way, (await findTraces(url, way)).length > 0]).toEqual([way, true]);
    }
  });

  test.each(Object.keys(FILES))('%s runs nothing, however a browser comes to it', async (name) => {
    const { url } = items[name] as Item;
    expect((await fetch(url)).status).toBe(200);
    for (const way of [undefined, 'embedded', 'refresh']) {
      expect([way, await findTraces(url, way)]).toEqual([way, []]);
    }
  });

  test.each(['page.png', 'page.html', 'page.svg.png'])('HTML named %s is not taken in', async (name) => {
    const tenant = await app.openTenant();
    const body = formOf(`<!doctype html><html>${MARKUP}</html>`, name);
    expect((await tenant.request('POST', '/media/upload', { body })).status).toBe(415);
  });
});
