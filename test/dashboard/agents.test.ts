import { afterAll, beforeAll, expect, test } from 'bun:test';
import { AGENTS, CONNECT_AGENT } from '../../src/dashboard/texts/agents.ts';
import { TEMPLATE } from '../../src/dashboard/texts/template.ts';
import { createApiKey } from '../../src/features/access/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { Browser, PASSWORD } from '../features/accounts/browser.ts';
import { addClient, callTool, connectAgent, exchange, pathOf, requestOf } from '../features/grants/agent.ts';
import { connect, tenantAccessOf } from '../mcp/tool-client.ts';
import { adminScope, smallContent } from '../support/test-app.ts';
import {
  clickButton,
  findBarriers,
  OPERATOR,
  seeText,
  settle,
  setView,
  type,
  useDashboard,
  VIEWS,
} from './dashboard.ts';
import { Keyboard } from './keyboard.ts';
import { contentOf, expectSound, MARKUP, paragraph } from './template-contents.ts';

const P = TEMPLATE.proposals;

describeInBrowser('agents', () => {
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

  const openRequest = async (changes: Record<string, string> = {}, name = 'Claude') => {
    const { app } = dashboard();
    const clientId = await addClient(app, ['http://127.0.0.1/callback'], name);
    const redirect_uri = `http://127.0.0.1:${agent.port}/callback`;
    const query = new URLSearchParams(requestOf(app, clientId, { redirect_uri, ...changes }) as never);
    return { clientId, redirect_uri, page: await dashboard().open(`/connect-agent?${query}`) };
  };

  /** An agent that may only propose. */
  const connectProposer = async (name: string) => {
    const { app } = dashboard();
    const input = { name, mode: 'propose', project_ids: [app.first.project_id] };
    const { api_key } = await perform(createApiKey, app.deps, adminScope, input);
    return connect(app, 'modern', { ...tenantAccessOf(app), key: api_key, tenant: 'default' });
  };
  const proposalsOf = (template: string) =>
    `/projects/${dashboard().app.first.project_id}/tenants/default/templates/${template}?tab=proposals`;

  test('are connected by a person who signs in, lowers what is asked for, allows, and can disconnect them', async () => {
    const { app } = dashboard();
    await dashboard().useSession();
    const { clientId, redirect_uri, page } = await openRequest();
    await type(page, 'Email', 'anna@example.com');
    await page.locator('aria/Password').fill(PASSWORD);
    await clickButton(page, 'Sign in');
    await seeText(page, 'Let Claude work on default?');
    for (const shown of [`127.0.0.1:${agent.port}`, 'anna@example.com', 'Nobody has checked it'])
      await seeText(page, shown);
    for (const view of VIEWS) {
      await setView(page, view);
      expect([view, await findBarriers(page)]).toEqual([view, []]);
    }
    await page.select('select[name=mode]', 'read');
    await clickButton(page, 'Allow');
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
    await clickButton(page, 'Disconnect');
    await seeText(page, 'It stops working at once.');
    await page.locator('[role=dialog] button[type=submit]').click();
    await seeText(page, 'The agent is disconnected.');
    expect((await callTool(app, tokens.body.access_token)).status).toBe(401);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('show what they do as it happens, with what they changed', async () => {
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
    await clickButton(page, 'More actions');
    await clickButton(page, AGENTS.showChange, 'menuitem');
    await seeText(page, 'version 1 to 2');
    await page.waitForFunction(
      `document.querySelector('[role=dialog] ins')?.textContent.trim() === 'new' &&
        document.querySelector('[role=dialog] del').textContent.trim() === 'old'`,
    );
    await clickButton(page, AGENTS.undo);
    await seeText(page, AGENTS.undone(1));
    const { body: after } = await tenant.request('GET', `/templates/${id}`);
    expect(after.data.content.blocks[0].content).toBe('<p>One old word</p>');
    await clickButton(page, AGENTS.tabs.connected, 'tab');
    for (const text of [AGENTS.by(OPERATOR.name), AGENTS.active, AGENTS.unused]) await seeText(page, text);
    await clickButton(page, AGENTS.tabs.usage, 'tab');
    await seeText(page, AGENTS.notUsed);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('are named in the history of a template, and their changes can be undone', async () => {
    const { app } = dashboard();
    const agent = connect(app, 'modern', { ...tenantAccessOf(app), tenant: 'default' });
    const { id: template_id } = await agent.get('create-template', {
      name: 'Of an agent',
      content: contentOf('One'),
    });
    const operations = [{ op: 'update_settings', fields: { subject: 'By an agent' } }];
    await agent.get('update-template', { template_id, operations });
    const project = app.first.project_id;
    const page = await dashboard().open(
      `/projects/${project}/tenants/default/templates/${template_id}?tab=history`,
    );
    await page.locator('main ol li button').click();
    await clickButton(page, AGENTS.undo);
    await seeText(page, AGENTS.undone(1));
    const tenant = await app.openTenant();
    const { body } = await tenant.request('GET', `/templates/${template_id}`);
    expect([body.data.version, body.data.content.settings.subject]).toEqual([3, MARKUP]);
    await page.close();
  });

  test('propose changes, of which single blocks are accepted and others refused', async () => {
    const { app } = dashboard();
    const tenant = await app.openTenant();
    const blocks = ['first', 'second'].map((id) => ({ id, ...paragraph(`<p>Old ${id}</p>`) }));
    const create = { name: 'Proposed', content: { blocks, settings: {} } };
    const { id } = (await tenant.request('POST', '/templates', { body: create })).body.data;
    const agent = await connectProposer(`Proposer ${MARKUP}`);
    const setText = (block: string) => ({
      op: 'update',
      id: block,
      fields: { content: `<p>New ${block}</p>` },
    });
    const propose = (...operations: object[]) =>
      agent.get('update-template', { template_id: id, operations, note: `Please ${MARKUP}` });
    await propose(setText('first'), setText('second'));
    const page = await dashboard().open(proposalsOf(id));
    await seeText(page, `Please ${MARKUP}`);
    await clickButton(page, P.compare);
    await page.waitForFunction('document.querySelectorAll("iframe").length === 2');
    expect(await findBarriers(page)).toEqual([]);
    await page.locator('fieldset label:nth-of-type(2) input').click();
    await clickButton(page, P.acceptSome(1));
    await seeText(page, P.states.accepted);
    const { content } = (await tenant.request('GET', `/templates/${id}`)).body.data;
    expect(content.blocks.map((block: { content: string }) => block.content)).toEqual([
      '<p>Old first</p>',
      '<p>New second</p>',
    ]);
    await propose(setText('first'));
    await page.reload();
    await clickButton(page, P.refuse);
    await type(page, P.reason, `No ${MARKUP}`);
    await page.locator('[role=dialog] button[type=submit]').click();
    await seeText(page, `No ${MARKUP}`);
    expect((await agent.get('list-proposals')).items[0]).toMatchObject({
      state: 'refused',
      reason: `No ${MARKUP}`,
    });
    await expectSound(dashboard(), page);
  });

  test('propose to create or delete, which is decided on at the tenant, or at the template', async () => {
    const { app } = dashboard();
    const tenant = await app.openTenant();
    const agent = await connectProposer('Maker');
    const content = { blocks: [paragraph('<p>Proposed words</p>')], settings: {} };
    const { review_url } = await agent.get('create-template', { content, name: `Made ${MARKUP}` });
    const page = await dashboard().open(new URL(review_url).href.split('/dashboard')[1] ?? '');
    await seeText(page, P.kinds.create);
    await clickButton(page, P.show);
    await page.waitForSelector('iframe');
    expect(await findBarriers(page)).toEqual([]);
    await clickButton(page, P.accept);
    await seeText(page, P.states.accepted);
    const [made] = (await tenant.request('GET', '/templates')).body.data;
    await agent.get('delete-template', { template_id: made.id, note: 'Not needed' });
    await page.reload();
    await seeText(page, 'Not needed');
    await page.locator(`aria/${P.openTemplate}`).click();
    await page.waitForFunction(`location.pathname.endsWith('/templates/${made.id}')`);
    const at = await dashboard().open(proposalsOf(made.id));
    await seeText(at, P.kinds.delete);
    await clickButton(at, P.accept);
    await at.waitForFunction('location.pathname.endsWith("/templates")');
    expect((await tenant.request('GET', `/templates/${made.id}`)).status).toBe(404);
    await expectSound(dashboard(), at);
  });

  test('of hostile names are decided on with the keyboard alone', async () => {
    const name = `<img src=x onerror=alert(1)>\u202eedualC\u202c ${'W'.repeat(200)}`;
    const faults = [...dashboard().faults];
    for (const [button, code, error] of [
      ['Refuse', null, 'access_denied'],
      ['Allow', expect.stringMatching(/^goc_/), null],
    ]) {
      seen.length = 0;
      const { page, clientId, redirect_uri } = await openRequest({}, name);
      await seeText(page, '<img src=x onerror=alert(1)>edualC WWW');
      await setView(page, VIEWS[1] as (typeof VIEWS)[number]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      const keyboard = new Keyboard(page);
      await keyboard.tabTo(CONNECT_AGENT.mode);
      await keyboard.press('Home');
      await keyboard.tabTo(button);
      await keyboard.press('Enter');
      await seeText(page, 'Back in the agent');
      const back = seen.find(({ pathname }) => pathname === '/callback') as URL;
      expect([back.searchParams.get('code'), back.searchParams.get('error')]).toEqual([code, error]);
      if (code !== null) {
        const given = back.searchParams.get('code') as string;
        const { body } = await exchange(dashboard().app, clientId, given, { redirect_uri });
        expect(body.scope).toBe('read');
      }
      expect(keyboard.invisible).toEqual([]);
      await page.close();
    }
    expect(dashboard().faults).toEqual(faults);
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
