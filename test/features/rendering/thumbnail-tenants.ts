import { expect } from 'bun:test';
import { encodePng, type Raster, readRaster } from '../../../src/mail/pictures/photo/index.ts';
import { connect, tenantAccessOf } from '../../mcp/tool-client.ts';
import type { TestApp } from '../../support/test-app.ts';
import { libraryOf } from '../media/library.ts';
import { mailsOf } from './press.ts';

export const RED = [220, 0, 0] as const;
export const GREEN = [0, 160, 0] as const;
export const WHITE = [255, 255, 255] as const;

export function plainPng(width: number, height: number, color: readonly number[]): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([...color, 255], at);
  return encodePng({ width, height, data });
}

/** Another server, which has only `/red.png`. */
export const servePictures = (onRequest: (path: string) => void) =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url);
      onRequest(pathname);
      if (pathname === '/red.png')
        return new Response(plainPng(600, 300, RED), { headers: { 'content-type': 'image/png' } });
      return new Response('', { status: 404 });
    },
  });

/** Share of the pixels that are about this color. */
export function shareOf({ data }: Raster, [red, green, blue]: readonly [number, number, number]): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const distance =
      Math.abs((data[at] ?? 0) - red) +
      Math.abs((data[at + 1] ?? 0) - green) +
      Math.abs((data[at + 2] ?? 0) - blue);
    if (distance < 30) count += 1;
  }
  return (count * 4) / data.length;
}

export const image = (src: string, more: object = {}) => ({
  type: 'image',
  id: 'i1',
  src,
  alt: 'A loaf',
  ...more,
});

/** A tenant that asks for thumbnails of its templates. */
export async function openThumbnails(app: TestApp, name: string) {
  const tenant = await app.openTenant(name);
  const { create } = mailsOf(tenant);
  const ask = async (id: string, query = '', init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${tenant.token}`);
    const url = `http://localhost${tenant.base}/templates/${id}/thumbnail.png${query}`;
    const answer: Response = await app.http.handle(new Request(url, { ...init, headers }));
    const bytes = await answer.bytes();
    return { status: answer.status, headers: answer.headers, etag: answer.headers.get('etag'), bytes };
  };
  /** The pixels of a thumbnail that has to succeed. */
  const see = async (id: string, query = ''): Promise<Raster> => {
    const { status, bytes } = await ask(id, query);
    expect(status).toBe(200);
    return readRaster(new Bun.Image(bytes));
  };
  return { ...tenant, create, ask, see, ...libraryOf(tenant) };
}

/** The same with an agent that asks for previews. */
export async function openPreviews(app: TestApp, name: string) {
  const tenant = await openThumbnails(app, name);
  const agent = connect(app, 'modern', { ...tenantAccessOf(app), tenant: name });
  /** The data and the picture of a preview that has to succeed. */
  const preview = async (args: object) => {
    const { isError, text, texts, pictures, data } = await agent.call('preview-template', args);
    if (isError) throw new Error(text);
    expect([texts.length, pictures.map(({ mimeType }) => mimeType)]).toEqual([1, ['image/png']]);
    const raster = await readRaster(new Bun.Image(Buffer.from(pictures[0]?.data ?? '', 'base64')));
    return { data, raster };
  };
  return { ...tenant, agent, preview };
}
