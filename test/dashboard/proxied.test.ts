import { beforeAll, expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { seeText, settle, useDashboard } from './dashboard.ts';

describeInBrowser('behind a proxy that serves Galley below a path', () => {
  const dashboard = useDashboard();
  beforeAll(async () => dashboard().useSession(await dashboard().addOperator()));

  test.each([
    ['/projects/$project/connect', '/mails/api/v1/auth/token'],
    ['/account', '/mails/mcp/PROJECT/TENANT'],
  ])('%s shows addresses with this path', async (path, shown) => {
    const { app, context, origin } = dashboard();
    const page = await context.newPage();
    await page.setRequestInterception(true);
    page.on('request', (request) => void request.continue({ url: request.url().replace(/\/mails\//, '/') }));
    await page.goto(`${origin}/mails/dashboard${path.replace('$project', app.first.project_id)}`);
    await settle(page);
    await seeText(page, origin + shown);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });
});
