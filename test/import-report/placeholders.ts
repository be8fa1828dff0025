import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseHtml, walkElements } from '../../src/mail/parse/html.ts';
import { drawPicture } from '../browser/pictures.ts';

interface Size {
  width: number;
  height: number;
}

/** Answers with the picture at an address: bytes and their type. */
export type Pictures = (address: string) => Promise<{ body: Uint8Array | string; contentType: string }>;

/** Base address of mails in the browser, so that relative addresses of pictures reach `Pictures`. */
export const BASE = 'https://mail.invalid/';

/**
 * Makes the pictures of one mail, the same ones for original and import: files beside the mail, the service's own
 * pictures, and placeholders of the size that the original declares or that the address names (`/600x300`).
 */
export function makePictures(original: string, folder: string): Pictures {
  const sizeOf = makeSizeReader(original, folder);
  return async (address) => {
    if (address.startsWith('https://own.example/')) return drawPicture(address);
    const file = localFile(address, folder);
    if (file) return { body: await Bun.file(file).bytes(), contentType: Bun.file(file).type };
    const size = (await sizeOf(address)) ?? { width: 600, height: 300 };
    return { body: drawPlaceholder(size, address), contentType: 'image/svg+xml' };
  };
}

/** Tells the size of a picture of a mail, as the service reads it from the file, by its address in the source. */
export function makeSizeReader(original: string, folder: string): (src: string) => Promise<Size | undefined> {
  const sizes = declaredSizes(original);
  return async (src) => {
    const address = addressOf(src);
    const file = localFile(address, folder);
    if (!file) return sizes.get(address) ?? namedSize(address) ?? { width: 600, height: 300 };
    try {
      return await new Bun.Image(await Bun.file(file).bytes()).metadata();
    } catch {
      return undefined;
    }
  };
}

function localFile(address: string, folder: string): string | undefined {
  if (!address.startsWith(BASE)) return undefined;
  const path = decodeURIComponent(address.slice(BASE.length).replace(/[?#].*$/, ''));
  const file = resolve(join(folder, path));
  return path !== '' && file.startsWith(`${resolve(folder)}/`) && existsSync(file) ? file : undefined;
}

function namedSize(address: string): Size | undefined {
  const match = /(?:^|\D)(\d{1,4})[x/](\d{1,4})(?:\D|$)/.exec(address);
  return match ? { width: Math.max(1, Number(match[1])), height: Math.max(1, Number(match[2])) } : undefined;
}

/** Sizes of the pictures of a mail by address. A picture with one declared side is as a usual one of its kind. */
function declaredSizes(html: string): Map<string, Size> {
  const sizes = new Map<string, Size>();
  for (const element of walkElements(parseHtml({ text: html }))) {
    if (element.name !== 'img') continue;
    const { src = '', style = '', width, height } = element.attribs;
    const side = (attribute: string | undefined, css: string) => {
      const declared = new RegExp(`(?:^|[;\\s])${css}:\\s*(\\d{1,4})(?:\\.\\d+)?px`, 'i').exec(style)?.[1];
      const given = declared ?? /^\s*(\d{1,4})(?:px)?\s*$/.exec(attribute ?? '')?.[1];
      return given === undefined ? undefined : Math.max(1, Number(given));
    };
    const address = addressOf(src);
    const size = fillSize(side(width, 'width'), side(height, 'height'), address);
    if (size && address) sizes.set(address, size);
  }
  return sizes;
}

function addressOf(src: string): string {
  return URL.canParse(src.trim(), BASE) ? new URL(src.trim(), BASE).href : '';
}

function fillSize(width: number | undefined, height: number | undefined, address: string): Size | undefined {
  if (width !== undefined && height !== undefined) return { width, height };
  const named = namedSize(address);
  const ratio = named ? named.width / named.height : (width ?? height ?? 0) <= 100 ? 1 : 2;
  if (width !== undefined) return { width, height: Math.max(1, Math.round(width / ratio)) };
  if (height !== undefined) return { width: Math.max(1, Math.round(height * ratio)), height };
  return undefined;
}

/** A tinted area with a diagonal, so that shifted and scaled pictures differ. Pictures of a pixel are transparent. */
function drawPlaceholder({ width, height }: Size, address: string): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  if (width <= 2 || height <= 2) return `<svg xmlns="http://www.w3.org/2000/svg" ${size}></svg>`;
  const hue = Bun.hash.crc32(address) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="100%" height="100%" fill="hsl(${hue} 40% 65%)"/><path d="M0 0L${width} ${height}" stroke="hsl(${hue} 40% 45%)" stroke-width="${Math.max(2, width / 40)}"/></svg>`;
}
