import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'puppeteer-core';
import { FLAVOURS, type Flavour, type McpClient } from '../binary/mcp-clients.ts';
import {
  type Credentials,
  createInitializedDirectory,
  openTenant,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
} from '../binary/support.ts';
import { borrowContext, giveBackContext, stopMotion } from '../browser/chromium.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

const root = resolve(import.meta.dir, '../..');

/** The published editor with its dependencies. */
const EDITOR = join(root, 'node_modules/@templatical/editor/dist/cdn');

/** Screenshots to look at after a run with UPDATE_SCREENSHOTS=1. */
const SCREENSHOTS = join(root, 'dist/e2e');

const FIXTURES = join(root, 'test/fixtures/tls');

const TENANT = 'acme';

/** How long the page may take for one step: a guard, not an expectation. */
const TIMEOUT_MS = 60_000;

const hostPage = await Bun.file(join(import.meta.dir, 'host-page.js')).text();

const HTML = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host page</title>
<link rel="stylesheet" href="/editor/editor.css">
<style>html, body, #editor { height: 100%; margin: 0; }</style>
<div id="editor"></div><script type="module" src="/host-page.js"></script></html>`;

export interface OpenOptions {
  user?: string;
  name?: string;
  /** Id of the template to load; left out, one is made, of `content` if that is given. */
  template?: string;
  content?: string;
  autosave?: boolean;
  collaboration?: boolean;
  /** Mounts the editor without the repairs of our client. */
  unrepaired?: boolean;
  /** Mounts Galley's own editor, which saves only when it is told to. */
  own?: boolean;
}

/** The executable, and a customer's product that shows the published editor in browsers. */
export interface TestProduct {
  place: TestDirectory;
  server: Server;
  /** Where test mails arrive. */
  mail: MailServer;
  /** The language model the executable asks. */
  provider: FakeProvider;
  /** The API, as a tenant's own program uses it. */
  tenant: Tenant;
  /** The same for another tenant of the project; `more`: further fields of the token request. */
  openTenant(name: string, more?: object): Promise<Tenant>;
  /** An agent with a key, at the tool server. */
  connectAgent(): Promise<McpClient>;
  /** Opens the editor in a browser context of its own, and waits until the template is loaded. */
  open(options?: OpenOptions): Promise<EditorPage>;
  stop(): Promise<void>;
}

/** A page with the editor. */
export interface EditorPage {
  page: Page;
  templateId: string;
  /** Requests to the service with their answers, as `200 PUT /templates/…`, without the tenant's part. */
  requests: string[];
  /** Uncaught errors, and errors on the console. */
  faults: string[];
  /** The errors that `onError` received. */
  errors(): Promise<string[]>;
  /** Evaluates an expression in the page. */
  evaluate<T = unknown>(expression: string): Promise<T>;
  /** Clicks the element of this selector as soon as it is visible. */
  click(selector: string): Promise<void>;
  /** Clicks the button of this text, label or title, once it can be clicked. */
  press(label: string): Promise<void>;
  /** Replaces the text of the field of this selector. */
  type(selector: string, text: string): Promise<void>;
  /** Waits until an expression in the page is true. */
  until(expression: string): Promise<void>;
  /** Waits for an answered request, such as `200 PUT /templates/…`. */
  untilAnswered(pattern: RegExp): Promise<void>;
  /** Writes a screenshot of the page to `dist/e2e` if UPDATE_SCREENSHOTS is 1. */
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openTestProduct(): Promise<TestProduct> {
  const { place, first } = await createInitializedDirectory();
  const certificate = ['--tls-cert', join(FIXTURES, 'first.crt'), '--tls-key', join(FIXTURES, 'first.key')];
  const mail = await startMailServer();
  const provider = await startFakeProvider();
  const server = await startServer(place, [...certificate, '--tls-port', '0'], {
    GALLEY_SMTP_HOST: '127.0.0.1',
    GALLEY_SMTP_PORT: String(mail.port),
    GALLEY_SMTP_FROM: 'Galley <mail@galley.example>',
    GALLEY_AI_PROVIDER: 'openai-compatible',
    GALLEY_AI_BASE_URL: provider.url,
    GALLEY_AI_MODEL: 'test-model',
  });
  const galley = `https://${/"tls_address":"([^"]+)"/.exec(server.stderr())?.[1]}`;
  const customer = startProduct(galley, server.url, first);
  const tenant = await openTenant(server.url, first, TENANT);
  return {
    place,
    server,
    mail,
    provider,
    tenant,
    openTenant: (name, more) => openTenant(server.url, first, name, more),
    open: (options = {}) => openEditorPage(customer.url, galley, options),
    async connectAgent() {
      const url = `${server.url}/api/v1/mcp`;
      const headers = {
        Authorization: `Bearer ${first.api_key}`,
        'X-Project-Id': first.project_id,
        'X-Tenant': TENANT,
      };
      return (await (FLAVOURS[0] as Flavour).connect({ url, headers })).client;
    },
    async stop() {
      await customer.stop();
      await server.stop();
      await mail.stop();
      await provider.stop();
      place.remove();
    },
  };
}

/**
 * The customer's product. `galley` as the page reaches it, `exchange` as its backend does. `changeToken`: what to do to the
 * answer of the token exchange before the page gets it.
 */
export function startProduct(
  galley: string,
  exchange: string,
  { client_id, client_secret }: Credentials,
  changeToken: (answer: Response) => Response | Promise<Response> = (answer) => answer,
) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/') return new Response(HTML, { headers: { 'content-type': 'text/html' } });
      if (pathname === '/host-page.js') {
        const type = { 'content-type': 'text/javascript' };
        return new Response(hostPage.replaceAll('GALLEY', galley), { headers: type });
      }
      if (pathname.startsWith('/editor/')) {
        return new Response(Bun.file(join(EDITOR, pathname.slice('/editor'.length))));
      }
      if (pathname !== '/token') return new Response('nothing here', { status: 404 });
      const claims = (await request.json()) as object;
      const answer = await fetch(`${exchange}/api/v1/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id, client_secret, ...claims }),
      });
      return changeToken(answer);
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

/** An expression that marks the enabled, visible button of a label, and is true if there is one. */
function markButton(label: string): string {
  return `(() => {
    const label = ${JSON.stringify(label)};
    for (const old of document.querySelectorAll('[data-pressed]')) old.removeAttribute('data-pressed');
    const fits = (one) =>
      [one.textContent.trim(), one.getAttribute('aria-label'), one.title].includes(label) &&
      !one.disabled && one.offsetParent !== null;
    const found = [...document.querySelectorAll('button, [role=button], [role=menuitem]')].findLast(fits);
    found?.setAttribute('data-pressed', label);
    return found !== undefined;
  })()`;
}

/** `prepare`: what to do to the page before it loads. */
export async function openEditorPage(
  url: string,
  galley: string,
  options: OpenOptions,
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<EditorPage> {
  const context = await borrowContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1400, height: 900 });
  await stopMotion(page);
  await prepare(page);
  const requests: string[] = [];
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(String((fault as Error).stack ?? fault)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    const method = response.request().method();
    if (origin !== galley || method === 'OPTIONS') return;
    const path = pathname.replace(/^\/api\/v1\/projects\/[^/]+\/tenants\/[^/]+/, '');
    requests.push(`${response.status()} ${method} ${path}`);
  });
  const query = Object.entries(options).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  await page.goto(`${url}/?${query.join('&')}`, { waitUntil: 'load' });
  const evaluate = async <T>(expression: string) => (await page.evaluate(expression)) as T;
  const templateId = await evaluate<string>('window.ready');
  const click = async (selector: string) => {
    const found = await page.waitForSelector(selector, { visible: true, timeout: TIMEOUT_MS });
    await found?.click();
  };
  const until = async (expression: string) => {
    await page.waitForFunction(expression, { timeout: TIMEOUT_MS, polling: 50 });
  };
  return {
    page,
    templateId,
    requests,
    faults,
    click,
    until,
    async press(label) {
      // Marked first, because a selector cannot say any of this.
      await until(markButton(label));
      await click(`[data-pressed=${JSON.stringify(label)}]`);
    },
    async type(selector, text) {
      await click(selector);
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.type(text);
    },
    async untilAnswered(pattern) {
      const isThere = () => requests.some((request) => pattern.test(request));
      for (let waited = 0; !isThere(); waited += 20) {
        if (waited > TIMEOUT_MS) throw new Error(`no request like ${pattern} among\n${requests.join('\n')}`);
        await Bun.sleep(20);
      }
    },
    errors: () => evaluate<string[]>('seen.errors'),
    evaluate,
    async screenshot(name) {
      if (process.env.UPDATE_SCREENSHOTS !== '1') return;
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
    },
    close: () => giveBackContext(context),
  };
}
