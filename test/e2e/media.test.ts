import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInBrowser } from '../browser/browser.ts';
import { drawPicture } from '../browser/pictures.ts';
import { useDesks } from './desks.ts';
import type { Desk } from './studio.ts';

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

const contentOf = (desk: Desk) =>
  desk.ask<{ blocks: { src?: string }[] }>('copy(galley.editor.getContent())');

const find = async (desk: Desk, id: string): Promise<Item | undefined> => {
  const { items } = await desk.ask<{ items: Item[] }>('galley.api.browseMedia({})');
  return items.find((item) => item.id === id);
};

const loadPicture = (url: string) => fetch(url, { tls: { rejectUnauthorized: false } });

const openLibrary = async (desk: Desk) => {
  await desk.click('[data-palette-type=image]');
  await desk.press('Browse Media');
  await desk.page.waitForSelector('.tpl-media-overlay');
};

/** Uploads by the client, which is quicker than by the dialog. */
const uploadDrawn = (desk: Desk, name: string) =>
  desk.ask<{ item: Item; parts: number[] }>(`(async () => {
    const canvas = new OffscreenCanvas(400, 300);
    canvas.getContext('2d').fillRect(0, 0, 200, 300);
    const file = new File([await canvas.convertToBlob()], '${name}', { type: 'image/png' });
    const parts = [];
    const item = await galley.api.uploadMedia({ file }, { onProgress: (part) => parts.push(part) });
    return { item, parts };
  })()`);

describeInBrowser('media', () => {
  const desks = useDesks();
  const folder = mkdtempSync(join(tmpdir(), 'galley-e2e-'));
  const file = join(folder, 'spring.png');
  beforeAll(async () => {
    await Bun.write(file, (await drawPicture('https://pictures.example/600x300.png')).body);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('upload a picture, choose it, find it in the template', async () => {
    const desk = await desks.open();
    await openLibrary(desk);
    await desk.until(shows('Drop files here'));
    await desk.ask(MARK_DROP_ZONE);
    const [asked] = await Promise.all([desk.page.waitForFileChooser(), desk.click('[data-drop-zone]')]);
    await asked.accept([file]);
    await desk.untilAnswered(/^20\d POST \/media\/upload$/);
    await desk.click('.tpl-media-overlay img');
    await desk.shoot('media-library');
    await desk.press('Select Image');
    await desk.until(`galley.editor.getContent().blocks.some(({ src }) => src)`);
    const [{ src = '' } = {}] = (await contentOf(desk)).blocks;
    expect((await loadPicture(src)).headers.get('content-type')).toStartWith('image/');
    expect(await desk.errors()).toEqual([]);
  });

  test('the client uploads too, and tells how far it is', async () => {
    const desk = await desks.open();
    const { item, parts } = await uploadDrawn(desk, 'drawn.png');
    expect(item.filename).toBe('drawn.png');
    expect(parts.at(-1)).toBe(1);
  });

  test('a picture in use is moved, renamed, replaced and deleted, and its users are told of', async () => {
    const desk = await desks.open();
    const { id, url } = (await uploadDrawn(desk, 'used.png')).item;
    await desks.makeTemplate({ blocks: [{ id: 'picture', type: 'image', src: url, alt: 'Half black' }] });
    await openLibrary(desk);

    await desk.press('Show folders');
    await desk.press('New Folder');
    await desk.type('[placeholder="Folder name"]', 'Garden');
    await desk.page.keyboard.press('Enter');
    await desk.untilAnswered(/^201 POST \/media\/folders$/);
    await desk.click('.tpl-media-overlay img[alt="used.png"]');
    await desk.press('Move');
    // The button in the list of places to move to; after that only the one in the tree is left.
    await desk.press('Garden');
    await desk.untilAnswered(/^200 POST \/media\/move$/);
    await desk.press('Garden');
    await desk.until(`document.querySelectorAll('.tpl-media-item').length === 1`);
    expect((await find(desk, id))?.folder_id).toBeString();

    await desk.press('Edit File');
    await desk.page.waitForSelector('.vue-simple-handler', { visible: true });
    await desk.type('[placeholder="Describe this image for accessibility"]', 'A garden');
    await desk.page.keyboard.down('Shift');
    await desk.page.keyboard.press('Tab');
    await desk.page.keyboard.up('Shift');
    await desk.page.keyboard.type('garden.png');
    await desk.shoot('media-edit');
    await desk.press('Save');
    await desk.untilAnswered(/^200 PUT \/media\/[^/]+$/);
    // The cropper offers the middle of the picture and takes that for a wish.
    const cropped = { width: 320, height: 240 };
    expect(await find(desk, id)).toMatchObject({ filename: 'garden.png', alt_text: 'A garden', ...cropped });
    const { url: second = '' } = (await find(desk, id)) ?? {};

    await desk.press('Replace File');
    await desk.until(shows('This file is used in 1 template(s)'));
    await desk.shoot('media-replace');
    const replaced = desk.requests.filter((request) => request.endsWith('/replace')).length;
    const input = await desk.page.waitForSelector("input[type=file][accept='.png']");
    await input?.uploadFile(file);
    await desk.press('Replace');
    await desk.until(`!${shows('This file is used in 1 template(s)')}`);
    expect(desk.requests.filter((request) => request.endsWith('/replace')).length).toBe(replaced + 1);
    expect(await find(desk, id)).toMatchObject({ filename: 'garden.png', width: 600, height: 300 });
    // What a sent mail shows does not change under its reader.
    for (const old of [url, second]) expect((await loadPicture(old)).status).toBe(200);

    await desk.click('.tpl-media-overlay .tpl-media-item img');
    await desk.press('Delete');
    await desk.until(MARK_DELETE);
    await desk.until(shows('Used in 1 template(s)'));
    await desk.shoot('media-delete');
    await desk.click('[data-delete]');
    await desk.untilAnswered(/^204 POST \/media\/delete$/);
    await desk.until(shows('No files found'));
    expect(await find(desk, id)).toBeUndefined();
    expect(desk.requests.filter((request) => request === '200 POST /media/check-usage').length).toBe(2);
    expect(await desk.errors()).toEqual([]);
  });
});
