import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { describeInBrowser } from '../../browser/browser.ts';
import { drawPicture } from '../../browser/pictures.ts';
import { useEditorPages } from './editor-pages.ts';

const BLOCKS = [
  { id: 'head', type: 'title', content: '<p>Spring</p>' },
  { id: 'pic', type: 'image', src: '' },
];

describeInBrowser('pictures, comments and history', () => {
  const pages = useEditorPages();

  test('a picture is uploaded, chosen, found by its name, and comes with its text', async () => {
    const tenant = 'media';
    const template = await pages.create(tenant, BLOCKS);
    const page = await pages.open({ tenant, template, autosave: false });
    const { body } = await drawPicture('https://x.example/green-field.png?w=300&h=200');
    const path = join(pages.app.data, 'green-field.png');
    await Bun.write(path, body);
    await page.select('pic');
    await page.press('Choose… Picture');
    await page.until(
      `editor.shadowRoot.querySelector('dialog.media[open] .hint').textContent.includes('no pictures yet')`,
    );
    const input = await page.find('input[type=file]');
    await (input as never as { uploadFile(path: string): Promise<void> }).uploadFile(path);
    await page.until('editor.getContent().blocks[1].src !== ""');
    const [, first] = await page.blocks<{ src: string }>();
    expect(first?.src).toStartWith(pages.galley);
    const { request } = await pages.app.openTenant(tenant);
    const [item] = (await request('GET', '/media/browse')).body.data;
    await request('PUT', `/media/${item.id}`, {
      body: { filename: item.filename, alt_text: 'A green field' },
    });
    await page.press('Undo');
    expect((await page.blocks<{ src: string }>())[1]?.src).toBe('');
    await page.press('Choose… Picture');
    await page.click('dialog input[type=search]');
    await page.page.keyboard.type('nothing like it');
    await page.until(
      `editor.shadowRoot.querySelector('dialog.media .hint').textContent.includes('No picture has')`,
    );
    await page.keys('Control+a', 'g', 'r', 'e', 'e', 'n');
    await page.find('.pictures button');
    await page.screenshot('media');
    await page.press('Choose green-field.png');
    expect((await page.blocks())[1]).toMatchObject({ src: first?.src, alt: 'A green field' });
    await page.untilDrawn();
    await page.press('Choose… Picture');
    await page.keys('Escape');
    await page.until(`!editor.shadowRoot.querySelector('dialog[open]')`);
    expect(await page.focused()).toBe('Choose… Picture');
  });

  test('a file that is no picture is refused in words', async () => {
    const template = await pages.create('bad-media', BLOCKS);
    const page = await pages.open({ tenant: 'bad-media', template, autosave: false });
    const path = join(pages.app.data, 'fake.png');
    await Bun.write(path, 'this is text');
    await page.select('pic');
    await page.press('Choose… Picture');
    const input = await page.find('input[type=file]');
    await (input as never as { uploadFile(path: string): Promise<void> }).uploadFile(path);
    await page.until(
      `/[a-z]{3}.*\\./.test(editor.shadowRoot.querySelector('dialog.media .hint').textContent)`,
    );
    expect((await page.blocks<{ src: string }>())[1]?.src).toBe('');
  });

  test('comments are written, answered, resolved and reopened, and others see them at once', async () => {
    const tenant = 'comments';
    const template = await pages.create(tenant, BLOCKS);
    const ada = await pages.open({ tenant, template });
    const bob = await pages.open({ tenant, template, user: { id: 'u-bob', name: 'Bob <b>Builder</b>' } });
    await ada.select('head');
    await ada.press('Comment');
    await ada.page.keyboard.type('Is this right?');
    await ada.press('Send');
    await ada.until(`editor.shadowRoot.querySelector('[data-block=head]').dataset.comments === '1'`);
    await bob.until(`editor.shadowRoot.querySelector('[data-block=head]').dataset.comments === '1'`);
    await bob.click('[data-tab=comments]');
    await bob.click('.thread input');
    await bob.page.keyboard.type('Yes <img src=x onerror=alert(1)>');
    await bob.keys('Enter');
    await ada.until(
      `editor.shadowRoot.querySelector('.thread')?.textContent.includes('Yes <img src=x onerror=alert(1)>')`,
    );
    await ada.until(`editor.shadowRoot.querySelector('.thread').textContent.includes('Bob <b>Builder</b>')`);
    expect(await ada.evaluate(`editor.shadowRoot.querySelectorAll('.thread b, .thread img').length`)).toBe(0);
    await ada.screenshot('comments');
    await ada.press('Resolve');
    await bob.until(`editor.shadowRoot.querySelector('.thread') === null`);
    await bob.evaluate(`editor.shadowRoot.querySelector('.comments .check input').click()`);
    await bob.press('Reopen');
    await ada.until(`editor.shadowRoot.querySelector('[data-block=head]').dataset.comments === '1'`);
    await bob.press('Show block');
    expect(await bob.focused()).toContain('Title: Spring');
  });

  test('an old version is shown, left, and restored', async () => {
    const tenant = 'history';
    const template = await pages.create(tenant, BLOCKS);
    const page = await pages.open({ tenant, template, autosave: false });
    await page.click('[data-tab=history]');
    await page.press('Keep this state as a version');
    await page.find('.versions button');
    await page.evaluate(
      `editor.setContent({ ...editor.getContent(), blocks: [{ id: 'n', type: 'title', content: '<p>Autumn</p>', level: 2, textAlign: 'left', styles: { padding: { top: 0, right: 0, bottom: 0, left: 0 } } }] })`,
    );
    await page.untilShown('Autumn');
    await page.save();
    await page.find('.versions button');
    expect(
      await page.evaluate(
        `/\\d:\\d\\d:\\d\\d/.test(editor.shadowRoot.querySelector('.versions strong').textContent)`,
      ),
    ).toBe(true);
    await page.evaluate(`[...editor.shadowRoot.querySelectorAll('.versions button')].at(-1).click()`);
    await page.untilShown('Spring');
    await page.screenshot('history');
    await page.press('Back to the current mail');
    await page.untilShown('Autumn');
    await page.find('.versions button');
    await page.evaluate(`[...editor.shadowRoot.querySelectorAll('.versions button')].at(-1).click()`);
    await page.press('Restore');
    await page.until(`editor.getContent().blocks[0].id === 'head'`);
    await page.untilShown('Spring');
    expect((await pages.stored(tenant, template)).content.blocks[0].id).toBe('head');
    await page.untilState('Saved');
    await page.select('head');
    await page.fill('Level', '1');
    await page.save();
    expect((await pages.stored(tenant, template)).content.blocks[0].level).toBe(1);
  });
});
