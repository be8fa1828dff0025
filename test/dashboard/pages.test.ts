import { beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED } from '../../src/dashboard/texts/shared.ts';
import { describeInBrowser } from '../browser/browser.ts';
import type { Browser } from '../features/accounts/browser.ts';
import { findBarriers, setView, useDashboard, VIEWS } from './dashboard.ts';

/** Paths in the list of routes. */
const source = readFileSync(join(import.meta.dir, '../../src/dashboard/routes.ts'), 'utf8');
const paths = [...source.matchAll(/\b(page|openPage)\('([^']+)'/g)].map(([, kind, path]) => ({
  path: path as string,
  isOpen: kind === 'openPage',
}));

describeInBrowser('every page', () => {
  const dashboard = useDashboard();
  let operator: Browser;
  beforeAll(async () => {
    operator = await dashboard().addOperator();
  });

  /** The things that addresses name. */
  const fill = (path: string) =>
    path.replaceAll(/\$(\w+)/g, (_, name) =>
      name === 'project' ? dashboard().app.first.project_id : name === 'tenant' ? 'default' : 'none',
    );

  test.each(paths)('$path has no barriers in any view', async ({ path, isOpen }) => {
    await dashboard().useSession(isOpen ? undefined : operator);
    const page = await dashboard().open(fill(path));
    expect(await page.evaluate('document.querySelector("h1").textContent')).not.toBe(SHARED.errors.crashed);
    for (const view of VIEWS) {
      await setView(page, view);
      expect([view, await findBarriers(page)]).toEqual([view, []]);
    }
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });
});
