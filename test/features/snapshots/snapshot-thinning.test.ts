import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { countRows } from '../../support/database-dump.ts';
import { readRows } from '../../support/read-rows.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { openTenantForever } from '../access/signed-token.ts';

// It makes 700 snapshots, on either engine: a guard against hanging, not an expectation.
setDefaultTimeout(300_000);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEP = 20 * MINUTE;
const DAYS = 10;

/** Every 20 minutes for ten days a snapshot: automatic, but for one now and then, each with a content of its own. */
let app: TestApp;
let now: number;
const made: { at: number; isAutosave: boolean }[] = [];
let left: { at: number; isAutosave: boolean }[];

beforeAll(async () => {
  app = await createTestApp();
  const tenant = await openTenantForever(app, 'acme');
  const { id } = (await tenant.request('POST', '/templates', { body: { content: smallContent() } })).body
    .data;
  for (let i = 0; i <= (DAYS * DAY) / STEP; i += 1) {
    if (i > 0) app.clock.advance(STEP);
    const isAutosave = i % 30 !== 1;
    const body = { content: smallContent(`${i}`), ...(isAutosave ? {} : { label: 'kept' }) };
    const answer = await tenant.request('POST', `/templates/${id}/snapshots`, { body });
    if (answer.status !== 201) throw new Error(answer.text);
    made.push({ at: app.clock.now(), isAutosave });
  }
  now = app.clock.now();
  const rows = await readRows<{ at: number; isAutosave: number }>(
    app,
    `SELECT created_at AS at, is_autosave AS "isAutosave" FROM snapshots ORDER BY created_at`,
  );
  left = rows.map((row) => ({ at: row.at, isAutosave: row.isAutosave === 1 }));
});
afterAll(() => app.stop());

const between = (list: typeof made, oldest: number, newest: number) =>
  list
    .filter(({ at, isAutosave }) => isAutosave && now - at <= oldest && now - at > newest)
    .map(({ at }) => at);

/** The newest time within each span of `span` milliseconds. */
function newestPer(times: number[], span: number): number[] {
  return [...new Map(times.map((at) => [Math.floor(at / span), at])).values()];
}

describe('automatic snapshots', () => {
  test('of the last day are all kept', () => {
    const expected = between(made, DAY, -1);
    expect(expected.length).toBeGreaterThan(68);
    expect(between(left, DAY, -1)).toEqual(expected);
  });

  test('of the last week are kept once an hour, the newest of each', () => {
    const kept = between(left, 7 * DAY, DAY);
    expect(kept).toEqual(newestPer(between(made, 7 * DAY, DAY), HOUR));
    expect(kept).toHaveLength(6 * 24);
  });

  test('that are older are kept once a day', () => {
    const kept = between(left, Number.POSITIVE_INFINITY, 7 * DAY);
    expect(kept).toEqual(newestPer(between(made, Number.POSITIVE_INFINITY, 7 * DAY), DAY));
    expect(kept.length).toBeGreaterThanOrEqual(DAYS - 7);
    expect(kept.length).toBeLessThanOrEqual(DAYS - 7 + 1);
  });
});

test('manual snapshots are all kept', () => {
  const manual = (list: typeof made) => list.filter((each) => !each.isAutosave);
  expect(manual(made)).toHaveLength(24);
  expect(manual(left)).toEqual(manual(made));
});

test('the contents of thinned snapshots are gone with them', async () => {
  expect(await countRows(app, 'contents')).toBe(left.length + 1);
});
