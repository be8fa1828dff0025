import { beforeAll, expect, test } from 'bun:test';
import { ACTIVITY } from '../../src/dashboard/texts/activity.ts';
import { INSTANCE } from '../../src/dashboard/texts/instance.ts';
import { LINK } from '../../src/dashboard/texts/link.ts';
import { ROLES, TEAM } from '../../src/dashboard/texts/team.ts';
import { TOKENS } from '../../src/dashboard/texts/tokens.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { type Browser, PASSWORD } from '../features/accounts/browser.ts';
import { clickButton, seeText, settle, type, useDashboard } from './dashboard.ts';

describeInBrowser('a team', () => {
  const dashboard = useDashboard();
  let operator: Browser;
  beforeAll(async () => {
    operator = await dashboard().addOperator();
  });

  test('is joined by a link; the member sees what the role allows, and loses it at once', async () => {
    const { app } = dashboard();
    await dashboard().useSession(operator);
    const page = await dashboard().open('/team');
    await seeText(page, TEAM.none);
    await clickButton(page, TEAM.invite);
    await page.locator('select[name="role"]').fill('viewer');
    await clickButton(page, TEAM.makeLink);
    await seeText(page, '/dashboard/link#gal_');
    const url = (await page.evaluate('document.querySelector("[role=dialog] code").textContent')) as string;
    await clickButton(page, TEAM.done);
    await seeText(page, TEAM.anybody);

    // The colleague opens the link in a browser without a session.
    await dashboard().useSession();
    const hers = await dashboard().context.newPage();
    await hers.goto(url.replace(/^https?:\/\/[^/]+/, dashboard().origin), { waitUntil: 'load' });
    await clickButton(hers, LINK.methods.password, 'tab');
    await type(hers, LINK.name, 'Vera <i>Viewer</i>');
    await type(hers, LINK.email, 'vera@example.com');
    await type(hers, LINK.password, PASSWORD);
    await hers.keyboard.press('Enter');
    await hers.waitForFunction('location.pathname === "/dashboard"');
    await settle(hers);
    const [session] = (await dashboard().context.cookies()).filter(({ name }) => name.includes('session'));
    await hers.goto(`${dashboard().origin}/dashboard/team`, { waitUntil: 'load' });
    await seeText(hers, 'Vera <i>Viewer</i>');
    await seeText(hers, TEAM.you);
    expect(await hers.evaluate(`document.body.innerText.includes(${JSON.stringify(TEAM.invite)})`)).toBe(
      false,
    );
    await hers.goto(`${dashboard().origin}/dashboard/instance`, { waitUntil: 'load' });
    await seeText(hers, INSTANCE.operatorsOnly);
    await hers.goto(`${dashboard().origin}/dashboard/activity?tab=actions`, { waitUntil: 'load' });
    await seeText(hers, 'Member invited');
    await hers.close();

    // The operator gives her another role, then removes her.
    await dashboard().useSession(operator);
    await page.reload({ waitUntil: 'load' });
    await settle(page);
    await clickButton(page, 'More actions');
    await clickButton(page, TEAM.setRole(ROLES.editor), 'menuitem');
    await seeText(page, TEAM.roleSet);
    await clickButton(page, 'More actions');
    await clickButton(page, TEAM.remove, 'menuitem');
    await seeText(page, TEAM.removeHint);
    await clickButton(page, TEAM.remove);
    await seeText(page, TEAM.removed);
    const members = `/api/v1/admin/teams/${app.first.team_id}/members`;
    const cookie = `${session?.name}=${session?.value}`;
    expect((await app.request('GET', members, { headers: { cookie } })).status).toBe(404);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('an admin token is made with its value shown once, works, and is revoked', async () => {
    const { app } = dashboard();
    await dashboard().useSession(operator);
    const page = await dashboard().open('/admin-tokens');
    await clickButton(page, TOKENS.create);
    await type(page, TOKENS.name, 'Terraform');
    await page.locator('input[name="operations"]').fill('listProject');
    await page.keyboard.press('Enter');
    await seeText(page, 'Did you mean "listProjects"?');
    await page.locator('input[name="operations"]').fill('listProjects, listTenants');
    await page.keyboard.press('Enter');
    await seeText(page, 'gat_');
    const value = (await page.evaluate('document.querySelector("[role=dialog] code").textContent')) as string;
    const read = () =>
      app.request('GET', '/api/v1/admin/projects', { headers: { authorization: `Bearer ${value}` } });
    expect((await read()).status).toBe(200);
    await page.keyboard.press('Escape');
    await page.waitForFunction(`!document.body.innerText.includes(${JSON.stringify(value)})`);
    await seeText(page, 'listProjects, listTenants');
    const headers = { authorization: `Bearer ${value}` };
    expect((await app.request('GET', '/api/v1/admin/teams', { headers })).status).toBe(403);
    await clickButton(page, TOKENS.revoke);
    await seeText(page, TOKENS.revokeHint);
    await page.locator('[role="dialog"] button[type="submit"]').click();
    await seeText(page, TOKENS.revoked);
    expect((await read()).status).toBe(401);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('activity and instance show what happened, settings without secrets, and the log', async () => {
    await dashboard().useSession(operator);
    const page = await dashboard().open('/activity?tab=actions');
    await seeText(page, 'Admin token revoked');
    await page.goto(`${dashboard().origin}/dashboard/activity?tab=actions&action=member`, {
      waitUntil: 'load',
    });
    await seeText(page, 'Member removed');
    expect(await page.evaluate('document.body.innerText.includes("Admin token revoked")')).toBe(false);
    await clickButton(page, ACTIVITY.tabs.calls, 'tab');
    await seeText(page, ACTIVITY.none);
    await page.goto(`${dashboard().origin}/dashboard/instance?search=GALLEY_SMTP_PASSWORD`, {
      waitUntil: 'load',
    });
    await seeText(page, INSTANCE.empty);
    await clickButton(page, INSTANCE.tabs.backups, 'tab');
    await seeText(page, INSTANCE.noTarget);
    await clickButton(page, INSTANCE.tabs.log, 'tab');
    await settle(page);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });
});
