import { drawPng, formOf, type Item } from '../features/media/library.ts';
import { type Answer, readAnswer } from '../support/test-app.ts';
import type { Server, Tenant } from './support.ts';

/** The media library of a tenant of a running server. */
export function mediaOf(server: Server, tenant: Tenant) {
  const upload = async (bytes: Uint8Array<ArrayBuffer> | string, name: string): Promise<Answer> => {
    const headers = { authorization: `Bearer ${tenant.token}` };
    const url = `${server.url}${tenant.base}/media/upload`;
    return readAnswer(await fetch(url, { method: 'POST', headers, body: formOf(bytes, name) }));
  };
  /** Every item there is. */
  const list = async (): Promise<Item[]> => {
    const items: Item[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: Answer = await tenant.call('GET', `/media/browse?cursor=${encodeURIComponent(cursor)}`);
      items.push(...body.data);
      cursor = body.meta.next_cursor;
    }
    return items;
  };
  return { upload, list };
}

/** A photo: a JPEG with much in it. */
export async function takePhoto(
  seed: number,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Bun.Image(drawPng(seed, width, height)).jpeg().bytes());
}
