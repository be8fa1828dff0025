import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { findChromium, isAvailable } from '../../scripts/test-tools.ts';
import { ChromiumScreenshots } from '../../src/drivers/chromium/index.ts';
import type { ScreenshotRequest } from '../../src/platform/ports/mail-screenshots.ts';
import { drawPng } from '../features/media/library.ts';
import { readPixels } from '../mail/pictures/read-pixels.ts';
import { connect, tenantAccessOf, UNLIMITED_CALLS } from '../mcp/tool-client.ts';
import { createTestApp } from '../support/test-app.ts';

/** Pictures of mails by the Chromium of this machine. */

const executable = findChromium();

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('galley-chromium-')).length;
const RED = [255, 0, 0];
const box = (color: string, height = 40) => `<div style="height:${height}px;background:${color}"></div>`;
const page = (body: string, head = '') =>
  `<html><head>${head}</head><body style="margin:0">${body}</body></html>`;

describe.skipIf(!isAvailable('Chromium'))('Chromium', () => {
  let screenshots: ChromiumScreenshots;
  let secrets: Bun.Server<undefined>;
  const reached: string[] = [];
  beforeAll(() => {
    screenshots = new ChromiumScreenshots(executable as string);
    secrets = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        reached.push(request.url);
        return new Response(page(box('#f00', 400)), { headers: { 'content-type': 'text/html' } });
      },
    }) as Bun.Server<undefined>;
  });
  afterAll(async () => {
    await screenshots.close();
    secrets.stop(true);
  });

  const draw = async (html: string, more: Partial<ScreenshotRequest> = {}) => {
    const request = { html, width: 320, maxHeight: 500, isDark: false, isPhone: false };
    const bytes = await screenshots.draw({ ...request, readPicture: async () => undefined, ...more });
    const { at, ...size } = await readPixels(bytes);
    return { ...size, at: (x: number, y: number) => at(x, y).slice(0, 3) };
  };

  test('draws a mail as wide as asked, as high as it is, and cuts off what is longer', async () => {
    const short = await draw(page(box('#f00') + box('#00f')));
    expect([short.width, short.height, short.at(10, 10), short.at(10, 60)]).toEqual([
      320,
      80,
      RED,
      [0, 0, 255],
    ]);
    expect((await draw(page(box('#f00', 5000)))).height).toBe(500);
  });

  test('uses the styles of dark mode and of phones, and the pictures that it is given', async () => {
    const asked: string[] = [];
    const style = `<style>div{background:#fff!important}@media (prefers-color-scheme:dark){div{background:#f00!important}}
      @media (max-width:480px){img{display:none}}</style>`;
    const html = page(`${box('#fff')}<img src="https://files.example/a.png" width="40" height="40">`, style);
    const readPicture = async (address: string) => {
      asked.push(address);
      return drawPng(1);
    };
    expect((await draw(html, { isDark: true, readPicture })).at(10, 10)).toEqual(RED);
    const light = await draw(html, { width: 600, readPicture });
    expect([light.at(10, 10), light.height > 70]).toEqual([[255, 255, 255], true]);
    expect(new Set(asked)).toEqual(new Set(['https://files.example/a.png']));
  });

  test('runs no script, opens no frame, file or address, and leaves nothing behind', async () => {
    const before = folders();
    const own = `http://127.0.0.1:${secrets.port}/`;
    const { at, height } = await draw(
      page(
        [
          box('#fff', 100),
          `<script>document.body.innerHTML = '${box('#f00', 400)}'</script>`,
          `<iframe src="${own}" style="border:0;width:320px;height:100px"></iframe>`,
          `<iframe src="file:///etc/hostname"></iframe><object data="${own}"></object>`,
          `<img src="${own}picture" onerror="document.body.style.background='red'">`,
        ].join(''),
        `<meta http-equiv="refresh" content="0;url=${own}"><link rel="stylesheet" href="${own}style.css">`,
      ),
    );
    expect([at(10, 10), height >= 100, reached]).toEqual([[255, 255, 255], true, []]);
    expect(folders()).toBe(before);
  });

  test('is told that a program is no browser, and many mails wait in turn', async () => {
    const before = folders();
    const other = new ChromiumScreenshots('/bin/false');
    const request = { html: page(''), width: 320, maxHeight: 500, isDark: false, isPhone: false };
    await expect(other.draw({ ...request, readPicture: async () => undefined })).rejects.toThrow('ended');
    const missing = new ChromiumScreenshots('/nowhere/chromium');
    await expect(missing.draw({ ...request, readPicture: async () => undefined })).rejects.toThrow();
    const drawn = await Promise.all([1, 2, 3, 4].map(() => draw(page(box('#f00')))));
    expect(drawn.map(({ height }) => height)).toEqual([40, 40, 40, 40]);
    expect(folders()).toBe(before);
  });

  test('draws what agents see, and Galley does so where it fails', async () => {
    const content = {
      blocks: [{ type: 'title', content: 'Hello' }],
      settings: { backgroundColor: '#ff0000' },
    };
    const look = async (chromium: string) => {
      const app = await createTestApp({ ...UNLIMITED_CALLS, chromium });
      try {
        const agent = connect(app, 'modern', tenantAccessOf(app));
        const { id } = await agent.get('create-template', { name: 'Letter', content });
        const { pictures, isError } = await agent.call('preview-template', { template_id: id });
        const { width, height, at } = await readPixels(Uint8Array.fromBase64(pictures[0]?.data ?? ''));
        const warned = app.logLines.some((line) => line.includes('Chromium could not draw'));
        return { isError, width, color: at(2, Math.floor(height / 2)).slice(0, 3), warned };
      } finally {
        await app.stop();
      }
    };
    expect(await look(executable as string)).toEqual({
      isError: false,
      width: 640,
      color: RED,
      warned: false,
    });
    expect(await look('/bin/false')).toMatchObject({ isError: false, width: 640, warned: true });
  });
});
