import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { connect, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { countRows, dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { runs } from '../../support/property-runs.ts';
import { readRows } from '../../support/read-rows.ts';
import {
  type Answer,
  adminScope,
  createTestApp,
  smallContent,
  type TestApp,
} from '../../support/test-app.ts';
import { openTenantForever } from '../access/signed-token.ts';
import { writePdf } from '../media/library.ts';

setDefaultTimeout(60_000);

const KB = 1024;

let app: TestApp;
let tenant: Awaited<ReturnType<typeof openTenantForever>>;
let id: string;
let folder: string;

async function openWithLimits(limits: object): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'galley-plans-'));
  const plans_file = join(folder, 'plans.json');
  writeFileSync(plans_file, JSON.stringify({ scale: { limits } }));
  app = await createTestApp({ plans_file, ...UNLIMITED_CALLS, trash_days: 0 });
  tenant = await openTenantForever(app, 'acme');
  id = await create('Start');
}
afterEach(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

/** A content whose size differs between serials by a few bytes at most. */
const content = (serial: number | string, bytes = KB) => smallContent(`${serial} ${'x'.repeat(bytes)}`);

async function create(text: string): Promise<string> {
  return (await tenant.request('POST', '/templates', { body: { content: smallContent(`${text} x`) } })).body
    .data.id;
}
const save = (serial: number | string, body: object = {}, template = id): Promise<Answer> => {
  app.clock.advance(1000);
  const sent = { content: content(serial), ...body };
  return tenant.request('POST', `/templates/${template}/snapshots`, { body: sent });
};
const keep = (serial: number | string, template = id) => save(serial, { label: `No. ${serial}` }, template);
const remove = (snapshot: string, template = id, spelling = 'snapshots') =>
  tenant.request('DELETE', `/templates/${template}/${spelling}/${snapshot}`);
const readStorage = async () => (await tenant.request('GET', '/config')).body.data.storage;
const check = async () => (await perform(checkIntegrity, app.deps, adminScope, {})).faults;
const serials = async (template = id) => {
  const rows = await readRows<{ json: string }>(
    app,
    `SELECT json FROM snapshots s JOIN contents c ON c.id = s.content_id
     WHERE s.template_id = '${template}' ORDER BY s.created_at, s.id`,
  );
  return rows.map(({ json }) => /<p>(\S+) x/.exec(json)?.[1] ?? '');
};

describe('storage', () => {
  test('counts each different content of the history once, and gives it back', async () => {
    await openWithLimits({ storage_limit_bytes: 100 * KB });
    expect(await readStorage()).toEqual({
      used_bytes: 0,
      media_bytes: 0,
      snapshot_bytes: 0,
      trash_bytes: 0,
      limit_bytes: 100 * KB,
    });
    const first = (await save(1)).body.data.id;
    const { snapshot_bytes: once } = await readStorage();
    expect(once).toBe(
      (await readRows<{ n: number }>(app, 'SELECT max(octet_length(json)) AS n FROM contents'))[0]?.n,
    );
    await save(2);
    const again = (await save(1)).body.data.id;
    expect((await readStorage()).used_bytes).toBe(2 * once);
    await remove(first);
    expect((await readStorage()).snapshot_bytes).toBe(2 * once);
    await remove(again);
    expect((await readStorage()).snapshot_bytes).toBe(once);
    expect(await check()).toEqual([]);
    await tenant.request('DELETE', `/templates/${id}`);
    expect((await readStorage()).used_bytes).toBe(0);
    expect(await countRows(app, 'contents')).toBe(0);
  });

  test('that is full refuses what is to be kept, and changes nothing', async () => {
    await openWithLimits({ storage_limit_bytes: 3 * KB });
    await keep(1);
    await keep(2);
    const dump = await dumpDatabase(app);
    const answer = await keep(3);
    expectError(answer, 422, 'plan_limit_reached');
    expect(answer.body.message).toBe(
      'The snapshot needs 1.2 KB of storage, more than is left of the 3 KB your current plan (scale) allows. The template itself is not affected. Empty the trash, or delete snapshots or files you no longer need (files in the trash still take storage).',
    );
    expect(await dumpDatabase(app)).toBe(dump);
    // A content that the history has already needs no room.
    expect((await keep(1)).status).toBe(201);
  });

  test('that is full never stops a save: the oldest automatic snapshots of the template make room', async () => {
    await openWithLimits({ storage_limit_bytes: 6.5 * KB });
    const other = await create('Other');
    await save('o', {}, other);
    await keep('k');
    for (let serial = 1; serial <= 8; serial += 1) expect((await save(serial)).status).toBe(201);
    expect(await serials()).toEqual(['k', '6', '7', '8']);
    expect(await serials(other)).toEqual(['o']);
    expect((await readStorage()).used_bytes).toBeLessThan(6.5 * KB);
    const body = { content: content('big', 20 * KB) };
    expect((await tenant.request('PUT', `/templates/${id}`, { body })).status).toBe(200);
    expect((await tenant.request('POST', `/templates/${id}/snapshots`, { body })).status).toBe(201);
    // The content that the save replaces is kept, too.
    expect(await serials()).toEqual(['Start', 'k', 'big']);
    expect(await check()).toEqual([]);
  });

  test('that is full stops no agent and no restoring, and what they replace stays', async () => {
    await openWithLimits({ storage_limit_bytes: 3 * KB });
    await save(1);
    const { id: second } = (await save(2)).body.data;
    const body = { content: content('now') };
    await tenant.request('PUT', `/templates/${id}`, { body });
    expect(await serials()).toEqual(['Start', '2', 'now']);
    const restored = await tenant.request('POST', `/templates/${id}/snapshots/${second}/restore`);
    expect(restored.body.data.content.blocks[0].content).toStartWith('<p>2 x');
    expect(await serials()).toEqual(['Start', '2', 'now', '2']);
    const agent = connect(app, 'modern', {
      key: app.first.api_key,
      project: app.first.project_id,
      tenant: 'acme',
    });
    await agent.get('update-template', { template_id: id, content: content('agent') });
    expect(await serials()).toEqual(['2', '2', 'agent']);
    expect(await check()).toEqual([]);
  });

  test('above a smaller plan stays as it is: one comes, one goes', async () => {
    await openWithLimits({ storage_limit_bytes: 20 * KB });
    for (let serial = 0; serial < 10; serial += 1) await save(serial);
    const plan = app.deps.plans.get('scale');
    Object.assign(plan?.limits ?? {}, { storage_limit_bytes: 2 * KB });
    // The scope of a token has the plan as it was when the token was first used.
    tenant = await openTenantForever(app, 'acme');
    await save('n');
    expect(await serials()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', 'n']);
  });

  test('is one for snapshots and files', async () => {
    const pdf = writePdf('a'.repeat(2 * KB));
    await openWithLimits({ storage_limit_bytes: 2.5 * KB });
    const upload = () => {
      const body = new FormData();
      body.set('file', new File([pdf], 'a.pdf'));
      return tenant.request('POST', '/media/upload', { body });
    };
    const kept = (await keep(1)).body.data.id;
    expectError(await upload(), 422, 'plan_limit_reached');
    await remove(kept);
    expect((await upload()).status).toBe(201);
    expect(await readStorage()).toMatchObject({ media_bytes: pdf.length, snapshot_bytes: 0 });
    expectError(await keep(1), 422, 'plan_limit_reached');
  });
});

test('automatic snapshots give way to a file, the oldest first; a file that does not fit all the same changes nothing', async () => {
  await openWithLimits({ storage_limit_bytes: 40 * KB });
  const upload = (bytes: number) => {
    const body = new FormData();
    body.set('file', new File([writePdf('a'.repeat(bytes))], 'a.pdf'));
    return tenant.request('POST', '/media/upload', { body });
  };
  await keep('k');
  for (let serial = 1; serial <= 35; serial += 1) {
    app.clock.advance(1000);
    const body = { content: content(serial) };
    expect((await tenant.request('PUT', `/templates/${id}`, { body })).status).toBe(200);
  }
  const before = await serials();
  expectError(await upload(39 * KB), 422, 'plan_limit_reached');
  expect(await serials()).toEqual(before);
  expect((await upload(20 * KB)).status).toBe(201);
  const left = await serials();
  expect(left).toContain('k');
  expect(left.length).toBeLessThan(20);
  expect(left.slice(1)).toEqual(before.slice(before.length - left.length + 1));
  expect((await readStorage()).used_bytes).toBeLessThanOrEqual(40 * KB);
  expect(await check()).toEqual([]);
});

describe('kept snapshots of a template', () => {
  test('are as many as the plan allows; a deleted one makes room', async () => {
    await openWithLimits({ max_snapshots: 3 });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((serial) => keep(serial)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 201) as Answer;
    expectError(refused, 422, 'plan_limit_reached');
    expect(refused.body.message).toBe(
      'The template has 3 kept snapshots, as many as your current plan (scale) allows. Delete some you no longer need.',
    );
    // An automatic one is no kept one, until it is made one.
    expect((await save('auto')).status).toBe(201);
    expectError(await keep('auto'), 422, 'plan_limit_reached');
    const [first] = (await tenant.request('GET', `/templates/${id}/snapshots`)).body.data.filter(
      (each: { is_autosave: boolean }) => !each.is_autosave,
    );
    await remove(first.id);
    expect((await keep('auto')).status).toBe(201);
    expect((await keep(1, await create('Another'))).status).toBe(201);
    expect((await tenant.request('GET', '/config')).body.data.limits.max_snapshots).toBe(3);
  });
});

test('automatic snapshots of a template are 500 at most, denser where they are younger; the newest is there', async () => {
  await openWithLimits({});
  const saved: number[] = [];
  for (let serial = 0; serial < 700; serial += 1) {
    expect((await save(serial, { content: smallContent(`${serial}`) })).status).toBe(201);
    saved.push(app.clock.now());
  }
  await save('kept', { label: 'kept' });
  const rows = await readRows<{ at: number; auto: number }>(
    app,
    'SELECT created_at AS at, is_autosave AS auto FROM snapshots ORDER BY created_at',
  );
  const times = rows.filter(({ auto }) => auto === 1).map(({ at }) => at);
  expect(times.length).toBeLessThanOrEqual(500);
  expect(times.length).toBeGreaterThanOrEqual(450);
  expect([times[0], times.at(-1)]).toEqual([saved[0], saved.at(-1)]);
  const countIn = (from: number, until: number) =>
    times.filter((at) => at >= (saved[from] as number) && at <= (saved[until - 1] as number)).length;
  const [older, younger] = [countIn(0, 350), countIn(350, 700)];
  expect(younger).toBeGreaterThan(older);
  expect(older).toBeGreaterThan(50);
  expect(await check()).toEqual([]);
});

test('a version is restored although the replaced content takes its room', async () => {
  await openWithLimits({ storage_limit_bytes: 8 * KB });
  const body = { content: content('created', 5 * KB) };
  const template = (await tenant.request('POST', '/templates', { body })).body.data.id;
  const { data } = (await save('unsaved', { content: content('unsaved', 5 * KB) }, template)).body;
  const restored = await tenant.request('POST', `/templates/${template}/snapshots/${data.id}/restore`);
  expect([restored.status, restored.body.data?.content]).toEqual([200, data.content]);
  expect(await check()).toEqual([]);
});

test('whatever is done to histories, the storage is what they need', async () => {
  await openWithLimits({ storage_limit_bytes: 8 * KB, max_snapshots: 3 });
  const other = await create('Other');
  const step = fc.record({
    template: fc.constantFrom(id, other),
    kind: fc.constantFrom('save', 'keep', 'put', 'restore', 'delete'),
    serial: fc.nat(6),
  });
  const pick = async (template: string, serial: number) => {
    const { data } = (await tenant.request('GET', `/templates/${template}/snapshots?answer=compact`)).body;
    return data[serial % data.length]?.id;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const { template, kind, serial } of steps) {
        const path = `/templates/${template}`;
        let answer: Answer | undefined;
        if (kind === 'save') answer = await save(serial, {}, template);
        if (kind === 'keep') await keep(serial, template);
        if (kind === 'put')
          answer = await tenant.request('PUT', path, { body: { content: content(serial) } });
        const snapshot = await pick(template, serial);
        if (kind === 'restore' && snapshot !== undefined)
          answer = await tenant.request('POST', `${path}/snapshots/${snapshot}/restore`);
        if (kind === 'delete' && snapshot !== undefined) answer = await remove(snapshot, template);
        expect(answer?.status ?? 200).toBeLessThan(300);
      }
      expect(await check()).toEqual([]);
    }),
    { numRuns: runs(20) },
  );
});
