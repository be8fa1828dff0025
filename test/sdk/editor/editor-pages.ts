import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import { systemClock } from '../../../src/platform/clock.ts';
import { borrowContext, giveBackContext } from '../../browser/chromium.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { EditorPage } from './editor-page.ts';

const GUARD_MS = 60_000;

/** As pages of the service have it: own scripts only, no inline handlers, no `eval`. Mails have inline styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'nonce-page' GALLEY",
  "style-src 'self' 'unsafe-inline' https:",
  'img-src * data: blob:',
  'font-src * data:',
  "connect-src 'self' GALLEY WEBSOCKET",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Product</title>
<link rel="icon" href="data:,"><style>html, body, #place { height: 100%; margin: 0; }</style></head>
<body><main id="place"></main><script type="module" nonce="page">
import { init, galleyEditor } from 'GALLEY/sdk/editor.js';
window.errors = [];
const { claims, options } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
try {
  const auth = { url: '/token', requestOptions: { body: claims } };
  const onError = (error) => errors.push(error.message);
  window.galley = await init({ container: '#place', auth, onError, editor: galleyEditor(options) });
  window.editor = galley.editor;
} catch (error) {
  window.failure = error.message;
}
</script></body></html>`;

interface OpenOptions {
  tenant: string;
  template?: string;
  user?: { id: string; name: string } | null;
  isReadOnly?: boolean;
  autosave?: boolean;
  width?: number;
  isDark?: boolean;
  /**
   * Hostile HTML is parsed in documents without scripts. Chromium reports handlers and base addresses in them as
   * violations of the policy all the same.
   */
  isHostile?: boolean;
}

/** The editor in pages of a product with a strict policy, for the tests of a `describe`. */
class EditorPages {
  app!: TestApp;
  galley!: string;
  #product!: ReturnType<typeof Bun.serve>;
  readonly #open: EditorPage[] = [];

  async start(): Promise<void> {
    this.app = await createTestApp({}, { clock: systemClock });
    this.listen(0);
    const { first } = this.app;
    // The worker that renders takes long to start on a busy machine. Then the first page would wait for it.
    const { request } = await this.app.openTenant('first-rendering');
    await request('POST', '/render', { body: { content: { blocks: [] }, format: 'html' } });
    this.#product = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: async (request) => {
        if (new URL(request.url).pathname === '/token') {
          const { client_id, client_secret } = first;
          const body = JSON.stringify({ client_id, client_secret, ...((await request.json()) as object) });
          return fetch(`${this.galley}/api/v1/auth/token`, { ...JSON_POST, body });
        }
        const policy = POLICY.replaceAll('GALLEY', this.galley).replace(
          'WEBSOCKET',
          this.galley.replace('http', 'ws'),
        );
        const headers = { 'content-type': 'text/html', 'content-security-policy': policy };
        return new Response(PAGE.replaceAll('GALLEY', this.galley), { headers });
      },
    });
  }

  listen(port: number): void {
    const { websocket } = this.app.realtime;
    this.app.http.listen({ hostname: '127.0.0.1', port, websocket } as never);
    this.galley = `http://127.0.0.1:${this.app.http.server?.port}`;
    this.app.deps.baseUrl = this.galley;
  }

  /** Cuts every connection of the service, and takes no new ones until it comes back. */
  async goAway(): Promise<void> {
    await this.app.http.server?.stop(true);
  }

  comeBack(): void {
    this.listen(Number(new URL(this.galley).port));
  }

  /** Opens the editor, and waits until it shows the mail. */
  async open(asked: OpenOptions): Promise<EditorPage> {
    const { tenant, template, user, isReadOnly, autosave, width = 1280, isDark, isHostile = false } = asked;
    const context = await borrowContext();
    const page = await context.newPage();
    await page.setViewport({ width, height: 860 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }]);
    const who = user === undefined ? { id: 'u-ada', name: 'Ada' } : user;
    const claims = { tenant, ...(who && { user: who }) };
    const options = { template, isReadOnly, autosave };
    const opened = new EditorPage(page, () => giveBackContext(context), isHostile);
    this.#open.push(opened);
    const hash = encodeURIComponent(JSON.stringify({ claims, options }));
    await page.goto(`http://127.0.0.1:${this.#product.port}/#${hash}`, { waitUntil: 'load' });
    await opened.until('window.editor !== undefined || window.failure');
    if (template !== undefined) await opened.untilDrawn();
    return opened;
  }

  /** Creates a template over REST; resolves to its id. */
  async create(tenant: string, blocks: object[], settings = {}, name = 'Spring'): Promise<string> {
    const { request } = await this.app.openTenant(tenant);
    const { status, body, text } = await request('POST', '/templates', {
      body: { name, content: { blocks, settings } },
    });
    if (status !== 201) throw new Error(text);
    return body.data.id;
  }

  /** The blocks as they are stored. */
  async stored(tenant: string, id: string) {
    const { request } = await this.app.openTenant(tenant);
    return (await request('GET', `/templates/${id}`)).body.data;
  }

  /** What went wrong in the open pages. */
  faults(): string[] {
    return this.#open.flatMap(({ faults }) => faults);
  }

  async closeAll(): Promise<void> {
    for (const one of this.#open.splice(0)) await one.close();
  }

  async stop(): Promise<void> {
    await this.closeAll();
    await this.#product?.stop(true);
    await this.app?.realtime.close();
    await this.app?.stop();
  }
}

const JSON_POST = { method: 'POST', headers: { 'content-type': 'application/json' } };

export function useEditorPages(): EditorPages {
  setDefaultTimeout(GUARD_MS);
  const pages = new EditorPages();
  beforeAll(() => pages.start(), GUARD_MS);
  afterEach(async () => {
    const faults = pages.faults();
    await pages.closeAll();
    expect(faults).toEqual([]);
  });
  afterAll(() => pages.stop());
  return pages;
}
