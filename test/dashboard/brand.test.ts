import { beforeAll, expect, test } from 'bun:test';
import { BRAND } from '../../src/dashboard/texts/brand.ts';
import { KEYS } from '../../src/dashboard/texts/keys.ts';
import { PROJECT } from '../../src/dashboard/texts/project.ts';
import { PROJECTS } from '../../src/dashboard/texts/projects.ts';
import { TENANT } from '../../src/dashboard/texts/tenant.ts';
import { TENANTS } from '../../src/dashboard/texts/tenants.ts';
import { describeInBrowser } from '../browser/browser.ts';
import type { Browser } from '../features/accounts/browser.ts';
import { signInMember } from '../features/members/people.ts';
import { clear, clickButton, seeText, settle, type, useDashboard } from './dashboard.ts';

describeInBrowser('brand and tenant', () => {
  const dashboard = useDashboard();
  let operator: Browser;
  let base: string;
  beforeAll(async () => {
    operator = await dashboard().addOperator();
    base = `/projects/${dashboard().app.first.project_id}`;
  });
  const brandOf = async (tenant: string) => {
    const path = `/api/v1/admin${base}/brand?tenant=${tenant}`;
    return (await operator.send('GET', path)).body.data;
  };

  test('the brand of a project is edited beside a mail that shows it, and a tenant replaces fields', async () => {
    const { app } = dashboard();
    await app.openTenant('acme');
    await dashboard().useSession(operator);
    const page = await dashboard().open(`${base}/brand`);
    await type(page, BRAND.fields.company_name.label, 'Acme <b>Inc</b>');
    await type(page, BRAND.fields['colors.primary'].label, 'not a color');
    await clickButton(page, BRAND.save);
    await seeText(page, 'must be an opaque CSS color');
    await type(page, BRAND.fields['colors.primary'].label, '#7a1f3d');
    await clickButton(page, BRAND.save);
    await seeText(page, BRAND.saved);
    // The preview is in a frame of its own.
    const shows = async (text: string) => {
      for (;;) {
        const texts = await Promise.all(
          page.frames().map((frame) => frame.evaluate('document.body?.innerText ?? ""').catch(() => '')),
        );
        if (texts.slice(1).some((one) => String(one).includes(text))) return;
        await Bun.sleep(50);
      }
    };
    await shows('Acme <b>Inc</b>');

    await page.goto(`${dashboard().origin}/dashboard${base}/tenants/acme?tab=brand`, { waitUntil: 'load' });
    await settle(page);
    await type(page, BRAND.fields.company_name.label, 'Acme Bakery');
    await clickButton(page, BRAND.save);
    await seeText(page, BRAND.saved);
    expect(await brandOf('acme')).toMatchObject({
      brand: { company_name: 'Acme Bakery' },
      effective: {
        company_name: 'Acme Bakery',
        colors: { primary: '#7a1f3d' },
      },
    });
    await clear(page, BRAND.fields.company_name.label);
    // Once the field is empty, the project's value applies, not what the tenant had before.
    const placeholder = await page.$eval('input[name="brand.company_name"]', (field) =>
      field.getAttribute('placeholder'),
    );
    expect(placeholder).toBe('Acme <b>Inc</b>');
    await shows('Acme <b>Inc</b>');
    await clickButton(page, BRAND.save);
    while ((await brandOf('acme')).effective.company_name !== 'Acme <b>Inc</b>') await Bun.sleep(50);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('a tenant gets limits and features of its own, and its usage is shown', async () => {
    const { app } = dashboard();
    const tenant = await app.openTenant('acme');
    await dashboard().useSession(operator);
    const page = await dashboard().open(`${base}/tenants/acme`);
    await type(page, TENANT.maxTemplates, 'many');
    await clickButton(page, TENANT.savePlan);
    await seeText(page, TENANT.wholeNumber);
    await type(page, TENANT.maxTemplates, '2');
    await page.locator('select[name="commenting"]').fill('off');
    await clickButton(page, TENANT.savePlan);
    await seeText(page, TENANT.saved);
    await seeText(page, TENANT.ofLimit('0', '2'));
    const { features } = (await tenant.request('GET', '/config')).body.data;
    expect(features.commenting).toBe(false);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });

  test('the plan form keeps what it does not change, and can lift a limit', async () => {
    await dashboard().app.openTenant('limits');
    await dashboard().useSession(operator);
    const path = `/api/v1/admin${base}/tenants/limits/plan`;
    const change = {
      limits: { max_templates: null, storage_limit_bytes: 1_500_001, max_snapshots: 7 },
      features: { commenting: true },
    };
    await operator.send('PUT', path, { body: { plan: 'starter', change } });
    const page = await dashboard().open(`${base}/tenants/limits`);
    await page.locator('select[name="ai_generation"]').fill('on');
    await clickButton(page, TENANT.savePlan);
    await seeText(page, TENANT.saved);
    const read = async () => (await operator.send('GET', path)).body.data;
    const features = { commenting: true, ai_generation: true };
    expect(await read()).toMatchObject({ plan: 'starter', change: { ...change, features } });

    await type(page, TENANT.storageMb, '2.5');
    await clear(page, TENANT.maxTemplates);
    // By the keyboard, because what was said about the last save may cover the button.
    await page.keyboard.press('Enter');
    while ((await read()).change.limits.storage_limit_bytes !== 2_621_440) await Bun.sleep(50);
    await seeText(page, TENANT.ofLimit('0 B', '2.5 MB'));
    await type(page, TENANT.storageMb, 'None');
    await page.keyboard.press('Enter');
    while ((await read()).change.limits.storage_limit_bytes !== null) await Bun.sleep(50);
    expect((await read()).change.limits).toEqual({ storage_limit_bytes: null, max_snapshots: 7 });
    await page.close();
  });

  test('people who may only read see no buttons that would be refused', async () => {
    const { app } = dashboard();
    const { project_id, team_id } = app.first;
    await app.openTenant('seen');
    const key = { name: 'Of the team', team_id, project_ids: [project_id] };
    await operator.send('POST', '/api/v1/admin/keys', { body: key });
    await operator.send('POST', `/api/v1/admin${base}/origins`, { body: { origin: 'https://a.example' } });
    const buttons = new Set<string>([
      ...[PROJECTS.create, TENANTS.create, TENANT.savePlan, BRAND.save, KEYS.create, KEYS.regenerate],
      ...[KEYS.revoke, PROJECT.save, PROJECT.rotateSecret, PROJECT.addOrigin, PROJECT.block, PROJECT.delete],
      ...[PROJECT.removeOrigin('https://a.example'), 'More actions'],
    ]);
    const paths = [
      '/projects',
      ...['', '/tenants', '/tenants/seen', '/brand', '/keys'].map((end) => base + end),
    ];
    const seenBy = async (person: Browser) => {
      await dashboard().useSession(person);
      const page = await dashboard().open('/');
      const seen = new Set<string>();
      for (const path of paths) {
        await page.goto(`${dashboard().origin}/dashboard${path}`, { waitUntil: 'load' });
        await settle(page);
        const names = (await page.$$eval('main button', (found) =>
          found.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''),
        )) as string[];
        for (const name of names) if (buttons.has(name)) seen.add(name);
      }
      await page.close();
      return seen;
    };
    expect([...(await seenBy(await signInMember(app, team_id, 'editor')))]).toEqual([]);
    expect(await seenBy(await signInMember(app, team_id, 'admin'))).toEqual(buttons);
  });

  test('pages show the name of a tenant, not its identifier', async () => {
    await dashboard().app.openTenant('id-4711');
    const routes = `/api/v1/admin${base}/tenants/id-4711`;
    const body = { name: 'Offer', content: { blocks: [], settings: {} } };
    const { id } = (await operator.send('POST', `${routes}/templates`, { body })).body.data;
    await dashboard().useSession(operator);
    await operator.send('PATCH', routes, { body: { name: 'Named Inc.' } });
    const paths = [
      ...['/', '/activity'],
      ...[`/tenants/id-4711/templates/${id}`, '/templates?tenant=id-4711', '/media?tenant=id-4711'].map(
        (end) => base + end,
      ),
    ];
    for (const path of paths) {
      const page = await dashboard().open(path);
      await seeText(page, 'Named Inc.');
      const lines = (await page.evaluate('document.body.innerText.split("\\n")')) as string[];
      expect([path, lines.filter((line) => line.includes('id-4711'))]).toEqual([path, []]);
      await page.close();
    }
  });

  test('deleting a tenant on its own page leads to the list of tenants, where it is restored, then renamed', async () => {
    await dashboard().app.openTenant('gone');
    await dashboard().useSession(operator);
    const page = await dashboard().open(`${base}/tenants/gone`);
    await clickButton(page, 'More actions');
    await clickButton(page, TENANTS.delete, 'menuitem');
    await type(page, 'Type gone to confirm', 'gone');
    await page.keyboard.press('Enter');
    await seeText(page, TENANTS.deleted);
    await page.waitForFunction('location.pathname.endsWith("/tenants")');
    await clickButton(page, TENANTS.views.trash, 'tab');
    await clickButton(page, TENANTS.trash.restore);
    await page.waitForSelector('[role="dialog"] input[name="as"]');
    await page.locator('input[name="as"]').fill('back');
    await page.locator('[role="dialog"] button[type="submit"]').click();
    await seeText(page, TENANTS.trash.restored);
    await clickButton(page, TENANTS.views.present, 'tab');
    await clickButton(page, 'back', 'link');
    // The list has menus too, so the page of the tenant must be there.
    await page.waitForFunction(`document.querySelector('h1').textContent === 'back'`);
    await settle(page);
    await clickButton(page, 'More actions');
    await clickButton(page, TENANTS.rename, 'menuitem');
    await page.locator('[role="dialog"] input[name="name"]').fill('Back <b>again</b>');
    await page.keyboard.press('Enter');
    await seeText(page, TENANTS.changed);
    await seeText(page, 'Back <b>again</b>');
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });
});
