import { afterAll, afterEach, beforeAll } from 'bun:test';
import type { BrowserContext, Page } from 'puppeteer-core';
import type { Settings } from '../../src/config/index.ts';
import { createAccountLink } from '../../src/features/accounts/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { perform } from '../../src/platform/operation.ts';
import { AXE_SOURCE } from '../browser/axe-source.ts';
import { START_MS } from '../browser/browser.ts';
import { closePages, openSiteContext } from '../browser/chromium.ts';
import { Browser, PASSWORD, tokenOf } from '../features/accounts/browser.ts';
import { adminScope, createTestApp, type TestApp } from '../support/test-app.ts';

export interface View {
  /** CSS pixels: 1280 is a desktop, 320 a phone, or a desktop at a zoom of 400 %. */
  width?: number;
  isDark?: boolean;
}

/** The views every page must be usable in. */
export const VIEWS: readonly Required<View>[] = [
  { width: 1280, isDark: false },
  { width: 320, isDark: false },
  { width: 1280, isDark: true },
];

export const OPERATOR = { name: 'Anna Berger', email: 'anna@example.com', password: PASSWORD };

/** One app and one browser context for a test file, with the operator `OPERATOR`. */
export class Dashboard {
  readonly app: TestApp;
  readonly context: BrowserContext;
  /** Such as `http://localhost:4711`. Passkeys belong to a name, not to an IP address. */
  readonly origin: string;
  /** What the policy of the page has refused, and errors of its scripts. */
  readonly faults: string[] = [];
  /** See `visit`. */
  #visited: Page | undefined;

  private constructor(app: TestApp, context: BrowserContext) {
    this.app = app;
    this.context = context;
    this.origin = `http://localhost:${app.listen()}`;
  }

  static async start(settings: Partial<Settings>): Promise<Dashboard> {
    const app = await createTestApp(settings, { clock: systemClock });
    return new Dashboard(app, await openSiteContext('localhost'));
  }

  async stop(): Promise<void> {
    await this.context.close();
    await this.app.stop();
  }

  closePages(): Promise<void> {
    return closePages(this.context, this.#visited);
  }

  /** The token of a link that makes an operator. */
  async createLink(): Promise<string> {
    return tokenOf((await perform(createAccountLink, this.app.deps, adminScope, {})).url);
  }

  /** Makes the account of `person` without the browser. */
  async addOperator(person = OPERATOR): Promise<Browser> {
    const browser = new Browser(this.app);
    const answer = await browser.post('/link/password', { token: await this.createLink(), ...person });
    if (answer.status !== 200) throw new Error(answer.text);
    return browser;
  }

  /** Gives the browser the session of `from`, or ends the one it has. */
  async useSession(from?: Browser): Promise<void> {
    await this.context.deleteCookie(...(await this.context.cookies()));
    const cookies = [...(from?.cookies ?? [])].map(([name, value]) => ({ name, value, domain: 'localhost' }));
    if (cookies.length > 0) await this.context.setCookie(...cookies);
  }

  /** Opens a page of the dashboard, e.g. `/projects`, and waits until it has loaded its data. */
  async open(path: string, view: View = {}): Promise<Page> {
    const page = await this.#newPage();
    await setView(page, view);
    await this.#load(page, path);
    return page;
  }

  /** The same in one page for all visits, which stays open: it takes half the processor time of a new page. */
  async visit(path: string): Promise<Page> {
    this.#visited ??= await this.#newPage();
    await setView(this.#visited, {});
    await this.#load(this.#visited, path);
    return this.#visited;
  }

  async #newPage(): Promise<Page> {
    const page = await this.context.newPage();
    page.setDefaultTimeout(START_MS);
    // The browser asks before a page with a typed form is left.
    page.on('dialog', (dialog) => void dialog.accept());
    // A query of the browser's driver fails, and is repeated, if the page changes meanwhile.
    page.on('pageerror', (error) => {
      if (!String(error).includes('Protocol error')) this.faults.push(String(error));
    });
    page.on('console', (message) => {
      if (/Content Security Policy|Warning:/.test(message.text())) this.faults.push(message.text());
    });
    return page;
  }

  async #load(page: Page, path: string): Promise<void> {
    await page.goto(`${this.origin}/dashboard${path === '/' ? '' : path}`, { waitUntil: 'load' });
    await settle(page);
  }
}

export async function setView(page: Page, { width = 1280, isDark = false }: View): Promise<void> {
  const value = isDark ? 'dark' : 'light';
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value },
    // Nothing moves, so that nothing is measured half faded.
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await page.setViewport({ width, height: 820 });
  // Two frames later styles are computed and drawn again, and observers of sizes have run.
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))',
  );
}

/** Waits until there is a heading and nothing is loading. */
export async function settle(page: Page): Promise<void> {
  const isSettled =
    'document.querySelector("h1") !== null && document.querySelector(".skeleton, [aria-busy=true]") === null';
  await page.waitForFunction(isSettled);
}

/** Clicks the button, tab or menu item with this name. */
export const clickButton = (page: Page, name: string, role = 'button'): Promise<void> =>
  page.locator(`aria/${name}[role="${role}"]`).click();

/** Types into the field with this label, over what is in it. */
export const type = (page: Page, label: string, text: string): Promise<void> =>
  page.locator(`aria/${label}[role="textbox"]`).fill(text);

/** Empties the field with this label. */
export async function clear(page: Page, label: string): Promise<void> {
  await page.locator(`aria/${label}[role="textbox"]`).click({ count: 3 });
  await page.keyboard.press('Backspace');
}

/** Waits until this text can be read somewhere on the page. */
export async function seeText(page: Page, text: string): Promise<void> {
  const isThere = `document.body.innerText.includes(${JSON.stringify(text)})`;
  await page.waitForFunction(isThere).catch(async (error) => {
    const shown = await page.evaluate('document.body.innerText');
    throw new Error(`"${text}" is not on the page, but: ${shown}`, { cause: error });
  });
}

/** By how many pixels the page is wider than the window. */
export const findOverflow = (page: Page): Promise<number> =>
  page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  ) as Promise<number>;

/** What axe finds once nothing is loading, in words. Also that the page does not scroll sideways. */
export async function findBarriers(page: Page): Promise<string[]> {
  // A button that waits for its answer may be busy behind a dialog.
  await page.waitForFunction(
    'document.querySelector("h1") !== null && document.querySelector(".skeleton") === null',
  );
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE_SOURCE);
  // The dark view differs from the light one in colors only.
  const result = (await page.evaluate(`axe.run(document, {
    resultTypes: ['violations'],
    ...(matchMedia('(prefers-color-scheme: dark)').matches && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  })`)) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  const found = result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${failureSummary} ${html.slice(0, 300)}`),
  );
  const overflow = await findOverflow(page);
  return overflow > 0 ? [...found, `the page is ${overflow} px too wide`] : found;
}

/** A dashboard for the tests of a file. */
export function useDashboard(settings: Partial<Settings> = {}): () => Dashboard {
  let dashboard: Dashboard | undefined;
  beforeAll(async () => {
    dashboard = await Dashboard.start(settings);
  }, START_MS);
  // An open page goes on drawing and asking for news.
  afterEach(() => dashboard?.closePages());
  afterAll(() => dashboard?.stop());
  return () => {
    if (dashboard === undefined) throw new Error('The dashboard is there in tests only.');
    return dashboard;
  };
}
