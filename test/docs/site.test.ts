import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readDocs } from '../../src/docs/files.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { PAGES, readPage } from './pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const ask = (path: string, headers: Record<string, string> = {}) =>
  app.handle(new Request(`http://localhost${path}`, { headers }));

const NAMES = Object.keys(readDocs());
const PATHS = [
  '/docs',
  ...NAMES.flatMap((name) => (name.endsWith('.md') ? `/docs/${name.slice(0, -3)}` : [])),
];

interface Shown {
  ids: ReadonlySet<string>;
  links: readonly URL[];
}

/** The anchors and addresses in a page. */
async function look(path: string): Promise<Shown> {
  const ids = new Set<string>();
  const links: URL[] = [];
  const read = (attribute: string) => ({
    element: (element: HTMLRewriterTypes.Element) =>
      void links.push(new URL(element.getAttribute(attribute) ?? '', `http://localhost${path}`)),
  });
  const html = await (await ask(path)).text();
  new HTMLRewriter()
    .on('[id]', { element: (element) => void ids.add(element.getAttribute('id') ?? '') })
    .on('a, link', read('href'))
    .on('img, script', read('src'))
    .on('form', read('action'))
    .transform(html);
  return { ids, links };
}

describe('the pages', () => {
  test('are all of the documentation, and each names itself', async () => {
    const { headers } = await ask('/docs');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const page of PAGES) {
      const [, title = ''] = /^# (.+)$/m.exec(await readPage(page)) ?? [];
      const shown = Bun.escapeHTML(title.replaceAll('`', ''));
      const html = await Promise.all(PATHS.map(async (path) => (await ask(path)).text()));
      expect([page, html.some((text) => text.includes(`<title>${shown}`))]).toEqual([page, true]);
    }
  });

  test('link to pages, anchors and files that are there, also below another path', async () => {
    const shown = new Map(await Promise.all(PATHS.map(async (path) => [path, await look(path)] as const)));
    let anchors = 0;
    for (const [path, { links }] of shown)
      for (const { origin, protocol, pathname, hash } of links) {
        if (protocol === 'data:' || origin !== 'http://localhost') continue;
        const { status } = await ask(pathname, { accept: 'text/html' });
        expect([path, pathname, status]).toEqual([path, pathname, 200]);
        if (hash === '') continue;
        anchors += 1;
        const ids = shown.get(pathname)?.ids;
        expect([path, pathname + hash, ids?.has(decodeURIComponent(hash.slice(1)))]).toEqual([
          path,
          pathname + hash,
          true,
        ]);
      }
    expect(anchors).toBeGreaterThan(200);
    // A proxy may serve it at a path, so no address begins at the root.
    for (const path of PATHS) expect(await (await ask(path)).text()).not.toMatch(/(?:href|src|action)="\//);
  });

  test('load nothing from elsewhere, and have no scripts and styles in them', async () => {
    for (const path of [...PATHS, '/docs?q=token', '/docs/nowhere']) {
      const response = await ask(path);
      const html = await response.text();
      expect([path, html.match(/<(?:script|link|img)[^>]*(?:src|href)="(?:https?:)?\/\/[^"]*"/g)]).toEqual([
        path,
        null,
      ]);
      expect([path, html.match(/<script>|<style|style="|onload=/g)]).toEqual([path, null]);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toStartWith(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;",
      );
    }
  });

  test('are compressed, and revalidated by their ETag', async () => {
    for (const path of ['/docs', '/docs/rest', '/docs/rest.md', '/llms.txt']) {
      const plain = await ask(path);
      const etag = plain.headers.get('etag') ?? '';
      expect([path, plain.headers.get('cache-control')]).toEqual([path, 'public, no-cache']);
      expect([path, (await ask(path, { 'if-none-match': etag })).status]).toEqual([path, 304]);
      expect([path, (await ask(path, { 'if-none-match': 'W/"0"' })).status]).toEqual([path, 200]);
      const gzip = await ask(path, { 'accept-encoding': 'gzip, br' });
      expect([path, gzip.headers.get('content-encoding')]).toEqual([path, 'gzip']);
      expect(new TextDecoder().decode(Bun.gunzipSync(await gzip.arrayBuffer()))).toBe(await plain.text());
    }
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s is refused', async (method) => {
    expect((await app.request(method, '/docs/rest')).status).toBe(405);
  });
});

describe('a page that is not there', () => {
  test.each([
    '/docs/nowhere',
    '/docs/nowhere.md',
    '/docs/rest/nowhere',
    '/docs/__proto__',
    '/docs/constructor',
    '/docs/%2e%2e%2fpackage.json',
    '/docs/..%2f..%2fetc%2fpasswd',
    '/docs/src/sdk/README.md',
    '/docs/<script>',
  ])('%s says so, and links to the pages', async (path) => {
    const response = await ask(path);
    const html = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(html).toContain('There is no such page');
    const root = '../'.repeat(new URL(`http://localhost${path}`).pathname.split('/').length - 2);
    expect(html).toContain(`href="${root}docs/getting-started"`);
    expect(html).not.toContain('<script>');
  });

  test('a path out of the folder is one of the server', async () => {
    expect((await ask('/docs/../package.json')).status).toBe(404);
  });
});

describe('the search', () => {
  const search = async (query: string) => (await ask(`/docs?q=${encodeURIComponent(query)}`)).text();

  test('finds sections with all words, those with a matching heading first', async () => {
    const html = await search('Restore BACKUP');
    const found = [...html.matchAll(/<li><a href="(docs[^"]*#[^"]*)">/g)].map(([, link]) => link as string);
    expect(found.length).toBeGreaterThan(1);
    expect(found[0]).toStartWith('docs/backup#');
    for (const link of found) {
      const [path = '', anchor = ''] = link.split('#');
      expect((await look(`/${path}`)).ids.has(anchor)).toBe(true);
    }
  });

  test('says if it finds nothing, and shows no words as HTML', async () => {
    expect(await search('xyzzy plugh')).toContain('No section has all of these words');
    const html = await search('"><img src=x onerror=alert(1)>');
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&lt;img src=x');
  });
});

test('Markdown has links that lead to Markdown', async () => {
  const response = await ask('/docs/index.md');
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const links = [...(await response.text()).matchAll(/\]\(([\w.-]+)(?:#[\w-]+)?\)/g)];
  expect(links.length).toBeGreaterThan(20);
  for (const [, link] of links) expect([link, (await ask(`/docs/${link}`)).status]).toEqual([link, 200]);
});

test('llms.txt lists every page that README lists, with what it is for', async () => {
  const response = await ask('/llms.txt');
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  expect(text).toMatch(/^# Galley\n\n> Galley is .+\n\n.+\n\n## For /);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(http:\/\/localhost:4100(\/docs\/[\w-]+\.md)\): \S.+$/gm)];
  expect(links.length).toBe(PAGES.length - 1);
  for (const [, link = ''] of links) expect([link, (await ask(link)).status]).toEqual([link, 200]);
});
