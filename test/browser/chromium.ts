import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';
import { findChromium } from '../../scripts/test-tools.ts';

/** The browser of this process. It is started once, because that takes a second, and ends with the process. */
let browser: Promise<Browser> | undefined;

/**
 * A context of its own in the browser: cookies and storage are shared with no other one. Its pages reach this machine
 * only. The caller closes it.
 */
export async function openBrowserContext(): Promise<BrowserContext> {
  if (browser === undefined || !(await browser).connected) browser = launch();
  return (await browser).createBrowserContext();
}

/** The empty page in each context of `openSiteContext`. */
const emptyPages = new WeakMap<BrowserContext, Page>();

/**
 * A context for several pages of `host`. An empty page keeps their process alive: a page that is opened later starts faster
 * and finds the scripts of earlier ones compiled, which halves its processor time. Close its pages with `closePages`.
 */
export async function openSiteContext(host: '127.0.0.1' | 'localhost'): Promise<BrowserContext> {
  const context = await openBrowserContext();
  const page = await context.newPage();
  await page.setRequestInterception(true);
  page.on('request', (request) => void request.respond({ contentType: 'text/html', body: '' }));
  await page.goto(`http://${host}/`);
  emptyPages.set(context, page);
  return context;
}

export async function closePages(context: BrowserContext, except?: Page): Promise<void> {
  for (const page of await context.pages())
    if (page !== emptyPages.get(context) && page !== except) await page.close();
}

const idle: BrowserContext[] = [];

/** More would only hold memory. */
const MAX_IDLE = 4;

/** A context for pages of 127.0.0.1, without cookies. `giveBackContext` ends its use. */
export async function borrowContext(): Promise<BrowserContext> {
  const context = idle.pop();
  return context !== undefined && !context.closed ? context : openSiteContext('127.0.0.1');
}

/** Its pages must keep nothing but cookies: no other storage is emptied. */
export async function giveBackContext(context: BrowserContext): Promise<void> {
  await closePages(context);
  await context.deleteCookie(...(await context.cookies()));
  if (idle.length < MAX_IDLE) idle.push(context);
  else await context.close();
}

const WITHOUT_MOTION = `addEventListener('DOMContentLoaded', () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important; }');
  document.adoptedStyleSheets.push(sheet);
})`;

/**
 * Stops animations and transitions in documents that `page` loads from now on. The published editor has one without end,
 * and each of its frames is drawn without a graphics card.
 */
export async function stopMotion(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(WITHOUT_MOTION);
}

function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('Chromium is not installed: run bun scripts/test-tools.ts.');
  return puppeteer.launch({
    executablePath,
    headless: true,
    // Over a pipe the browser ends with this process, however that ends.
    pipe: true,
    // Tests sign their certificates themselves.
    acceptInsecureCerts: true,
    args: [
      // Containers run as root and have neither user namespaces nor much shared memory.
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--hide-scrollbars',
      // Scripts of tests run once, so threads that optimize them and collect garbage beside them only take processor time.
      '--js-flags=--single-threaded',
      // See `openSiteContext`.
      '--process-per-site',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  });
}
