import { readDocs } from '../../src/docs/files.ts';
import { findBarriers, setView, type View } from '../dashboard/dashboard.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { openBrowserContext } from './browser.ts';

/** The addresses of all pages below `/`. */
export const DOCS_PAGES: readonly string[] = [
  ...['docs', 'docs?q=token', 'docs?q=xyzzy', 'docs/nowhere'],
  ...Object.keys(readDocs())
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.slice(0, -'.md'.length)}`),
];

/** What is wrong with pages of the documentation in a view: barriers, foreign requests, and what their policy refused. */
export async function findFaults(paths: readonly string[], view: View): Promise<string[]> {
  const app: TestApp = await createTestApp();
  const context = await openBrowserContext();
  const faults: string[] = [];
  try {
    const own = `http://localhost:${app.listen()}/`;
    const page = await context.newPage();
    await setView(page, view);
    page.on('request', (request) => {
      if (!request.url().startsWith(own) && !request.url().startsWith('data:')) faults.push(request.url());
    });
    page.on('pageerror', (error) => void faults.push(String(error)));
    page.on('console', (message) => {
      // The browser reports the status of a page that is missing.
      if (message.type() === 'error' && !message.text().includes('404')) faults.push(message.text());
    });
    for (const path of paths) {
      await page.goto(own + path, { waitUntil: 'load' });
      faults.push(...(await findBarriers(page)).map((barrier) => `${path}: ${barrier}`));
    }
    return faults;
  } finally {
    await context.close();
    await app.stop();
  }
}
