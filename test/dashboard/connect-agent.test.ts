import { afterAll, beforeAll, expect, test } from 'bun:test';
import { AGENTS } from '../../src/dashboard/texts/agents.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { Browser, PASSWORD } from '../features/accounts/browser.ts';
import { addClient, callTool, connectAgent, exchange, pathOf, requestOf } from '../features/grants/agent.ts';
import { smallContent } from '../support/test-app.ts';
import {
  findBarriers,
  OPERATOR,
  press,
  seeText,
  settle,
  setView,
  type,
  useDashboard,
  VIEWS,
} from './dashboard.ts';

describeInBrowser('connecting an agent', () => {
  const dashboard = useDashboard();
  const seen: URL[] = [];
  let agent: Bun.Server<undefined>;
  beforeAll(async () => {
    agent = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        seen.push(new URL(request.url));
        return new Response('<h1>Back in the agent</h1>', { headers: { 'content-type': 'text/html' } });
      },
    }) as Bun.Server<undefined>;
    await dashboard().app.openTenant();
    await dashboard().addOperator();
  });
  afterAll(() => agent.stop(true));

  const openRequest = async (changes: Record<string, string> = {}) => {
    const { app } = dashboard();
    const clientId = await addClient(app, ['http://127.0.0.1/callback']);
    const redirect_uri = `http://127.0.0.1:${agent.port}/callback`;
    const query = new URLSearchParams(requestOf(app, clientId, { redirect_uri, ...changes }) as never);
    return { clientId, redirect_uri, page: await dashboard().open(`/connect-agent?${query}`) };
  };

  test('a person signs in, lowers what is asked for, allows, and can disconnect it', async () => {
    const { app } = dashboard();
    await dashboard().useSession();
    const { clientId, redirect_uri, page } = await openRequest();
    await type(page, 'Email', 'anna@example.com');
    await page.locator('aria/Password').fill(PASSWORD);
    await press(page, 'Sign in');
    await seeText(page, 'Let Claude work on default?');
    for (const shown of [`127.0.0.1:${agent.port}`, 'anna@example.com', 'Nobody has checked it'])
      await seeText(page, shown);
    for (const view of VIEWS) {
      await setView(page, view);
      expect([view, await findBarriers(page)]).toEqual([view, []]);
    }
    await page.select('select[name=mode]', 'read');
    await press(page, 'Allow');
    await seeText(page, 'Back in the agent');
    const back = seen.find(({ pathname }) => pathname === '/callback') as URL;
    expect(back.searchParams.get('state')).toBe('a state');
    const code = back.searchParams.get('code') as string;
    const tokens = await exchange(app, clientId, code, { redirect_uri });
    expect(tokens.body.scope).toBe('read');
    expect((await callTool(app, tokens.body.access_token)).status).toBe(200);
    await page.goto(`${dashboard().origin}/dashboard/account`);
    await settle(page);
    await seeText(page, 'Connected agents');
    await press(page, 'Disconnect');
    await seeText(page, 'It stops working at once.');
    await page.locator('[role=dialog] button[type=submit]').click();
    await seeText(page, 'The agent is disconnected.');
    expect((await callTool(app, tokens.body.access_token)).status).toBe(401);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('what an agent does shows as it happens, with what it changed', async () => {
    const { app } = dashboard();
    const operator = new Browser(app);
    await operator.post('/sign-in', { email: OPERATOR.email, password: PASSWORD });
    await dashboard().useSession(operator);
    const { access_token: token } = (await connectAgent(app, operator)).tokens;
    const tenant = await app.openTenant();
    const body = { content: smallContent('One old word') };
    const { id } = (await tenant.request('POST', '/templates', { body })).body.data;
    const page = await dashboard().open(`/projects/${app.first.project_id}/agents`);
    const operations = [{ op: 'update', id: 'b1', fields: { content: '<p>One new word</p>' } }];
    const called = await callTool(app, token, 'update-template', { template_id: id, operations });
    expect(called.status).toBe(200);
    await seeText(page, 'update-template');
    await press(page, 'More actions');
    await press(page, AGENTS.showChange, 'menuitem');
    await seeText(page, 'version 1 to 2');
    await page.waitForFunction(
      `document.querySelector('[role=dialog] ins')?.textContent.trim() === 'new' &&
        document.querySelector('[role=dialog] del').textContent.trim() === 'old'`,
    );
    await press(page, AGENTS.undo);
    await seeText(page, AGENTS.undone(1));
    const { body: after } = await tenant.request('GET', `/templates/${id}`);
    expect(after.data.content.blocks[0].content).toBe('<p>One old word</p>');
    await press(page, AGENTS.tabs.connected, 'tab');
    for (const text of [AGENTS.by(OPERATOR.name), AGENTS.active, AGENTS.unused]) await seeText(page, text);
    await press(page, AGENTS.tabs.usage, 'tab');
    await seeText(page, AGENTS.notUsed);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('a person refuses', async () => {
    seen.length = 0;
    const { page } = await openRequest();
    await seeText(page, 'Let Claude work on default?');
    await press(page, 'Refuse');
    await seeText(page, 'Back in the agent');
    const back = seen.find(({ pathname }) => pathname === '/callback') as URL;
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null]);
    await page.close();
  });

  test.each<[string, Record<string, string>, string]>([
    ['another redirect URI', { redirect_uri: 'https://evil.example/callback' }, 'has registered'],
    ['a tenant that does not exist', { resource: 'nobody' }, 'There is no such tenant'],
    ['no PKCE', { code_challenge: '' }, 'PKCE'],
  ])('%s is shown as an error, and leads nowhere', async (_name, changes, text) => {
    seen.length = 0;
    const { app } = dashboard();
    const resource = app.deps.baseUrl + pathOf(app.first.project_id, changes.resource ?? 'default');
    const { page } = await openRequest({ ...changes, resource });
    await seeText(page, text);
    expect(await page.evaluate('document.querySelectorAll("select, button[type=submit]").length')).toBe(0);
    expect(seen).toEqual([]);
    await page.close();
  });

  test('other sites cannot frame the page', async () => {
    const { headers } = await fetch(`${dashboard().origin}/dashboard/connect-agent`);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
