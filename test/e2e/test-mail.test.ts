import { expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { useDesks } from './desks.ts';

describeInBrowser('a test mail', () => {
  const desks = useDesks();

  test('arrives as the template was exported', async () => {
    const desk = await desks.open({ template: await desks.makeTemplate() });
    await desk.press('Test');
    await desk.page.waitForSelector('[role=dialog] select');
    await desk.page.select('[role=dialog] select', 'bob@example.com');
    await desk.shoot('test-mail');
    await desk.press('Send');
    await desk.untilAnswered(/^204 POST .*\/send-test-email$/);
    const [mail] = desks.studio.mail.mails;
    expect(mail).toMatchObject({ to: ['bob@example.com'], from: 'mail@galley.example' });
    expect(mail?.html).toContain('Hello you');
    expect(mail?.text).toContain('Hello you');
    expect(mail?.headers.get('list-unsubscribe')).toBeTruthy();
    expect(await desk.errors()).toEqual([]);
  });

  test('goes by the client too, to those the session names and nobody else', async () => {
    const template_id = await desks.makeTemplate();
    const desk = await desks.open({ template: template_id });
    const before = desks.studio.mail.mails.length;
    const send = (recipient: string) =>
      desk.ask<string>(`(async () => {
        const { html } = await galley.api.exportTemplate({ template_id: templateId });
        const input = { template_id: templateId, html, recipient: ${JSON.stringify(recipient)} };
        return galley.api.sendTestEmail(input).then(() => 'sent', ({ statusCode }) => String(statusCode));
      })()`);
    expect(await send('ada@example.com')).toBe('sent');
    expect(await send('eve@example.com')).toMatch(/^4\d\d$/);
    expect(desks.studio.mail.mails.slice(before).map(({ to }) => to)).toEqual([['ada@example.com']]);
  });
});
