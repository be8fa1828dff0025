import { Database } from 'bun:sqlite';
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { drawPng, type Item } from '../features/media/library.ts';
import { mediaOf, takePhoto } from './media-uploads.ts';
import {
  askGalley,
  type Credentials,
  createInitializedDirectory,
  createTestDirectory,
  GUARD_MS,
  openTenant,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
  waitFor,
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

test('after a kill in the middle of uploads every item is whole, and what was missing is made', async () => {
  place = createTestDirectory();
  try {
    credentials = await askGalley(place, 'init');
    const acknowledged: string[] = [];
    let serial = 0;
    for (let round = 0; round < 4; round += 1) {
      const media = await start();
      const uploads = Array.from({ length: 6 }, async () => {
        serial += 1;
        const answer = await media.upload(await takePhoto(serial, 1800, 1200), `${serial}.jpg`);
        if (answer.status === 201) acknowledged.push(answer.body.data.id);
      });
      const settled = Promise.allSettled(uploads);
      await Bun.sleep(200 + round * 500);
      await server.kill();
      await settled;
    }
    const media = await start();
    expect(readdirSync(join(place.data, 'media/incoming'))).toEqual([]);
    let items: Item[] = [];
    await waitFor('conversions to be resumed', async () => {
      items = await media.list();
      return items.every((item) => item.conversions_generated);
    });
    expect(items.map((item) => item.id)).toEqual(expect.arrayContaining(acknowledged));
    for (const item of items) {
      for (const url of [item.url, item.small_url, item.medium_url]) {
        const response = await fetch(server.url + new URL(url as string).pathname);
        expect([response.status, (await response.bytes()).length > 0]).toEqual([200, true]);
      }
    }
    expect((await askGalley(place, 'check')).faults).toEqual([]);
  } finally {
    await server.kill();
    place.remove();
  }
});

test('after kills in the middle of deletions no file of a deleted item is left, and no other is gone', async () => {
  ({ place, first: credentials } = await createInitializedDirectory());
  const logs: string[] = [];
  try {
    let media = await start();
    const uploaded = await Promise.all(
      Array.from({ length: 24 }, (_, n) => media.upload(drawPng(n + 1, 400, 300), `${n}.png`)),
    );
    const ids: string[] = uploaded.map((answer) => answer.body.data.id);
    const sqlite = new Database(join(place.data, 'galley.db'), { readonly: true });
    const keys = sqlite
      .query<{ id: string; key: string }, []>(
        'SELECT f.id, o.key FROM media_files f JOIN media_objects o ON o.blob_id = f.blob_id',
      )
      .all();
    sqlite.close();
    for (let round = 0; round < 4; round += 1) {
      const doomed = ids.slice(round * 5, round * 5 + 5);
      const body = { ids: doomed };
      const deletions = Promise.allSettled([
        tenant.call('POST', '/media/delete', { body }),
        media.upload(drawPng(100 + round, 400, 300), 'meanwhile.png'),
      ]);
      await Bun.sleep(round * 4);
      await server.kill();
      await deletions;
      logs.push(server.stderr());
      media = await start();
    }
    const present = new Set((await media.list()).map((item) => item.id));
    for (const id of ids.slice(20)) expect(present).toContain(id);
    const isStored = ({ key }: { key: string }) => existsSync(join(place.data, 'media/files', key));
    await waitFor('files of deleted items to be removed', () =>
      keys.every((row) => isStored(row) === present.has(row.id)),
    );
    expect(await server.stop()).toBe(0);
    logs.push(server.stderr());
    expect(logs.join('')).not.toContain('another database');
    expect(await askGalley(place, 'check')).toMatchObject({ ok: true, faults: [], quarantined_files: 0 });
  } finally {
    await server.kill();
    place.remove();
  }
});
