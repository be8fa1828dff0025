import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInBrowser } from '../browser/browser.ts';
import { drawPicture } from '../browser/pictures.ts';
import { useDesks } from './desks.ts';
import { hasOperation, leaveOutUntil } from './steps-to-come.ts';
import type { Desk } from './studio.ts';

const STEPS = 'upload a picture, choose it, find it in the template';

/** It has nothing to find it by but its text. */
const MARK_DROP_ZONE = `[...document.querySelectorAll('.tpl-media-overlay p')]
  .find((one) => one.textContent.startsWith('Drop files here')).setAttribute('data-drop-zone', '')`;

const contentOf = (desk: Desk) =>
  desk.ask<{ blocks: { src?: string }[] }>('copy(galley.editor.getContent())');

if (hasOperation('uploadMedia')) describeInBrowser('media', () => mediaSteps());
else leaveOutUntil('uploadMedia', STEPS);

function mediaSteps(): void {
  const desks = useDesks();

  test(STEPS, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'galley-e2e-'));
    const { body } = await drawPicture('https://pictures.example/600x300.png');
    const file = join(folder, 'spring.png');
    await Bun.write(file, body);
    const desk = await desks.open();
    await desk.click('[data-palette-type=image]');
    await desk.press('Browse Media');
    await desk.ask(MARK_DROP_ZONE);
    const [asked] = await Promise.all([desk.page.waitForFileChooser(), desk.click('[data-drop-zone]')]);
    await asked.accept([file]);
    await desk.untilAnswered(/^20\d POST \/media\/upload$/);
    rmSync(folder, { recursive: true });
    await desk.click('.tpl-media-overlay img');
    await desk.shoot('media-library');
    await desk.press('Select Image');
    await desk.until(`galley.editor.getContent().blocks.some(({ src }) => src)`);
    const [{ src = '' } = {}] = (await contentOf(desk)).blocks;
    const picture = await fetch(src, { tls: { rejectUnauthorized: false } });
    expect(picture.headers.get('content-type')).toStartWith('image/');
    expect(await desk.errors()).toEqual([]);
  });

  test('the client uploads too, and tells how far it is', async () => {
    const desk = await desks.open();
    const { item, parts } = await desk.ask<{ item: { filename: string }; parts: number[] }>(`(async () => {
      const canvas = new OffscreenCanvas(400, 300);
      canvas.getContext('2d').fillRect(0, 0, 200, 300);
      const file = new File([await canvas.convertToBlob()], 'drawn.png', { type: 'image/png' });
      const parts = [];
      const item = await galley.api.uploadMedia({ file }, { onProgress: (part) => parts.push(part) });
      return { item, parts };
    })()`);
    expect(item.filename).toBe('drawn.png');
    expect(parts.at(-1)).toBe(1);
  });
}
