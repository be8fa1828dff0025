import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAvailable, mount } from '../../scripts/test-tools.ts';
import { drawPng, type Item, writePdf } from '../features/media/library.ts';
import { mediaOf } from './media-uploads.ts';
import {
  askGalley,
  createTestDirectory,
  GUARD_MS,
  openTenant,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);
const MB = 1_048_576;

describe.skipIf(!isAvailable('the right to mount'))('uploads to a full disk', () => {
  let place: TestDirectory;
  let server: Server;
  let tenant: Tenant;
  let disk: string;
  let media: ReturnType<typeof mediaOf>;
  const kept: Item[] = [];
  beforeAll(async () => {
    place = createTestDirectory();
    disk = join(place.dir, 'galley-data');
    mkdirSync(disk, { mode: 0o700 });
    expect(mount('size=24m,mode=0700', disk)).toBe(true);
    const credentials = await askGalley(place, 'init');
    // Deleted files leave the disk at once.
    place.env.GALLEY_TRASH_DAYS = '0';
    server = await startServer(place);
    tenant = await openTenant(server.url, credentials);
    media = mediaOf(server, tenant);
  });
  afterAll(async () => {
    await server?.kill();
    Bun.spawnSync(['umount', disk]);
    place?.remove();
  });

  const expectWhole = async () => {
    expect((await media.list()).map((item) => item.id).sort()).toEqual(kept.map((item) => item.id).sort());
    const used = (await tenant.call('GET', '/config')).body.data.storage.used_bytes;
    expect(used).toBe(kept.reduce((sum, item) => sum + item.size, 0));
    expect(readdirSync(join(disk, 'media/incoming'))).toEqual([]);
    for (const item of kept) {
      const response = await fetch(item.url);
      expect([response.status, (await response.bytes()).length]).toEqual([200, item.size]);
    }
    const { faults, orphaned_files } = await askGalley(place, 'check');
    expect([faults, orphaned_files]).toEqual([[], 0]);
  };

  test('end in 507 with a reason; what was acknowledged is whole, and nothing else is left', async () => {
    for (let refusals = 0, i = 0; refusals < 3; i += 1) {
      const size = [3 * MB, MB, 100_000][refusals] as number;
      const answer = await media.upload(writePdf(`${i} ${'x'.repeat(size)}`), `${i}.pdf`);
      if (answer.status === 201) kept.push(answer.body.data);
      else {
        expect([answer.status, answer.body.code]).toEqual([507, 'storage_full']);
        expect(answer.body.message).toContain('disk space');
        refusals += 1;
      }
    }
    expect(kept.length).toBeGreaterThan(4);
    await expectWhole();
  });

  test('of pictures too, wherever in the middle of their conversions it is full', async () => {
    for (const size of [600, 900, 1300]) {
      const picture = drawPng(size, size, size);
      const answer = await media.upload(picture, 'a.png');
      if (answer.status === 201) kept.push(answer.body.data);
      else expect([answer.status, answer.body.code]).toEqual([507, 'storage_full']);
    }
    await expectWhole();
  });

  test('work again once something is deleted', async () => {
    const [first, ...rest] = kept.splice(0);
    expect((await tenant.call('POST', '/media/delete', { body: { ids: [first?.id] } })).status).toBe(204);
    kept.push(...rest);
    const answer = await media.upload(writePdf('again'), 'again.pdf');
    expect(answer.status).toBe(201);
    kept.push(answer.body.data);
    await expectWhole();
  });
});
