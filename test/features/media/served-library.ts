import { readRows } from '../../support/read-rows.ts';
import { type SeededMedia, seedMedia } from '../../support/seed-media.ts';
import { createTestApp } from '../../support/test-app.ts';

export const CONTENT = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);
export const TOKEN = 'abcdefghijklmnopqrst-_';
export const ADDRESS = `/media/${TOKEN}/original.png`;

export interface ServedLibrary extends Awaited<ReturnType<typeof createServedLibrary>> {}

/** An application that listens, with a library in which `CONTENT` is under `ADDRESS`. */
export async function createServedLibrary() {
  const app = await createTestApp();
  await app.openTenant('acme');
  const [tenant] = await readRows<{ id: number }>(app, "SELECT id FROM tenants WHERE slug = 'acme'");
  const port = app.listen();
  const url = `http://127.0.0.1:${port}`;
  let serial = 0;

  /** Another file of the library; returns where it is served. */
  const add = async (media: Partial<SeededMedia>, options = {}): Promise<string> => {
    serial += 1;
    // Bytes decide which file it is, so others need other bytes.
    const content = media.content ?? Uint8Array.from([...CONTENT, serial, serial >> 8]);
    const token = media.token ?? String(serial).padStart(22, '0');
    const defaults = { filename: 'a.png', mime: 'image/png', extension: 'png' };
    const all = { tenantId: tenant?.id ?? 0, ...defaults, ...media, content, token };
    await seedMedia(app.deps, all, options);
    return `/media/${token}/original.${all.extension}`;
  };
  await add({ token: TOKEN, content: CONTENT });

  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(url + path, { method, headers });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  };
  return {
    app,
    url,
    port,
    add,
    get,
    etagOf: async (path = ADDRESS) => (await get(path)).headers.get('etag') ?? '',
    stop: () => app.stop(),
  };
}
