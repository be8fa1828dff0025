import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { inflateRawSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { createApp } from '../../../src/app.ts';
import { loadSettings, type Settings } from '../../../src/config/index.ts';
import { deleteTenant } from '../../../src/features/projects/index.ts';
import { createRenderPools } from '../../../src/features/rendering/feature.ts';
import { FairShare } from '../../../src/platform/fair-use/fair-share.ts';
import { createLogger } from '../../../src/platform/logging/log.ts';
import { perform } from '../../../src/platform/operation.ts';
import { sampleContent } from '../../mail/model/sample-content.ts';
import { countRows, dumpDatabase } from '../../support/database-dump.ts';
import { isPostgres } from '../../support/engine.ts';
import { refuseInserts } from '../../support/execute-sql.ts';
import { readRows } from '../../support/read-rows.ts';
import { adminScope, readAnswer } from '../../support/test-app.ts';
import { addressOfTestDatabase } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';
import {
  BASE_URL,
  contentOf,
  countJobs,
  GUARD_MS,
  mailsOf,
  openPressWith,
  type Press,
  paragraph,
  readMail,
  video,
} from './press.ts';

setDefaultTimeout(GUARD_MS);

const HOUR_MS = 3_600_000;

/** The workers of all tests. */
const pools = createRenderPools({
  log: createLogger({ level: 'error', format: 'json' }),
  fairShare: new FairShare(),
});
afterAll(() => Promise.all(Object.values(pools).map((pool) => pool.close())));

let press: Press;
beforeEach(async () => {
  press = await openPressWith(pools);
});
afterEach(() => press.app.stop());

const content = contentOf(paragraph('<p>Dear {{ name }}</p>'));

/** Waits until `count` renderings are stored, which happens after the answers. */
async function expectKept(count: number, { deps } = press.app): Promise<void> {
  await until(async () => (await countRows({ deps }, 'renderings')) === count);
  await deps.db.transaction(async () => {});
  expect(await countRows({ deps }, 'renderings')).toBe(count);
}

const execute = (statement: string) =>
  press.app.deps.db.transaction(async (db) => void (await db.run(sql.raw(statement))));

/** Bytes of a text, in a statement of either engine. */
const bytesOf = (text: string): string =>
  isPostgres ? `convert_to('${text}', 'UTF8')` : `CAST('${text}' AS BLOB)`;

/** The same data directory served by a new application. */
async function restart(settings: Partial<Settings> = {}) {
  const { app, tenant } = press;
  await app.close();
  const all = {
    ...loadSettings({}, {}),
    base_url: BASE_URL,
    allow_ephemeral: true,
    log_level: 'silent' as const,
    database_url: addressOfTestDatabase(app.data) ?? '',
  };
  const again = await createApp({ ...all, ...settings, data: app.data }, { clock: app.clock });
  again.deps.services.rendering.pools = pools;
  const request = async (method: string, path: string, { body }: { body?: unknown } = {}) => {
    const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return readAnswer(await again.http.handle(new Request(`http://localhost${tenant.base}${path}`, init)));
  };
  return { ...again, ...countJobs(again), ...mailsOf({ request }) };
}

describe('the same export again', () => {
  test('gives the same bytes and starts no second job', async () => {
    const id = await press.create(sampleContent(1, 20_000), 'Spring');
    const first = await press.sendExport(id, { plain_text: true });
    const again = await press.sendExport(id, { plain_text: true });
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect(press.jobs()).toBe(1);
    await expectKept(1);
  });

  test('is one rendering for all formats', async () => {
    const id = await press.create(content);
    const whole = await press.exportMail(id, { plain_text: true });
    expect((await press.exportMail(id, { format: 'mjml' })).mjml).toBe(whole.mjml);
    expect((await press.exportMail(id, { format: 'html', plain_text: true })).plain_text).toBe(
      whole.plain_text,
    );
    expect(
      await press.exportMail(await press.create(content), { custom_fonts: [], plain_text: true }),
    ).toEqual(whole);
    expect(readMail(await press.render({ content, plain_text: true }))).toEqual(whole);
    expect(press.jobs()).toBe(1);
  });

  test('comes from the database after a restart', async () => {
    const id = await press.create(sampleContent(2, 20_000), 'Spring');
    const before = await press.sendExport(id);
    const again = await restart();
    try {
      expect((await again.sendExport(id)).text).toBe(before.text);
      expect(again.jobs()).toBe(0);
    } finally {
      await again.close();
    }
  });

  test('is made anew when the service has moved to another address', async () => {
    const id = await press.create(contentOf(video('https://media.example/1.jpg')));
    expect((await press.exportMail(id)).html).toContain(`${BASE_URL}/api/v1/images/poster/`);
    const again = await restart({ base_url: 'https://elsewhere.example' });
    try {
      const { html } = await again.exportMail(id);
      expect(html).toContain('https://elsewhere.example/api/v1/images/poster/');
      expect(html).not.toContain(BASE_URL);
      expect(again.jobs()).toBe(1);
    } finally {
      await again.close();
    }
  });
});

test('a preview with block markers marks the blocks and is not kept', async () => {
  const body = { content, format: 'html', block_markers: 'b-1-' };
  const { html } = readMail(await press.render(body));
  expect(html).toContain(' b-1-0"');
  await press.render(body);
  expect(press.jobs()).toBe(2);
  expect(readMail(await press.render({ content })).html).not.toContain('b-1-');
  await expectKept(1);
  expect((await press.render({ content, block_markers: '"><script>' })).status).toBe(422);
});

test('another name, content, font or fallback is another mail, and none is mistaken for another', async () => {
  const id = await press.create(content, 'One');
  const lora = { name: 'Lora', url: 'https://fonts.example/a.css' };
  const change = (body: object) => press.tenant.request('PUT', `/templates/${id}`, { body });
  const first = await press.exportMail(id);
  await change({ name: 'Two' });
  expect((await press.exportMail(id)).html).toContain('<title>Two</title>');
  await change({ content: contentOf(paragraph('<p>Other</p>')) });
  expect((await press.exportMail(id)).html).toContain('Other');
  const wishes = [
    { custom_fonts: [lora] },
    { custom_fonts: [{ ...lora, url: 'https://fonts.example/b.css' }] },
    { custom_fonts: [{ ...lora, fallback: 'serif' }] },
    { custom_fonts: [lora], default_fallback: 'serif' },
    { default_fallback: 'serif' },
  ];
  for (const wish of wishes) await press.exportMail(id, wish);
  expect(press.jobs()).toBe(3 + wishes.length);
  await expectKept(3 + wishes.length);
  await change({ name: 'One', content });
  expect(await press.exportMail(id)).toEqual(first);
  expect(press.jobs()).toBe(3 + wishes.length);
});

test('tenants share nothing: the same content is rendered for each', async () => {
  const other = mailsOf(await press.app.openTenant('other'));
  const mine = await press.exportMail(await press.create(content));
  expect(await other.exportMail(await other.create(content))).toEqual(mine);
  expect(press.jobs()).toBe(2);
  await expectKept(2);
});

test('what was made with data is not kept, and not given to others', async () => {
  const id = await press.create(content);
  const withData = await press.exportMail(id, { data: { name: 'CANARY-7f3a' } });
  expect(withData.html).toContain('CANARY-7f3a');
  const without = await press.exportMail(id);
  expect(without.html).toContain('{{ name }}');
  expect((await press.exportMail(id, { data: { name: 'Ada' } })).html).toContain('Dear Ada');
  expect(press.jobs()).toBe(3);
  await expectKept(1);
  const rows = await readRows<{ rendering: Uint8Array }>(press.app, `SELECT rendering FROM renderings`);
  for (const { rendering } of rows)
    expect(inflateRawSync(rendering).toString()).not.toMatch(/CANARY|Dear Ada/);
  for (const kept of [await dumpDatabase(press.app), press.app.logLines.join('\n')]) {
    expect(kept).not.toContain('CANARY-7f3a');
  }
});

describe('what is kept', () => {
  /** Inserts a rendering of a tenant, with this size in its row. */
  const insert = (name: string, bytes: number, usedAt: number) =>
    execute(
      `INSERT INTO renderings (key, tenant_id, rendering, bytes, used_at)
       SELECT ${bytesOf(name)}, id, ${bytesOf('x')}, ${bytes}, ${usedAt} FROM tenants WHERE slug = 'acme'`,
    );
  const listNames = async () =>
    (
      await readRows<{ key: Uint8Array }>(
        press.app,
        `SELECT key FROM renderings WHERE length(key) < 32 ORDER BY key`,
      )
    ).map(({ key }) => Buffer.from(key).toString());

  test('stays below 256 MB: what was not used for longest goes', async () => {
    const now = press.app.clock.now();
    await insert('yesterday', 100 * 1024 * 1024, now - 24 * HOUR_MS);
    await insert('last week', 100 * 1024 * 1024, now - 168 * HOUR_MS);
    await insert('just now', 100 * 1024 * 1024, now - 1);
    await press.exportMail(await press.create(content));
    await until(async () => (await listNames()).length < 3);
    expect(await listNames()).toEqual(['just now', 'yesterday']);
    await expectKept(3);
  });

  test('is nothing but the newest if one alone is too large', async () => {
    await insert('huge', 300 * 1024 * 1024, press.app.clock.now() - 1);
    const id = await press.create(content);
    await press.exportMail(id);
    await until(async () => (await listNames()).length === 0);
    await expectKept(1);
  });

  test('counts as used when it is exported again after a restart', async () => {
    const id = await press.create(content);
    await press.exportMail(id);
    press.app.clock.advance(5 * HOUR_MS);
    const { token } = await press.app.exchangeToken('acme');
    press.tenant.token = token;
    const again = await restart();
    try {
      await again.exportMail(id);
      // The use is noted after the answer.
      await until(async () => {
        const [row] = await readRows<{ used_at: number }>(again, `SELECT used_at FROM renderings`);
        return row?.used_at === press.app.clock.now();
      });
      expect(again.jobs()).toBe(0);
    } finally {
      await again.close();
    }
  });

  test('goes with its tenant', async () => {
    await press.exportMail(await press.create(content));
    const other = mailsOf(await press.app.openTenant('other'));
    await other.exportMail(await other.create(content));
    await expectKept(2);
    const project_id = press.app.first.project_id;
    await perform(deleteTenant, press.app.deps, adminScope, { project_id, tenant: 'acme', now: true });
    await expectKept(1);
  });
});

describe('a database that keeps nothing', () => {
  const logged = () => press.app.logLines.filter((line) => line.includes('a rendering was not kept'));

  test('spoils no answer', async () => {
    const allowInserts = await refuseInserts(press.app, 'renderings');
    const id = await press.create(content);
    const mail = await press.exportMail(id);
    expect(mail.html).toContain('Dear {{ name }}');
    await until(() => logged().length > 0);
    await expectKept(0);
    expect(await press.exportMail(id)).toEqual(mail);
    await allowInserts();
    expect((await press.exportMail(await press.create(sampleContent(9, 3000)))).html).toContain('<');
    await expectKept(1);
  });

  test('for a tenant that is deleted meanwhile spoils nothing', async () => {
    const id = await press.create(content);
    const under = press.sendExport(id);
    const project_id = press.app.first.project_id;
    await perform(deleteTenant, press.app.deps, adminScope, { project_id, tenant: 'acme', now: true });
    expect((await under).status).toBe(200);
    await until(() => logged().length > 0);
    await expectKept(0);
  });
});

test('a kept rendering that cannot be read is made anew', async () => {
  const id = await press.create(content);
  const mail = await press.exportMail(id);
  await expectKept(1);
  await execute(`UPDATE renderings SET rendering = ${bytesOf('no rendering')}`);
  const again = await restart();
  try {
    expect(await again.exportMail(id)).toEqual(mail);
  } finally {
    await again.close();
  }
});
