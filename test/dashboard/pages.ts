import { beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { SHARED } from '../../src/dashboard/texts/shared.ts';
import { findBarriers, setView, useDashboard, type View } from './dashboard.ts';
import { type HostileData, hostile, INJECTED, storeHostileTexts } from './hostile-data.ts';

/** Paths in the list of routes. */
const source = readFileSync(join(import.meta.dir, '../../src/dashboard/routes.ts'), 'utf8');
export const paths = [...source.matchAll(/(?:\b(?:page|openPage)\(\s*|path: )'([^']+)'/g)].map(
  ([, path]) => path as string,
);

/** Kinds of stored texts that have to be seen at `path` with this query. */
type Visit = readonly [query: string, ...kinds: string[]];

export const TEMPLATE_PATH = '/projects/$project/tenants/$tenant/templates/$template';

/** What each page is visited with. A page shows stored texts in each of its tabs, so each tab is a visit. */
export const VISITS: Readonly<Record<string, readonly Visit[]>> = {
  '/sign-in': [['', 'provider']],
  // What a link is for, and its address of mail, which is checked.
  '/link': [['']],
  '/connect-agent': [['?$agentRequest', 'agent', 'project']],
  '/': [['', 'person', 'template', 'key']],
  '/account': [['', 'person', 'agent', 'device', 'passkey']],
  '/team': [['', 'person', 'member']],
  '/admin-tokens': [['', 'token']],
  '/projects': [['', 'project']],
  '/projects/$project': [['', 'project']],
  '/projects/$project/tenants': [
    ['', 'tenant'],
    ['?view=trash', 'deleted tenant'],
  ],
  '/projects/$project/tenants/$tenant': [
    ['', 'tenant'],
    ['?tab=brand', 'company of the tenant'],
    ['?tab=proposals', 'creation', 'proposal', 'refusal', 'person'],
  ],
  '/projects/$project/brand': [['', 'company']],
  '/projects/$project/keys': [['', 'key', 'program']],
  '/projects/$project/connect': [['', 'project']],
  '/projects/$project/templates': [
    ['', 'template'],
    ['?tenant=default', 'template', 'tag', 'folder'],
  ],
  [TEMPLATE_PATH]: [
    ['', 'template', 'tag'],
    ['?tab=source', 'template'],
    ['?tab=score', 'template'],
    ['?tab=history', 'snapshot', 'user'],
    ['?tab=comments', 'comment', 'reply', 'person'],
    ['?tab=proposals', 'proposal', 'refusal', 'person'],
    ['?tab=activity', 'comment', 'person', 'user'],
  ],
  '/projects/$project/media': [['?tenant=default', 'file', 'library']],
  '/projects/$project/agents': [
    ['', 'key', 'client', 'tool'],
    ['?tab=connected', 'key', 'client', 'agent', 'person'],
    ['?tab=usage', 'caller'],
  ],
  '/activity': [
    ['', 'template', 'comment', 'user', 'file'],
    ['?tab=actions', 'person', 'token', 'key'],
    ['?tab=calls', 'key', 'client', 'tool'],
  ],
  '/instance': [
    ['?search=GALLEY_OIDC_NAME', 'provider'],
    ['?tab=checks'],
    ['?tab=log&search=onerror', 'message', 'fact'],
    ['?tab=backups'],
    ['?tab=jobs'],
    ['?tab=teams', 'team', 'provider'],
  ],
};

const visits = paths.flatMap((path) => (VISITS[path] ?? [['']]).map((visit) => [path, ...visit] as const));

const isOpenPage = (path: string) => ['/sign-in', '/link'].includes(path);

/** A dashboard with hostile stored texts. */
export function usePages() {
  const dashboard = useDashboard({
    oidc_issuer: 'https://provider.example',
    oidc_client_id: 'galley',
    oidc_client_secret: 'secret-of-the-client',
    oidc_name: hostile('provider'),
  });
  let data: HostileData;
  beforeAll(async () => {
    data = await storeHostileTexts(dashboard());
  });
  /** Puts the things that addresses name into a path. */
  const fill = (path: string) =>
    path
      .replace('$project', data.project)
      .replace('$tenant', 'default')
      .replace('$template', data.template)
      .replace('$agentRequest', data.agentRequest);

  /** A test for each page and tab; `look` examines it. */
  const testEach = (name: string, look: (page: Page, kinds: readonly string[]) => Promise<void>) =>
    test.each(visits)(`%s%s ${name}`, async (path, query, ...kinds) => {
      await dashboard().useSession(isOpenPage(path) ? undefined : data.operator);
      const page = await dashboard().visit(fill(path + query));
      expect(await page.evaluate('document.querySelector("h1").textContent')).not.toBe(SHARED.errors.crashed);
      await look(page, kinds);
      expect(await page.evaluate(INJECTED)).toEqual([]);
      expect(dashboard().faults.splice(0).filter(isFault)).toEqual([]);
    });
  return { dashboard, fill, testEach };
}

/** What axe finds in each of the views. */
export async function expectNoBarriers(page: Page, views: readonly View[]): Promise<void> {
  for (const view of views) {
    await setView(page, view);
    expect([view, await findBarriers(page)]).toEqual([view, []]);
  }
}

/** Pictures of mails are loaded on a click only; the policy of the frame refuses them before. */
const isFault = (fault: string) => !fault.includes('https://pictures.example/');
