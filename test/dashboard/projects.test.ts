import { beforeAll, expect, test } from 'bun:test';
import { CONNECT } from '../../src/dashboard/texts/connect.ts';
import { KEYS } from '../../src/dashboard/texts/keys.ts';
import { PLANS } from '../../src/dashboard/texts/plans.ts';
import { PROJECT } from '../../src/dashboard/texts/project.ts';
import { PROJECTS } from '../../src/dashboard/texts/projects.ts';
import { TENANT } from '../../src/dashboard/texts/tenant.ts';
import { TENANTS } from '../../src/dashboard/texts/tenants.ts';
import {
  createProject,
  createTeam,
  createTenant,
  listProjects,
  listTenants,
} from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { describeInBrowser } from '../browser/browser.ts';
import type { Browser } from '../features/accounts/browser.ts';
import { adminScope } from '../support/test-app.ts';
import { clickButton, seeText, type, useDashboard } from './dashboard.ts';

const T = TENANT.data;

describeInBrowser('a project', () => {
  const dashboard = useDashboard();
  let operator: Browser;
  beforeAll(async () => {
    operator = await dashboard().addOperator();
  });

  test('is created with its credentials shown once; an agent connects with a key of it', async () => {
    const { app } = dashboard();
    await dashboard().useSession(operator);
    const page = await dashboard().open('/projects');
    await clickButton(page, PROJECTS.create);
    await type(page, PROJECTS.name, 'Web <b>shop</b>');
    await page.keyboard.press('Enter');
    await seeText(page, PROJECTS.createdTitle);
    await seeText(page, 'gly_cs_');
    await clickButton(page, PROJECTS.open, 'link');
    await seeText(page, PROJECT.credentials);
    // The name is a text, not markup.
    await seeText(page, 'Web <b>shop</b>');
    expect(await page.evaluate('document.body.innerText.includes("gly_cs_")')).toBe(false);

    await clickButton(page, KEYS.title, 'link');
    await clickButton(page, KEYS.create);
    await type(page, KEYS.name, 'Claude');
    await page.keyboard.press('Enter');
    await seeText(page, KEYS.waiting);
    await seeText(page, KEYS.noTenant);
    const project_id = new URL(page.url()).pathname.split('/').at(-2) as string;
    await perform(createTenant, app.deps, adminScope, { project_id, tenant: 'acme' });
    const code = 'document.querySelector("[role=dialog] code").textContent';
    const key = (await page.evaluate(code)) as string;
    expect(key).toStartWith('gly_key_');
    const { status } = await app.request('POST', '/api/v1/mcp', {
      headers: {
        ...{ authorization: `Bearer ${key}`, 'x-project-id': project_id, 'x-tenant': 'acme' },
        accept: 'application/json, text/event-stream',
      },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect(status).toBe(200);
    await seeText(page, KEYS.connected);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('has keys whose limits can be chosen, and are shown', async () => {
    await dashboard().useSession(operator);
    const page = await dashboard().open(`/projects/${dashboard().app.first.project_id}/keys`);
    await clickButton(page, KEYS.create);
    await type(page, KEYS.name, 'Reviewer');
    await page.select('select[name=mode]', 'comment');
    await page.locator('[role=dialog] summary').click();
    await page.locator('input[name=tenants]').fill('acme, beta');
    await page.locator('input[name=tools]').fill('list-template');
    await page.keyboard.press('Enter');
    await seeText(page, 'Did you mean "list-templates"?');
    await page.locator('input[name=tools]').fill('list-templates');
    await page.keyboard.press('Enter');
    await seeText(page, KEYS.waiting);
    await seeText(page, 'X-Tenant: acme');
    await page.keyboard.press('Escape');
    for (const text of [KEYS.modes.comment, 'acme, beta', 'list-templates']) await seeText(page, text);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('shows what a plan has, and is put on another', async () => {
    const { app } = dashboard();
    const { id } = await perform(createProject, app.deps, adminScope, { name: 'Planned' });
    await dashboard().useSession(operator);
    const page = await dashboard().open(`/projects/${id}`);
    await seeText(page, PLANS.feature('mcp_server'));
    await page.select('select[name=plan]', 'starter');
    await seeText(page, '1 GB');
    await clickButton(page, PROJECT.save);
    await seeText(page, PROJECT.saved);
    const { items } = await perform(listProjects, app.deps, adminScope, {});
    expect(items.find((one) => one.id === id)?.plan).toBe('starter');
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('tries whether its credentials give a token, and says what is wrong', async () => {
    const { first } = dashboard().app;
    await dashboard().useSession(operator);
    const page = await dashboard().open(`/projects/${first.project_id}/connect`);
    await seeText(page, first.client_id);
    await clickButton(page, CONNECT.exchange);
    await seeText(page, CONNECT.noSecret);
    const secret = page.locator('input[name=client_secret]');
    await secret.fill('gly_cs_wrong');
    await clickButton(page, CONNECT.exchange);
    await seeText(page, 'The client ID or the client secret is wrong.');
    await secret.fill(first.client_secret);
    await clickButton(page, CONNECT.exchange);
    await seeText(page, CONNECT.works);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('has tenants that can be created, suspended and deleted by typing the name', async () => {
    const { app } = dashboard();
    await dashboard().useSession(operator);
    const page = await dashboard().open(`/projects/${app.first.project_id}/tenants`);
    await clickButton(page, TENANTS.create);
    await type(page, TENANTS.tenant, 'acme');
    await page.keyboard.press('Enter');
    await seeText(page, TENANTS.done);
    await page.goto(`${page.url()}?search=acme`);
    await clickButton(page, 'More actions');
    await clickButton(page, TENANTS.suspend.blocked, 'menuitem');
    await seeText(page, TENANTS.state.blocked);
    await clickButton(page, 'More actions');
    await clickButton(page, TENANTS.delete, 'menuitem');
    await type(page, 'Type acme to confirm', 'acme');
    await page.keyboard.press('Enter');
    await seeText(page, TENANTS.deleted);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('has tenants that can be exported, downloaded, and erased by typing the name', async () => {
    const { app } = dashboard();
    const { project_id } = app.first;
    await perform(createTenant, app.deps, adminScope, { project_id, tenant: 'leaving' });
    await dashboard().useSession(operator);
    const page = await dashboard().open(`/projects/${project_id}/tenants/leaving`);
    await clickButton(page, T.export);
    await seeText(page, T.started);
    await app.deps.services.dataJobs.idle();
    const answered = page.waitForResponse((response) => response.url().endsWith('/file'));
    await clickButton(page, T.download);
    const answer = await answered;
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/zip']);
    await clickButton(page, T.erase);
    await type(page, 'Type leaving to confirm', 'leaving');
    await page.keyboard.press('Enter');
    await seeText(page, T.erased);
    await page.waitForFunction('location.pathname.endsWith("/tenants")');
    const { items } = await perform(listTenants, app.deps, adminScope, { project_id });
    expect(items.map(({ tenant }) => tenant)).not.toContain('leaving');
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('is found below its team, and the switcher keeps the page', async () => {
    const { app } = dashboard();
    const team = await perform(createTeam, app.deps, adminScope, { name: 'Second <i>team</i>' });
    const input = { name: 'Second project', team_id: team.id };
    const { id } = await perform(createProject, app.deps, adminScope, input);
    await dashboard().useSession(operator);
    const page = await dashboard().open(`/projects/${app.first.project_id}/keys`);
    await page.locator('nav button[aria-haspopup="menu"]').click();
    await seeText(page, 'Second <i>team</i>');
    await clickButton(page, 'Second project', 'menuitem');
    await page.waitForFunction(`location.pathname === "/dashboard/projects/${id}/keys"`);
    await seeText(page, 'Second <i>team</i>');
    await page.close();

    const projects = await dashboard().open('/projects');
    await seeText(projects, 'Second project');
    await projects.locator('search select').fill(app.first.team_id);
    await projects.waitForFunction(
      `location.search.includes("team=") && !document.querySelector("main").innerText.includes("Second project")`,
    );
    expect(dashboard().faults).toEqual([]);
    await projects.close();
  });
});
