import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInBrowser } from '../browser/browser.ts';
import { drawPicture } from '../browser/pictures.ts';
import { useEditorPages } from './editor-pages.ts';
import type { EditorPage } from './test-product.ts';

interface Item {
  id: string;
  filename: string;
  alt_text: string;
  folder_id: string | null;
  width: number;
  height: number;
  url: string;
}

/** They have nothing to find them by but their texts. */
const MARK_DROP_ZONE = `[...document.querySelectorAll('.tpl-media-overlay p')]
  .find((one) => one.textContent.startsWith('Drop files here')).setAttribute('data-drop-zone', '')`;
const MARK_DELETE = `(() => {
  const title = [...document.querySelectorAll('h3')].find((one) => one.textContent === 'Delete File');
  [...(title?.parentElement.querySelectorAll('button') ?? [])].at(-1)?.setAttribute('data-delete', '');
  return title !== undefined;
})()`;

const shows = (text: string) => `document.body.textContent.includes(${JSON.stringify(text)})`;

const contentOf = (editor: EditorPage) =>
  editor.evaluate<{ blocks: { src?: string }[] }>('copy(galley.editor.getContent())');

const find = async (editor: EditorPage, id: string): Promise<Item | undefined> => {
  const { items } = await editor.evaluate<{ items: Item[] }>('galley.api.browseMedia({})');
  return items.find((item) => item.id === id);
};

const loadPicture = (url: string) => fetch(url, { tls: { rejectUnauthorized: false } });

const openLibrary = async (editor: EditorPage) => {
  await editor.click('[data-palette-type=image]');
  await editor.press('Browse Media');
  await editor.page.waitForSelector('.tpl-media-overlay');
};

/** Uploads by the client, which is quicker than by the dialog. */
const uploadDrawn = (editor: EditorPage, name: string) =>
  editor.evaluate<{ item: Item; parts: number[] }>(`(async () => {
    const canvas = new OffscreenCanvas(400, 300);
    canvas.getContext('2d').fillRect(0, 0, 200, 300);
    const file = new File([await canvas.convertToBlob()], '${name}', { type: 'image/png' });
    const parts = [];
    const item = await galley.api.uploadMedia({ file }, { onProgress: (part) => parts.push(part) });
    return { item, parts };
  })()`);

describeInBrowser('media', () => {
  const editors = useEditorPages();
  const folder = mkdtempSync(join(tmpdir(), 'galley-e2e-'));
  const file = join(folder, 'spring.png');
  beforeAll(async () => {
    await Bun.write(file, (await drawPicture('https://pictures.example/600x300.png')).body);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('upload a picture, choose it, find it in the template', async () => {
    const editor = await editors.open();
    await openLibrary(editor);
    await editor.until(shows('Drop files here'));
    await editor.evaluate(MARK_DROP_ZONE);
    const [asked] = await Promise.all([editor.page.waitForFileChooser(), editor.click('[data-drop-zone]')]);
    await asked.accept([file]);
    await editor.untilAnswered(/^20\d POST \/media\/upload$/);
    await editor.click('.tpl-media-overlay img');
    await editor.screenshot('media-library');
    await editor.press('Select Image');
    await editor.until(`galley.editor.getContent().blocks.some(({ src }) => src)`);
    const [{ src = '' } = {}] = (await contentOf(editor)).blocks;
    expect((await loadPicture(src)).headers.get('content-type')).toStartWith('image/');
    expect(await editor.errors()).toEqual([]);
  });

  test('the client uploads too, and tells how far it is', async () => {
    const editor = await editors.open();
    const { item, parts } = await uploadDrawn(editor, 'drawn.png');
    expect(item.filename).toBe('drawn.png');
    expect(parts.at(-1)).toBe(1);
  });

  test('a picture in use is moved, renamed, replaced and deleted, and its users are told of', async () => {
    const editor = await editors.open();
    const { id, url } = (await uploadDrawn(editor, 'used.png')).item;
    await editors.createTemplate({ blocks: [{ id: 'picture', type: 'image', src: url, alt: 'Half black' }] });
    await openLibrary(editor);

    await editor.press('Show folders');
    await editor.press('New Folder');
    await editor.type('[placeholder="Folder name"]', 'Garden');
    await editor.page.keyboard.press('Enter');
    await editor.untilAnswered(/^201 POST \/media\/folders$/);
    await editor.click('.tpl-media-overlay img[alt="used.png"]');
    await editor.press('Move');
    // The button in the list of places to move to; after that only the one in the tree is left.
    await editor.press('Garden');
    await editor.untilAnswered(/^200 POST \/media\/move$/);
    await editor.press('Garden');
    await editor.until(`document.querySelectorAll('.tpl-media-item').length === 1`);
    expect((await find(editor, id))?.folder_id).toBeString();

    await editor.press('Edit File');
    await editor.page.waitForSelector('.vue-simple-handler', { visible: true });
    await editor.type('[placeholder="Describe this image for accessibility"]', 'A garden');
    await editor.page.keyboard.down('Shift');
    await editor.page.keyboard.press('Tab');
    await editor.page.keyboard.up('Shift');
    await editor.page.keyboard.type('garden.png');
    await editor.screenshot('media-edit');
    await editor.press('Save');
    await editor.untilAnswered(/^200 PUT \/media\/[^/]+$/);
    // The cropper offers the middle of the picture and takes that for a wish.
    const cropped = { width: 320, height: 240 };
    expect(await find(editor, id)).toMatchObject({
      filename: 'garden.png',
      alt_text: 'A garden',
      ...cropped,
    });
    const { url: second = '' } = (await find(editor, id)) ?? {};

    await editor.press('Replace File');
    await editor.until(shows('This file is used in 1 template(s)'));
    await editor.screenshot('media-replace');
    const replaced = editor.requests.filter((request) => request.endsWith('/replace')).length;
    const input = await editor.page.waitForSelector("input[type=file][accept='.png']");
    await input?.uploadFile(file);
    await editor.press('Replace');
    await editor.until(`!${shows('This file is used in 1 template(s)')}`);
    expect(editor.requests.filter((request) => request.endsWith('/replace')).length).toBe(replaced + 1);
    expect(await find(editor, id)).toMatchObject({ filename: 'garden.png', width: 600, height: 300 });
    // What a sent mail shows does not change under its reader.
    for (const old of [url, second]) expect((await loadPicture(old)).status).toBe(200);

    await editor.click('.tpl-media-overlay .tpl-media-item img');
    await editor.press('Delete');
    await editor.until(MARK_DELETE);
    await editor.until(shows('Used in 1 template(s)'));
    await editor.screenshot('media-delete');
    await editor.click('[data-delete]');
    await editor.untilAnswered(/^204 POST \/media\/delete$/);
    await editor.until(shows('No files found'));
    expect(await find(editor, id)).toBeUndefined();
    expect(editor.requests.filter((request) => request === '200 POST /media/check-usage').length).toBe(2);
    expect(await editor.errors()).toEqual([]);
  });
});
