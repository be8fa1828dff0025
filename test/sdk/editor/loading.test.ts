import { expect, test } from 'bun:test';
import { describeInBrowser } from '../../browser/browser.ts';
import type { EditorPage } from './editor-page.ts';
import { useEditorPages } from './editor-pages.ts';

const BLOCKS = [{ id: 'head', type: 'title', content: '<p>Spring</p>' }];

describeInBrowser('the editor, while it loads or saves,', () => {
  const pages = useEditorPages();

  /** Requests of this template wait for `finish` in the page, and are answered or fail then. */
  const hold = (page: EditorPage, id: string, end: 'resolve' | 'reject') =>
    page.evaluate(`(() => {
      const { api, ...rest } = galley;
      const held = Promise.withResolvers();
      window.finish = () => held.${end}(new Error('too late'));
      const getTemplate = async (input) => {
        if (input.template_id === '${id}') await held.promise;
        return api.getTemplate(input);
      };
      editor.connection = { ...rest, api: { ...api, getTemplate } };
    })()`);

  test('keeps the newer template when an older one fails to load', async () => {
    const older = await pages.create('late', BLOCKS);
    const newer = await pages.create('late', BLOCKS);
    const page = await pages.open({ tenant: 'late' });
    await hold(page, older, 'reject');
    const seen = await page.evaluate(`(async () => {
      const first = editor.load('${older}').catch((fault) => fault.message);
      await editor.load('${newer}');
      finish();
      return [await first, editor.templateId];
    })()`);
    expect(seen).toEqual(['too late', newer]);
  });

  test('opens nothing outside of the page, and its template when it is moved in it', async () => {
    const template = await pages.create('moved', BLOCKS);
    const page = await pages.open({ tenant: 'moved' });
    await hold(page, template, 'resolve');
    const outside = await page.evaluate(`(async () => {
      const loading = editor.load('${template}');
      await null;
      editor.remove();
      finish();
      await loading;
      return editor.templateId ?? 'none';
    })()`);
    expect(outside).toBe('none');
    await page.evaluate(`void place.append(editor)`);
    await page.until(`editor.templateId === '${template}'`);
    const moved = await page.evaluate(`(async () => {
      const other = document.createElement('div');
      place.append(other);
      editor.removeAttribute('template');
      editor.load('${template}');
      other.append(editor);
      return editor.isConnected;
    })()`);
    expect(moved).toBe(true);
    await page.until(`editor.templateId === '${template}'`);
  });

  test('stays with the open template when another one cannot be made, and tells the page once', async () => {
    const template = await pages.create('unmade', BLOCKS);
    const page = await pages.open({ tenant: 'unmade', template });
    const seen = await page.evaluate(`(async () => {
      const heard = [];
      editor.addEventListener('galley-error', () => heard.push('error'));
      const fault = await editor.create({ blocks: 5 }).catch(({ name }) => name);
      return [fault, heard.length, editor.templateId];
    })()`);
    expect(seen).toEqual(['SdkError', 1, template]);
  });

  test('keeps no version of a mail that it cannot save', async () => {
    const tenant = 'kept';
    const template = await pages.create(tenant, BLOCKS);
    const page = await pages.open({ tenant, template });
    await page.click('[data-tab=history]');
    await page.evaluate(
      `editor.setContent({ ...editor.getContent(), blocks: [{ id: 'x', type: 'title' }] })`,
    );
    await page.untilState('Not saved');
    await page.press('Keep this state as a version');
    await page.until(`/content/.test(editor.shadowRoot.querySelector('.alert:not([hidden])')?.textContent)`);
    const { request } = await pages.app.openTenant(tenant);
    const { body } = await request('GET', `/templates/${template}/snapshots`);
    expect(body.data).toEqual([]);
  });

  test('gives a picture whose upload ends late to no other block', async () => {
    const picture = (id: string) => ({ id, type: 'image', src: '' });
    const template = await pages.create('upload', [picture('one'), picture('two')]);
    const page = await pages.open({ tenant: 'upload' });
    await page.evaluate(`(() => {
      const { api, ...rest } = galley;
      const held = Promise.withResolvers();
      window.finish = () => held.resolve({ url: 'https://late.example/a.png', alt_text: 'Late' });
      editor.connection = { ...rest, api: { ...api, uploadMedia: () => held.promise } };
      return editor.load('${template}').then(() => undefined);
    })()`);
    await page.untilDrawn();
    await page.select('one');
    await page.press('Choose… Picture');
    await page.evaluate(`(() => {
      const input = editor.shadowRoot.querySelector('dialog.media input[type=file]');
      const files = new DataTransfer();
      files.items.add(new File(['x'], 'a.png', { type: 'image/png' }));
      input.files = files.files;
      input.dispatchEvent(new Event('change'));
    })()`);
    await page.keys('Escape');
    await page.until(`!editor.shadowRoot.querySelector('dialog[open]')`);
    await page.select('two');
    await page.press('Choose… Picture');
    await page.evaluate(`(async () => { finish(); await new Promise((done) => setTimeout(done)); })()`);
    expect(await page.evaluate(`editor.shadowRoot.querySelector('dialog.media').open`)).toBe(true);
    expect(await page.blocks()).toMatchObject([{ src: '' }, { src: '' }]);
  });

  test('shows a number with an input that is valid again after an undo', async () => {
    const template = await pages.create('number', [{ ...BLOCKS[0], id: 'gap', type: 'spacer', height: 20 }]);
    const page = await pages.open({ tenant: 'number', template, autosave: false });
    await page.select('gap');
    const input = `editor.shadowRoot.querySelector('.panel:not([hidden]) input[type=number]')`;
    const typed = (text: string) =>
      page.evaluate(`(() => {
        const input = ${input};
        input.focus();
        input.value = '${text}';
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      })()`);
    await typed('30');
    await typed('-5');
    const state = `[${input}.value, ${input}.getAttribute('aria-invalid')]`;
    expect(await page.evaluate(state)).toEqual(['-5', 'true']);
    await page.press('Undo');
    await page.until(`editor.getContent().blocks[0].height === 20`);
    expect(await page.evaluate(state)).toEqual(['20', 'false']);
  });
});
