import { beforeAll, expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { seeText, useDashboard } from './dashboard.ts';

describeInBrowser('on a phone', () => {
  const dashboard = useDashboard();
  beforeAll(async () => {
    const operator = await dashboard().addOperator();
    await dashboard().useSession(operator);
    const path = `/api/v1/admin/projects/${dashboard().app.first.project_id}/tenants/default/templates`;
    await operator.send('POST', path, {
      body: { name: 'Spring offer', content: { blocks: [], settings: {} } },
    });
  });

  test('activity says who did what, and to what', async () => {
    const page = await dashboard().open('/activity', { width: 375 });
    await seeText(page, 'Anna Berger · Spring offer');
    await page.close();
  });

  test('the buttons of a message are below its text', async () => {
    const { project_id } = dashboard().app.first;
    const page = await dashboard().open(`/projects/${project_id}/connect`, { width: 375 });
    const widths = (await page.evaluate(`(() => {
      const button = [...document.querySelectorAll('main a, main button')].find((one) => one.closest('.rounded-md.px-3'));
      const text = button.previousElementSibling.getBoundingClientRect();
      return [text.width > 240, button.getBoundingClientRect().top >= text.bottom];
    })()`)) as boolean[];
    expect(widths).toEqual([true, true]);
    await page.close();
  });
});
