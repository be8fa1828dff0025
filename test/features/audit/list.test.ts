import { describe, expect, test } from 'bun:test';
import { createProject } from '../../../src/features/projects/index.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope } from '../../support/test-app.ts';
import { app, list, openScope, record, recorder, toolsOf, useRecorder } from './recorded-calls.ts';

useRecorder();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The code and the first wrong field of a refusal. */
async function refusalOf(input: object): Promise<[code: string, field: string | undefined]> {
  const error = await list(input).catch((thrown) => thrown);
  if (!(error instanceof DomainError)) throw new Error('it was not refused');
  return [error.code, Object.keys(error.details.errors ?? {})[0]];
}

describe('listing', () => {
  test('pages hold 50, newest first, each call on one of them, while new ones come in', async () => {
    const start = app.clock.now();
    // Several at one time, and written in another order than they happened.
    for (let i = 0; i < 120; i += 1) await record({ at: start + ((i * 7) % 40), tool: `t${i}` }, false);
    await recorder.flush();
    const seen: { at: string; id: number }[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list(cursor === undefined ? {} : { cursor });
      await record({ at: start + 1_000 });
      seen.push(...page.items);
      sizes.push(page.items.length);
      cursor = page.next_cursor;
    }
    expect(sizes).toEqual([50, 50, 20]);
    expect(new Set(seen.map((item) => item.id)).size).toBe(120);
    const sorted = seen.toSorted((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1));
    expect(seen).toEqual(sorted);
  });

  test('narrowed by project, tenant, key, tool, template and time, alone and together', async () => {
    const other = await perform(createProject, app.deps, adminScope, { name: 'Other', plan: 'scale' });
    const acme = await openScope('acme', { id: 'key-2', name: 'Cursor' });
    const project_id = app.first.project_id;
    await record({ tool: 'a', templateId: 't1' });
    app.clock.advance(HOUR);
    await record({ tool: 'b', templateId: 't1', scope: acme });
    app.clock.advance(DAY);
    await record({ tool: 'a', templateId: 't2', scope: acme });
    const cases: [input: object, found: string[]][] = [
      [{}, ['a', 'b', 'a']],
      [{ project_id }, ['a', 'b', 'a']],
      [{ project_id: other.id }, []],
      [{ project_id, tenant: 'acme' }, ['a', 'b']],
      [{ key_id: 'key-1' }, ['a']],
      [{ key_id: 'key-2', tool: 'b' }, ['b']],
      [{ tool: 'a' }, ['a', 'a']],
      [{ template_id: 't1' }, ['b', 'a']],
      [{ template_id: 't1', project_id, tenant: 'acme' }, ['b']],
      [{ since: '2026-11-21' }, ['a', 'b', 'a']],
      [{ since: '2026-11-22' }, ['a']],
      [{ since: '2026-11-21T13:00:00Z' }, ['a', 'b']],
      [{ since: '2026-11-21T15:00:00.001+02:00' }, ['a']],
      [{ tool: "' OR 1=1 --" }, []],
    ];
    for (const [input, found] of cases) expect([input, await toolsOf(input)]).toEqual([input, found]);
  });

  test('a rare call among many is found', async () => {
    await record({ tool: 'rare' });
    app.clock.advance(1);
    for (let i = 0; i < 25_000; i += 1) await record({}, false);
    await recorder.flush();
    expect(await toolsOf({ tool: 'rare' })).toEqual(['rare']);
    expect(await toolsOf({ tool: 'never' })).toEqual([]);
    const first = await list({ tool: 'get-template' });
    const second = await list({ tool: 'get-template', cursor: first.next_cursor });
    expect(new Set([...first.items, ...second.items].map((item) => item.id)).size).toBe(100);
  });

  test('an invalid search is refused, and the error names the field', async () => {
    const project_id = app.first.project_id;
    expect(await refusalOf({ project_id: 'nobody' })).toEqual(['not_found', undefined]);
    expect(await refusalOf({ project_id, tenant: 'nobody' })).toEqual(['not_found', undefined]);
    expect(await refusalOf({ tenant: 'default' })).toEqual(['validation_failed', 'project_id']);
    for (const since of ['yesterday', '2026', '2026-13-01', '2026-11-21T12:00', '']) {
      expect([since, await refusalOf({ since })]).toEqual([since, ['validation_failed', 'since']]);
    }
  });

  test('a cursor holds for the same search only', async () => {
    for (let i = 0; i < 60; i += 1) await record({ tool: i % 2 === 0 ? 'a' : 'b' }, false);
    await recorder.flush();
    const { next_cursor: cursor } = await list();
    expect(await refusalOf({ cursor, tool: 'a' })).toEqual(['validation_failed', 'cursor']);
    expect(await refusalOf({ cursor, since: '2026-11-21' })).toEqual(['validation_failed', 'cursor']);
    expect(await refusalOf({ cursor: 'forged' })).toEqual(['validation_failed', 'cursor']);
    expect((await list({ cursor })).items).toHaveLength(10);
  });

  test('a tenant cannot look', async () => {
    const { request } = await app.openTenant();
    for (const path of ['/tool-calls', '/audit']) expect((await request('GET', path)).status).toBe(404);
  });
});
