import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '../features/media/library.ts';
import { callTool, FLAVOURS } from './mcp-clients.ts';
import { mediaOf, takePhoto } from './media-uploads.ts';
import {
  askGalley,
  type Credentials,
  createInitializedDirectory,
  GUARD_MS,
  openTenant,
  runGalley,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

let place: TestDirectory;
let server: Server;
let tenant: Tenant;
let credentials: Credentials & { project_id: string };

const start = async () => {
  // Deleted files leave the disk at once.
  place.env.GALLEY_TRASH_DAYS = '0';
  server = await startServer(place);
  tenant = await openTenant(server.url, credentials);
  return mediaOf(server, tenant);
};

describe('the executable', () => {
  let photo: Item;
  let media: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    ({ place, first: credentials } = await createInitializedDirectory());
    media = await start();
  });
  afterAll(async () => {
    await server?.stop();
    place?.remove();
  });

  test('takes in a photo and serves it in all sizes', async () => {
    const answer = await media.upload(await takePhoto(1, 3000, 2000), 'Hero.jpeg');
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, answer.text.slice(0, 300)]);
    photo = answer.body.data;
    expect(photo).toMatchObject({
      filename: 'Hero.jpeg',
      mime_type: 'image/jpeg',
      width: 3000,
      conversions_generated: true,
    });
    const sizes: [string | null, number][] = [
      [photo.url, 3000],
      [photo.large_url, 1280],
      [photo.medium_url, 640],
      [photo.small_url, 320],
    ];
    for (const [url, width] of sizes) {
      const response = await fetch(url as string);
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      expect((await new Bun.Image(await response.bytes()).metadata()).width).toBe(width);
    }
    const part = await fetch(photo.url, { headers: { range: 'bytes=0-2' } });
    expect([part.status, [...(await part.bytes())]]).toEqual([206, [0xff, 0xd8, 0xff]]);
  });

  test.each(FLAVOURS.map((flavour) => [flavour.label, flavour] as const))(
    'lets an agent place it: %s',
    async (_label, flavour) => {
      const { api_key } = await askGalley(place, 'key', 'create', '--name', flavour.label);
      const headers = {
        Authorization: `Bearer ${api_key}`,
        'X-Project-Id': credentials.project_id,
        'X-Tenant': 'default',
      };
      const { client } = await flavour.connect({ url: `${server.url}/api/v1/mcp`, headers });
      try {
        const { items } = (await callTool(client, 'browse-media', { search: 'hero' })).data;
        expect(items).toEqual([expect.objectContaining({ id: photo.id, url: photo.large_url, width: 1280 })]);
        const blocks = [{ type: 'image', src: items[0].url }];
        const { id } = (await callTool(client, 'create-template', { content: { blocks }, name: 'Sale' }))
          .data;
        const kept = (await callTool(client, 'delete-media', { ids: [photo.id] })).data;
        expect(kept).toMatchObject({
          deleted: [],
          in_use: [{ id: photo.id, use_count: 1, uses: [{ kind: 'template', id, name: 'Sale' }] }],
        });
        await callTool(client, 'delete-template', { template_id: id });
        const folder = (await callTool(client, 'create-media-folder', { name: 'Spring' })).data;
        const tree = (await callTool(client, 'list-media-folders', {})).data;
        expect(tree.items.map((item: { id: string }) => item.id)).toEqual([folder.id]);
        await callTool(client, 'delete-media-folder', { folder_id: folder.id });
      } finally {
        await client.close();
      }
    },
  );

  test('still has it after a restart on another port', async () => {
    const path = new URL(photo.url).pathname;
    await server.stop();
    media = await start();
    expect((await fetch(server.url + path)).status).toBe(200);
    expect((await media.list()).map((item) => item.id)).toEqual([photo.id]);
  });

  test('rewrites addresses of a former base URL, with a running server and without one', async () => {
    const { origin, pathname } = new URL(photo.url);
    expect(server.stdout() + server.stderr()).toContain(`galley media rebase --from ${origin}`);
    const content = { blocks: [{ type: 'image', src: photo.url }] };
    const { id } = (await tenant.call('POST', '/templates', { body: { content } })).body.data;
    const readSource = async () =>
      (await tenant.call('GET', `/templates/${id}`)).body.data.content.blocks[0].src;
    const rebase = (...flags: string[]) => askGalley(place, 'media', 'rebase', ...flags);
    expect(await rebase('--from', origin)).toMatchObject({ templates: 1, is_applied: false });
    expect(await readSource()).toBe(photo.url);
    expect(await rebase('--from', origin, '--yes')).toMatchObject({ templates: 1, to: server.url });
    expect(await readSource()).toBe(server.url + pathname);
    const former = server.url;
    await server.stop();
    await rebase('--from', former, '--to', 'https://new.example', '--yes');
    media = await start();
    expect(await readSource()).toBe(`https://new.example${pathname}`);
    const again = await runGalley(place, ['media', 'rebase', '--from', former]);
    expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('nothing to rewrite')]);
    await tenant.call('DELETE', `/templates/${id}`);
  });

  test('verifies every file', async () => {
    const files = readdirSync(join(place.data, 'media/files'), { recursive: true, withFileTypes: true });
    const count = files.filter((entry) => entry.isFile() && entry.name !== 'lastwrite').length;
    const { status, stdout } = await runGalley(place, ['check']);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${count} media files are intact`)]);
    expect(count).toBe(4);
  });
});
