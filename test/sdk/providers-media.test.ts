import { afterAll, beforeAll, expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { drawPng } from '../features/media/library.ts';
import { useProviderPage } from './provider-page.ts';

interface Asset {
  id: string;
  url: string;
  filename: string;
  folderId: string | null;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

describeInBrowser('the media library of the provider objects', () => {
  let web: ReturnType<typeof Bun.serve>;
  beforeAll(() => {
    web = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(drawPng(99)) });
  });
  afterAll(() => web.stop(true));
  const page = useProviderPage(async () => ({ fetch_private: ['127.0.0.1'] }));

  /** Each test has a library of its own. */
  const open = (tenant: string) => page.mount('one', { tenant });
  const fileOf = (seed: number, name: string, width = 40) =>
    `new File([Uint8Array.from(atob('${base64(drawPng(seed, width, 30))}'), (c) => c.charCodeAt(0))], '${name}', { type: 'image/png' })`;
  const list = (filter = {}) =>
    page.run<{ items: Asset[]; nextCursor?: string }>(
      `return one.config.media.list(${JSON.stringify(filter)})`,
    );

  test('uploads with name and alternative text, lists, finds and picks', async () => {
    await open('uploads');
    const made = await page.run<Asset>(
      `return one.drop(${fileOf(1, 'IMG_1.png')}, { alt: 'A beach', filename: 'Beach' })`,
    );
    expect(made).toMatchObject({
      filename: 'Beach.png',
      alt: 'A beach',
      mimeType: 'image/png',
      width: 40,
      height: 30,
    });
    expect(made.folderId).toBeNull();
    const plain = await page.run<Asset>(`return one.drop(${fileOf(2, 'two.png')})`);
    expect(plain).not.toHaveProperty('alt');
    expect((await list()).items).toEqual([plain, made]);
    expect((await list({ search: 'beach' })).items).toEqual([made]);
    expect((await list({ category: 'documents', folderId: null })).items).toEqual([]);
    expect(await list()).not.toHaveProperty('nextCursor');
    const picked = await page.run<{ url: string; alt: string }>(`return one.pick(${JSON.stringify(made)})`);
    expect(picked).toEqual({ url: made.url, alt: 'A beach' });
    // The browser can draw it on a canvas, as the editor does to crop it.
    const isDrawn = page.run(`
      const image = new Image(); image.crossOrigin = 'anonymous'; image.src = '${made.url}';
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL().startsWith('data:image/png');`);
    expect(await isDrawn).toBe(true);
  });

  test('gives mails the size that is meant for them, and the grid a small one', async () => {
    await open('sizes');
    await page.run(`await one.drop(${fileOf(3, 'wide.png', 1600)})`);
    const found = async () => ((await list()).items[0] ?? {}) as Asset & { thumbnailUrl?: string };
    let asset = await found();
    while (!asset.url.includes('/large.')) asset = await found();
    expect(asset.thumbnailUrl).toContain('/small.');
  });

  test('crops, renames and replaces', async () => {
    await open('crops');
    const made = await page.run<Asset>(`return one.drop(${fileOf(4, 'crop.png')})`);
    const cropped = await page.run<Asset>(
      `return one.crop('${made.id}', ${fileOf(5, 'ignored.png', 20)}, { alt: 'Cropped', filename: 'Small' })`,
    );
    expect(cropped).toMatchObject({ id: made.id, width: 20, alt: 'Cropped', filename: 'Small.png' });
    expect(cropped.url).not.toBe(made.url);
    expect((await list()).items).toEqual([cropped]);
  });

  test('has folders as a flat list, and moves files', async () => {
    await open('folders');
    const make = (input: object) =>
      page.run<Asset>(`return one.config.media.folders.create(${JSON.stringify(input)})`);
    const outer = await make({ name: 'Outer' });
    const inner = await make({ name: 'Inner', parentId: outer.id });
    const folders = 'one.config.media.folders';
    expect(await page.run(`return ${folders}.update('${inner.id}', { name: 'Core' })`)).toEqual({
      id: inner.id,
      name: 'Core',
      parentId: outer.id,
    });
    expect(await page.run(`return ${folders}.list()`)).toEqual([
      { id: outer.id, name: 'Outer', parentId: null },
      { id: inner.id, name: 'Core', parentId: outer.id },
    ]);
    const made = await page.run<Asset>(`return one.drop(${fileOf(6, 'a.png')}, { folderId: '${outer.id}' })`);
    expect(made.folderId).toBe(outer.id);
    expect(await page.run(`return ${folders}.move(['${made.id}'], '${inner.id}')`)).toEqual([
      { ...made, folderId: inner.id, updatedAt: expect.any(String) },
    ]);
    expect((await list({ folderId: inner.id })).items.length).toBe(1);
    expect((await list({ folderId: outer.id })).items).toEqual([]);
    expect(await page.run(`return ${folders}.move(['${made.id}'], null)`)).toMatchObject([
      { folderId: null },
    ]);
    await page.run(`await ${folders}.delete('${outer.id}')`);
    expect(await page.run(`return ${folders}.list()`)).toEqual([]);
  });

  test('imports from an address, and says why it cannot', async () => {
    await open('imports');
    const made = await page.run<Asset>(
      `return one.config.media.importFromUrl('http://127.0.0.1:${web.port}/logo.png', null, 'ignored')`,
    );
    expect(made).toMatchObject({ filename: 'logo.png', mimeType: 'image/png' });
    const refused = await page.attempt(`return one.config.media.importFromUrl('ftp://example.com/a.png')`);
    expect(refused.error).toMatchObject({
      statusCode: 422,
      message: expect.stringContaining('The address must start with'),
    });
  });

  test('says where files are used before they are deleted, what is used often, and how full it is', async () => {
    await open('usage');
    const made = await page.run<Asset>(`return one.drop(${fileOf(7, 'used.png')})`);
    const free = await page.run<Asset>(`return one.drop(${fileOf(8, 'free.png')})`);
    const blocks = JSON.stringify([{ id: 'i', type: 'image', src: made.url, alt: '' }]);
    await page.run(`await one.create({ name: 'Spring', content: { blocks: ${blocks} } })`);
    expect(await page.run('return one.config.media.frequentlyUsed()')).toMatchObject([{ id: made.id }]);
    expect(await page.run('return one.config.media.storage()')).toBeNull();
    expect(await page.run(`return one.remove(['${made.id}', '${free.id}'])`)).toEqual({
      [made.id]: { templateCount: 1, templateNames: ['Spring'] },
      [free.id]: { templateCount: 0, templateNames: [] },
    });
    expect((await list()).items).toEqual([]);
  });

  test('pages a long list', async () => {
    await open('pages');
    await page.run(
      `for (let seed = 0; seed < 51; seed += 1) {
        const bytes = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>' + seed + '</title></svg>');
        await one.config.media.create({ file: new File([bytes], seed + '.svg', { type: 'image/svg+xml' }) });
      }`,
    );
    const first = await list();
    expect(first.items.length).toBe(50);
    const second = await list({ cursor: first.nextCursor });
    expect(second.items.map(({ filename }) => filename)).toEqual(['0.svg']);
  });
});
