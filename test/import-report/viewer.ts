import { join } from 'node:path';
import type { BrowserContext, Page } from 'puppeteer-core';
import { type Raster, readRaster } from '../../src/mail/pictures/photo/index.ts';
import { openBrowserContext } from '../browser/chromium.ts';
import { BASE, type Pictures } from './placeholders.ts';

/** What a reader sees of a mail. */
export interface Sight {
  png: Uint8Array<ArrayBuffer>;
  /** Words by their letters, with whether they can be told from what is behind them. */
  words: { word: string; isVisible: boolean }[];
}

/** Lower contrast counts as invisible. */
const MIN_CONTRAST = 1.5;
/** Longer mails are cut, in pixels. */
const MAX_HEIGHT = 8000;

const wordsInPage = await Bun.file(join(import.meta.dir, 'words-in-page.js')).text();
const HIDE_TEXT =
  '* { color: transparent !important; -webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important; text-shadow: none !important; }';

interface WordBox {
  word: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Shows mails in Chromium, with pictures from `Pictures` and no network. */
export class Viewer {
  private pictures: Pictures = () => Promise.reject(new Error('No mail is shown.'));

  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
  ) {}

  static async open(): Promise<Viewer> {
    const context = await openBrowserContext();
    const viewer = new Viewer(context, await context.newPage());
    await viewer.answerRequests();
    return viewer;
  }

  close(): Promise<void> {
    return this.context.close();
  }

  async see(html: string, width: number, pictures: Pictures): Promise<Sight> {
    this.pictures = pictures;
    await this.page.setViewport({ width, height: 600 });
    await this.page.goto('about:blank');
    await this.page.setContent(withBase(html), { waitUntil: 'load', timeout: 20_000 });
    const boxes = (await this.page.evaluate(wordsInPage)) as WordBox[];
    const full = (await this.page.evaluate('document.documentElement.scrollHeight')) as number;
    const height = Math.min(Math.max(full, 50), MAX_HEIGHT);
    const png = await this.shoot(width, height);
    await this.page.addStyleTag({ content: HIDE_TEXT });
    const [withText, without] = [await read(png), await read(await this.shoot(width, height))];
    const inPicture = boxes.filter(({ left, top }) => left < width && top < height);
    const words = inPicture.flatMap((box) =>
      plainWords(box.word).map((word) => ({ word, isVisible: isVisible(box, withText, without) })),
    );
    return { png, words };
  }

  private async shoot(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
    return Uint8Array.from(await this.page.screenshot({ clip: { x: 0, y: 0, width, height } }));
  }

  private async answerRequests(): Promise<void> {
    await this.page.setRequestInterception(true);
    this.page.on('request', async (request) => {
      if (request.resourceType() !== 'image') return request.abort();
      const { body, contentType } = await this.pictures(request.url());
      // Placeholders of one address differ from mail to mail.
      await request.respond({ status: 200, contentType, body, headers: { 'cache-control': 'no-store' } });
    });
  }
}

/** The mail with a base address; scripts of foreign mails do not run in mail clients. */
function withBase(html: string): string {
  const safe = html.replace(/<script\b[\s\S]*?<\/script>/gi, '');
  const base = `<base href="${BASE}">`;
  const head = /<head\b[^>]*>/i.exec(safe);
  return head ? safe.replace(head[0], head[0] + base) : base + safe;
}

/** The letters and digits of a word: quotes, arrows and the like are drawn in several ways. */
function plainWords(word: string): string[] {
  const plain = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return plain === '' ? [] : [plain];
}

const read = (png: Uint8Array<ArrayBuffer>) => readRaster(new Bun.Image(png));

/** Whether some pixel of a word contrasts with the same pixel without text. */
function isVisible(box: WordBox, withText: Raster, without: Raster): boolean {
  const right = Math.min(withText.width, Math.ceil(box.left + box.width));
  const bottom = Math.min(withText.height, without.height, Math.ceil(box.top + box.height));
  for (let y = Math.max(0, Math.floor(box.top)); y < bottom; y += 1) {
    for (let x = Math.max(0, Math.floor(box.left)); x < right; x += 1) {
      const at = (y * withText.width + x) * 4;
      if (withText.data[at] === without.data[at] && withText.data[at + 2] === without.data[at + 2]) continue;
      if (contrast(luminance(withText.data, at), luminance(without.data, at)) >= MIN_CONTRAST) return true;
    }
  }
  return false;
}

function luminance(data: Raster['data'], at: number): number {
  const channel = (offset: number) => {
    const share = (data[at + offset] ?? 0) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2);
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
