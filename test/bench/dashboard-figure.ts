import type { Page } from 'puppeteer-core';
import puppeteer from 'puppeteer-core';
import { findChromium } from '../../scripts/test-tools.ts';
import type { Figure, Outcome } from './figure.ts';
import { type SeedSize, seededTenant, seedTemplates } from './seed.ts';
import {
  BINARY,
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
} from './servers.ts';

const SIZE: SeedSize = { tenants: 1_000, templates: 100_000 };
const VISITS = 3;
const TARGET_MS = 200;

/**
 * Time that pages of the dashboard take with 100,000 templates in 1,000 tenants: the fastest visit after the first one.
 */
export const dashboardFigure: Figure = {
  name: 'dashboard',
  whyLeftOut: () => (findChromium() === undefined ? 'it needs Chromium' : undefined),
  async measure() {
    const directory = makeDirectory();
    const data = `${directory}/galley`;
    const first = initializeData(data);
    const [ids = []] = seedTemplates(data, first.project_id, SIZE, 1);
    const server = await startGalley(data, first);
    const browser = await puppeteer.launch({
      executablePath: findChromium() as string,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    try {
      const page = await browser.newPage();
      await signIn(page, data, server);
      const outcomes: Outcome[] = [];
      for (const path of pathsOf(first.project_id, ids[0] ?? ''))
        outcomes.push(await timeVisits(page, server, path));
      return outcomes;
    } finally {
      await browser.close();
      await server.stop();
      removeDirectory(directory);
    }
  },
};

function pathsOf(project: string, template: string): string[] {
  const base = `/projects/${project}`;
  const tenant = seededTenant(0);
  return [
    ...['/', '/projects', '/team', '/admin-tokens', '/activity', '/instance', '/account'],
    ...['', '/connect', '/tenants', '/keys', '/brand', '/templates', '/media', '/agents'].map(
      (end) => base + end,
    ),
    `${base}/tenants?search=${seededTenant(999)}`,
    `${base}/tenants/${tenant}`,
    `${base}/templates?tenant=${tenant}`,
    `${base}/media?tenant=${tenant}`,
    ...['preview', 'source', 'history', 'comments', 'activity'].map(
      (tab) => `${base}/tenants/${tenant}/templates/${template}?tab=${tab}`,
    ),
  ];
}

async function signIn(page: Page, data: string, { port }: RunningServer): Promise<void> {
  const { stdout } = Bun.spawnSync([BINARY, 'admin', 'link', '--json', '--data', data]);
  const token = new URL(JSON.parse(stdout.toString()).url).hash.slice(1);
  await page.goto(`http://localhost:${port}/dashboard/sign-in`, { waitUntil: 'load' });
  const body = { token, name: 'Anna', email: 'anna@example.com', password: 'violet-harbor-cactus-91' };
  const status = await page.evaluate(
    `fetch('/api/v1/account/link/password', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(body))} }).then(({ status }) => status)`,
  );
  if (status !== 200) throw new Error(`the sign-in was answered with ${status}`);
}

/** Runs in the page. Resolves when there is a heading and nothing has been loading for 50 ms. */
const SETTLED = `new Promise((resolve) => {
  let since;
  const look = () => {
    const isSettled = document.querySelector('h1') !== null && document.querySelector('.skeleton, [aria-busy=true]') === null;
    since = isSettled ? (since ?? performance.now()) : undefined;
    if (since !== undefined && performance.now() - since > 50) return resolve(since);
    requestAnimationFrame(look);
  };
  look();
})`;

async function timeVisits(page: Page, { port }: RunningServer, path: string): Promise<Outcome> {
  const times: number[] = [];
  for (let visit = 0; visit <= VISITS; visit += 1) {
    await page.goto(`http://localhost:${port}/dashboard${path}`, { waitUntil: 'domcontentloaded' });
    times.push((await page.evaluate(SETTLED)) as number);
  }
  return {
    figure: `dashboard ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').replace(/^\/projects\/[^/?]+/, '/projects/…')}`,
    unit: 'ms',
    galley: Math.min(...times.slice(1)),
    baseline: null,
    target: { atMost: TARGET_MS },
    generatorLoad: null,
  };
}
