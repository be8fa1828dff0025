import { beforeAll, expect, test } from 'bun:test';
import type { HTTPRequest } from 'puppeteer-core';
import { describeInBrowser } from '../browser/browser.ts';
import { contentOf } from '../mail/render/rendering.ts';
import { settle, useDashboard } from './dashboard.ts';

/** What a page needs to be complete, besides the session, the projects and the person's roles. */
const PAGES: readonly [path: string, ...needs: string[]][] = [
  ['/', '/admin/overview', '/admin/daily-usage', '/admin/activity'],
  ['/account', '/account/passkeys', '/account/sessions'],
  ['/team', '/members'],
  ['/activity', '/admin/activity'],
  ['/projects', '/admin/project-counts'],
  ['/projects/$project', '/admin/plans', '/origins'],
  ['/projects/$project/tenants', '/tenants'],
  ['/projects/$project/tenants/default', '/tenants/default', '/plan', '/usage', '/data-jobs'],
  ['/projects/$project/keys', '/admin/keys'],
  ['/projects/$project/brand', '/brand', '/tenants'],
  ['/projects/$project/templates', '/admin/templates', '/tenants'],
  ['/projects/$project/templates?view=tenants', '/tenants'],
  ['/projects/$project/templates?tenant=default&sort=name_asc', '/templates', '/config', '/template-tags'],
  ['/projects/$project/media?tenant=default&show=unused', '/media/browse', '/config'],
  ['/projects/$project/tenants/default/templates/$template', '/config', '/render'],
  ['/projects/$project/tenants/default/templates/$template?tab=source', '/config', '/render'],
  ['/projects/$project/tenants/default/templates/$template?tab=history', '/config', '/snapshots'],
  ['/projects/$project/tenants/default/templates/$template?tab=comments', '/config', '/comments'],
  ['/projects/$project/tenants/default/templates/$template?tab=activity', '/config', '/activity'],
  ['/projects/$project/agents', '/admin/tool-calls'],
  ['/admin-tokens', '/admin/admin-tokens'],
  ['/instance', '/admin/settings'],
];

describeInBrowser('a page', () => {
  const dashboard = useDashboard();
  let template = '';
  beforeAll(async () => {
    await dashboard().useSession(await dashboard().addOperator());
    const tenant = await dashboard().app.openTenant();
    const content = contentOf([{ type: 'paragraph', content: '<p>Hello</p>' }]);
    template = (await tenant.request('POST', '/templates', { body: { name: 'News', content } })).body.data.id;
  });

  test.each(PAGES)(
    '%s asks for its data while the session is looked up, and once',
    async (path, ...needs) => {
      const { app, context, origin } = dashboard();
      const page = await context.newPage();
      await page.setRequestInterception(true);
      const asked: string[] = [];
      let session: HTTPRequest | undefined;
      const missing = () =>
        needs.filter(
          (end) =>
            !asked.some((address) => new URL(address.split(' ', 1)[0] as string).pathname.endsWith(end)),
        );
      const seen = Promise.withResolvers<void>();
      page.on('request', (request) => {
        const isApi = request.method() !== 'OPTIONS' && request.url().includes('/api/v1/');
        if (isApi) asked.push(`${request.url()} ${request.postData() ?? ''}`.trim());
        if (request.url().endsWith('/account/session') && session === undefined) session = request;
        else void request.continue();
        if (session !== undefined && missing().length === 0) seen.resolve();
      });
      const address = path.replace('$project', app.first.project_id).replace('$template', template);
      await page.goto(`${origin}/dashboard${address}`, { waitUntil: 'domcontentloaded' });
      await seen.promise;
      await session?.continue();
      await settle(page);
      // The list of the page `/projects` has parts, and that of the navigation has all.
      const others = asked.filter((one) => !one.endsWith('/admin/projects'));
      expect(others.filter((one, at) => others.indexOf(one) !== at)).toEqual([]);
    },
  );
});
