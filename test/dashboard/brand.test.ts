import { beforeAll, expect, test } from 'bun:test';
import { BRAND } from '../../src/dashboard/texts/brand.ts';
import { TENANT } from '../../src/dashboard/texts/tenant.ts';
import { describeInBrowser } from '../browser/browser.ts';
import type { Browser } from '../features/accounts/browser.ts';
import { press, seeText, settle, type, useDashboard } from './dashboard.ts';

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
    await press(page, BRAND.save);
    await seeText(page, 'must be an opaque CSS color');
    await type(page, BRAND.fields['colors.primary'].label, '#7a1f3d');
    await press(page, BRAND.save);
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
    await press(page, BRAND.save);
    await seeText(page, BRAND.saved);
    expect(await brandOf('acme')).toMatchObject({
      brand: { company_name: 'Acme Bakery' },
      effective: {
        company_name: 'Acme Bakery',
        colors: { primary: '#7a1f3d' },
      },
    });
    await page.locator(`aria/${BRAND.fields.company_name.label}[role="textbox"]`).click({ count: 3 });
    await page.keyboard.press('Backspace');
    await press(page, BRAND.save);
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
    await press(page, TENANT.savePlan);
    await seeText(page, TENANT.wholeNumber);
    await type(page, TENANT.maxTemplates, '2');
    await page.locator('select[name="commenting"]').fill('off');
    await press(page, TENANT.savePlan);
    await seeText(page, TENANT.saved);
    await seeText(page, TENANT.ofLimit('0', '2'));
    const { features } = (await tenant.request('GET', '/config')).body.data;
    expect(features.commenting).toBe(false);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });
});
