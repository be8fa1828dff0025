import { drawThumbnail } from '../../../src/features/rendering/thumbnails/draw-thumbnail.ts';
import type { DrawJob } from '../../../src/features/rendering/thumbnails/thumbnail.ts';
import type { TemplateContent } from '../../../src/mail/model/index.ts';
import { encodePng, type Raster, readRaster } from '../../../src/mail/pictures/photo/index.ts';
import { contentOf } from '../../mail/render/rendering.ts';

export type Loose = Record<string, unknown>;

export async function draw(content: TemplateContent, job: Partial<DrawJob> = {}): Promise<Raster> {
  const png = await drawThumbnail({
    kind: 'draw',
    content: JSON.stringify(content),
    layout: 'desktop',
    isDark: false,
    width: 300,
    maxHeight: 600,
    pictures: [],
    ...job,
  });
  return readRaster(new Bun.Image(png));
}

export const drawBlocks = (blocks: Loose[], settings: Loose = {}, job: Partial<DrawJob> = {}) =>
  draw(contentOf(blocks, settings), job);

export type Rgb = readonly [number, number, number];

/** Share of the pixels of a color, of a part of the picture: from left to right, 0 to 1. */
export function shareOf({ width, data }: Raster, [red, green, blue]: Rgb, from = 0, to = 1): number {
  let [found, all] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const x = ((at / 4) % width) / width;
    if (x < from || x >= to) continue;
    all += 1;
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 40) found += 1;
  }
  return found / all;
}

export const RED: Rgb = [255, 0, 0];
export const GRAY: Rgb = [228, 231, 235];

export function plainPng(width: number, height: number, color: Rgb): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([...color, 255], at);
  return encodePng({ width, height, data });
}

export const text = (content: string, more: Loose = {}): Loose => ({ type: 'paragraph', content, ...more });
export const noPadding = { padding: { top: 0, right: 0, bottom: 0, left: 0 } };
export const cells = (...contents: string[]) => ({ cells: contents.map((content) => ({ content })) });
