import { expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { useEditorPages } from './editor-pages.ts';

describeInBrowser('a test mail', () => {
  const editors = useEditorPages();

  test('arrives as the template was exported', async () => {
    const editor = await editors.open({ template: await editors.createTemplate() });
    await editor.press('Test');
    await editor.page.waitForSelector('[role=dialog] select');
    await editor.page.select('[role=dialog] select', 'bob@example.com');
    await editor.screenshot('test-mail');
    await editor.press('Send');
    await editor.untilAnswered(/^204 POST .*\/send-test-email$/);
    const [mail] = editors.product.mail.mails;
    expect(mail).toMatchObject({ to: ['bob@example.com'], from: 'mail@galley.example' });
    expect(mail?.html).toContain('Hello you');
    expect(mail?.text).toContain('Hello you');
    expect(mail?.headers.get('list-unsubscribe')).toBeTruthy();
    expect(await editor.errors()).toEqual([]);
  });

  test('is sent by the client too, only to the addresses in the session', async () => {
    const template_id = await editors.createTemplate();
    const editor = await editors.open({ template: template_id });
    const before = editors.product.mail.mails.length;
    const send = (recipient: string) =>
      editor.evaluate<string>(`(async () => {
        const { html } = await galley.api.exportTemplate({ template_id: templateId });
        const input = { template_id: templateId, html, recipient: ${JSON.stringify(recipient)} };
        return galley.api.sendTestEmail(input).then(() => 'sent', ({ statusCode }) => String(statusCode));
      })()`);
    expect(await send('ada@example.com')).toBe('sent');
    expect(await send('eve@example.com')).toMatch(/^4\d\d$/);
    expect(editors.product.mail.mails.slice(before).map(({ to }) => to)).toEqual([['ada@example.com']]);
  });
});
