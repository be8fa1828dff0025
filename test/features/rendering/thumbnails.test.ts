import { afterAll, beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApiKey } from '../../../src/features/access/index.ts';
import { deleteTenant } from '../../../src/features/projects/operations/deleted-tenants.ts';
import { readRaster } from '../../../src/mail/pictures/photo/index.ts';
import { DAY_MS } from '../../../src/platform/clock.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { perform } from '../../../src/platform/operation.ts';
import { connect, expectRefused, tenantAccessOf, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { BASE_URL, contentOf, GUARD_MS } from './press.ts';
import {
  GREEN,
  image,
  openPreviews,
  openThumbnails,
  plainPng,
  RED,
  servePictures,
  shareOf,
  WHITE,
} from './thumbnail-tenants.ts';

setDefaultTimeout(GUARD_MS);

let app: TestApp;
let foreign: Bun.Server<undefined>;
let fetched: string[] = [];
beforeAll(async () => {
  foreign = servePictures((path) => fetched.push(path));
  app = await createTestApp({ ...UNLIMITED_CALLS, base_url: BASE_URL, fetch_private: ['127.0.0.1'] });
});
afterAll(async () => {
  await app.stop();
  await foreign.stop(true);
});

const open = (name: string) => openThumbnails(app, name);
const drawings = () => spyOn(app.deps.services.rendering.thumbnails.pool, 'run').mock.calls;

describe('a thumbnail', () => {
  test('is a PNG of the wanted width, cut off at the greatest height', async () => {
    const { create, ask, see } = await open('sizes');
    const long = Array.from({ length: 60 }, (_, at) => ({ id: `t${at}`, type: 'title', content: 'Bread' }));
    const id = await create(contentOf(...long));
    const { headers } = await ask(id);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const sizes = [
      '',
      '?width=100',
      '?width=1200',
      '?width=100&max_height=50',
      '?layout=phone&max_height=90',
    ];
    const seen = [];
    for (const query of sizes) {
      const { width, height } = await see(id, query);
      seen.push([width, height]);
    }
    expect(seen).toEqual([
      [320, 1280],
      [100, 400],
      [1200, 4000],
      [100, 50],
      [320, 90],
    ]);
  });

  test.each([
    'width=39',
    'width=1201',
    'width=1e9',
    'width=320.5',
    'max_height=4001',
    'layout=tv',
    'dark=maybe',
  ])('refuses ?%s', async (query) => {
    const { create, ask } = await open('refused');
    const { status } = await ask(await create(smallContent()), `?${query}`);
    expect(status).toBe(422);
  });

  test('has an ETag that changes with the content and the parameters, and 304 for it', async () => {
    const { create, ask, request } = await open('etags');
    const id = await create(smallContent());
    const first = await ask(id);
    const same = await ask(id, '', { headers: { 'if-none-match': `"x", ${first.etag}` } });
    expect([same.status, same.bytes.length, same.etag]).toEqual([304, 0, first.etag]);
    const tags = [first.etag];
    for (const query of ['?width=321', '?layout=phone', '?dark=true', '?max_height=100'])
      tags.push((await ask(id, query)).etag);
    await request('PUT', `/templates/${id}`, { body: { content: smallContent('changed') } });
    tags.push((await ask(id)).etag);
    expect(tags).not.toContain(null);
    expect(new Set(tags).size).toBe(6);
  });

  test('is drawn once, also for requests at the same time, and read from the files after that', async () => {
    const { create, ask } = await open('once');
    const id = await create(smallContent());
    const before = drawings().length;
    const answers = await Promise.all([ask(id), ask(id), ask(id)]);
    const later = await ask(id);
    expect(drawings().length - before).toBe(1);
    for (const { bytes } of answers) expect(bytes).toEqual(later.bytes);
  });

  test('of two tenants is drawn for each, and another tenant’s is not found', async () => {
    const [one, other] = [await open('one'), await open('other')];
    const id = await one.create(smallContent());
    const copy = await other.create(smallContent());
    const [first, second] = [await one.ask(id), await other.ask(copy)];
    expect(first.etag).not.toBe(second.etag);
    expect((await other.ask(id)).status).toBe(404);
  });

  test('has another picture in the phone layout and in dark mode', async () => {
    const { create, see } = await open('screens');
    const cell = () => [{ type: 'title', content: 'Fresh bread' }];
    const id = await create(
      contentOf({ id: 's', type: 'section', columns: '2', children: [cell(), cell()] }),
    );
    const [desktop, phone, dark] = [
      await see(id),
      await see(id, '?layout=phone'),
      await see(id, '?dark=true'),
    ];
    expect(phone.height).toBeGreaterThan(desktop.height);
    expect(shareOf(desktop, WHITE)).toBeGreaterThan(0.5);
    expect(shareOf(dark, WHITE)).toBe(0);
  });
});

describe('pictures', () => {
  test('of the own media library are drawn, those of another tenant are gray', async () => {
    const [owner, other] = [await open('owner'), await open('stranger')];
    const { url } = await owner.upload(plainPng(2000, 1000, GREEN), 'green.png');
    const mine = await owner.see(await owner.create(contentOf(image(url))));
    const theirs = await other.see(await other.create(contentOf(image(url))));
    expect(shareOf(mine, GREEN)).toBeGreaterThan(0.7);
    expect(shareOf(theirs, GREEN)).toBe(0);
  });

  test('of other servers are fetched once; without them a thumbnail has no ETag and is drawn again later', async () => {
    const { create, see, ask } = await open('fetching');
    const red = `${foreign.url.origin}/red.png`;
    const id = await create(contentOf(image(red)));
    fetched = [];
    expect(shareOf(await see(id), RED)).toBeGreaterThan(0.7);
    expect(shareOf(await see(id, '?width=200'), RED)).toBeGreaterThan(0.7);
    expect(fetched).toEqual(['/red.png']);

    const missing = await create(contentOf(image(`${foreign.url.origin}/missing.png`)));
    const before = drawings().length;
    const jobs = () => drawings().length - before;
    expect((await ask(missing)).etag).toBeNull();
    const drawn = jobs();
    await ask(missing);
    expect(jobs()).toBe(drawn);
    app.clock.advance(11 * 60_000);
    await (await open('fetching')).ask(missing);
    expect(jobs()).toBe(drawn * 2);
    expect(fetched).toEqual(['/red.png', '/missing.png', '/missing.png']);
  });

  test('of private addresses are not fetched', async () => {
    const { create, ask } = await open('private');
    for (const src of ['http://169.254.169.254/latest', 'http://[::1]/a.png', 'http://10.0.0.1/b.png']) {
      const { status, etag } = await ask(await create(contentOf(image(src))));
      expect([status, etag]).toEqual([200, null]);
    }
  });
});

describe('a mail that cannot be drawn', () => {
  test.each([
    ['too slow', new DomainError('too_large', 'Drawing the mail took longer than 10 seconds.')],
    ['a crash', new DomainError('internal', 'Something went wrong.')],
  ])('because of %s is a card with its name, and the log says why', async (what, fault) => {
    const { create, ask } = await open('cards');
    const id = await create(smallContent(what), 'Spring sale');
    const { pool } = app.deps.services.rendering.thumbnails;
    const run = spyOn(pool, 'run').mockRejectedValueOnce(fault);
    const card = await ask(id);
    run.mockRestore();
    expect([card.status, card.etag]).toEqual([200, null]);
    const { width, height } = await readRaster(new Bun.Image(card.bytes));
    expect([width, height]).toEqual([320, 240]);
    expect(
      app.logLines.some((line) => line.includes('a mail could not be drawn') && line.includes(fault.message)),
    ).toBe(true);
    app.clock.advance(6 * 60_000);
    expect((await (await open('cards')).ask(id)).etag).not.toBeNull();
  });

  test('because too much waits is refused, so that the client tries again', async () => {
    const { create, ask } = await open('queue');
    const id = await create(smallContent());
    const { pool } = app.deps.services.rendering.thumbnails;
    const busy = new DomainError('unavailable', 'Busy.', { retryAfterSeconds: 1 });
    const run = spyOn(pool, 'run').mockRejectedValueOnce(busy);
    const { status, headers } = await ask(id);
    run.mockRestore();
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  });
});

describe('the files of thumbnails', () => {
  const folder = () => join(app.data, 'thumbnails');
  const countFiles = () =>
    readdirSync(folder(), { recursive: true }).filter((name) => String(name).endsWith('.png')).length;

  test('go with their tenant, and when they have not been used for 30 days', async () => {
    const { create, ask } = await open('gone');
    const { files } = app.deps.services.rendering.thumbnails;
    await ask(await create(smallContent()));
    const before = countFiles();
    await perform(deleteTenant, app.deps, adminScope, {
      project_id: app.first.project_id,
      tenant: 'gone',
      now: true,
    });
    await files.sweep();
    expect(countFiles()).toBe(before - 1);

    const kept = await open('kept');
    const [old, used] = [await kept.create(smallContent('old')), await kept.create(smallContent('used'))];
    await kept.ask(old);
    await kept.ask(used);
    app.clock.advance(29 * DAY_MS);
    await (await open('kept')).ask(used);
    app.clock.advance(2 * DAY_MS);
    await files.sweep();
    expect(countFiles()).toBe(1);
  });
});

describe('the preview of an agent', () => {
  const openWithAgent = (name: string) => openPreviews(app, name);
  const red = { type: 'spacer', id: 'r1', height: 900, styles: { padding: 0 }, backgroundColor: '#dc0000' };

  test('is an image of the wanted layout, and says when the mail goes on below it', async () => {
    const { create, preview } = await openWithAgent('preview-sizes');
    const short = await create(smallContent());
    const long = await create(contentOf(...Array.from({ length: 4 }, (_, at) => ({ ...red, id: `r${at}` }))));
    const small = await preview({ template_id: short });
    expect(small.data).toEqual({ template_id: short, version: 1 });
    expect(small.raster.width).toBe(640);
    const phone = await preview({ template_id: long, layout: 'phone' });
    expect([phone.data.cut_off, phone.raster.width, phone.raster.height]).toEqual([true, 375, 1568]);
  });

  test('of chosen blocks shows only them, also in dark mode', async () => {
    const { create, preview } = await openWithAgent('preview-blocks');
    const picture = (id: string, color: readonly number[]) => ({
      ...image(`data:image/png;base64,${Buffer.from(plainPng(600, 300, color)).toString('base64')}`),
      id,
    });
    const id = await create(contentOf(picture('red', RED), picture('green', GREEN)));
    const { raster: whole } = await preview({ template_id: id });
    const { raster: part, data } = await preview({ template_id: id, block_ids: ['green'] });
    expect(data.cut_off).toBeUndefined();
    expect([shareOf(whole, RED) > 0.2, shareOf(whole, GREEN) > 0.2]).toEqual([true, true]);
    expect([shareOf(part, RED), shareOf(part, GREEN) > 0.4]).toEqual([0, true]);
    const light = await preview({ template_id: await create(smallContent()) });
    const dark = await preview({ template_id: await create(smallContent()), dark: true });
    expect(shareOf(light.raster, WHITE)).toBeGreaterThan(shareOf(dark.raster, WHITE));
  });

  test.each<[args: object, message: RegExp]>([
    [{ block_ids: ['r1', 'gone'] }, /block_ids has ids that no block has: gone/],
    [{ block_ids: [] }, /block_ids/],
    [{ layout: 'tv' }, /layout/],
    [{ dark: 'yes' }, /dark/],
    [{ template_id: '00000000-0000-7000-8000-000000000000' }, /Template not found/],
  ])('with %j is refused', async (args, message) => {
    const { create, agent } = await openWithAgent('preview-refused');
    const template_id = await create(contentOf(red));
    await expectRefused(app, agent, 'preview-template', { template_id, ...args }, message);
  });

  test('of another tenant is not found, and a key for one template sees that one only', async () => {
    const { create } = await openWithAgent('preview-own');
    const [own, other] = [await create(smallContent()), await create(smallContent())];
    const { agent: stranger } = await openWithAgent('preview-stranger');
    await expectRefused(app, stranger, 'preview-template', { template_id: own }, /not found/);
    const project_ids = [app.first.project_id];
    const limits = { mode: 'read' as const, tenants: ['preview-own'], template_id: own };
    const made = await perform(createApiKey, app.deps, adminScope, { name: 'One', project_ids, ...limits });
    const seat = { ...tenantAccessOf(app), tenant: 'preview-own', key: made.api_key };
    const limited = connect(app, 'modern', seat);
    expect((await limited.call('preview-template', { template_id: own })).isError).toBe(false);
    expect((await limited.call('preview-template', { template_id: other })).text).toMatch(/not found/);
  });
});
