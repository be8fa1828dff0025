import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  createApiKey,
  listApiKeys,
  regenerateApiKey,
  revokeApiKey,
} from '../../../src/features/access/index.ts';
import { createProject, createTeam } from '../../../src/features/projects/index.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { perform } from '../../../src/platform/operation.ts';
import { countRows, dumpDatabase } from '../../support/database-dump.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';

const MINUTE = 60_000;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

let app: TestApp;
let access: TestApp['deps']['services']['access']['toolAccess'];
beforeEach(async () => {
  app = await createTestApp();
  access = app.deps.services.access.toolAccess;
});
afterEach(() => app.stop());

const create = (input: object = {}) =>
  perform(createApiKey, app.deps, adminScope, { name: 'Agent', ...input });
const list = async (team_id?: string) =>
  (await perform(listApiKeys, app.deps, adminScope, team_id === undefined ? {} : { team_id })).items;

/** Code and message of the refusal; nothing may have been written or announced. */
async function refusalOf(
  action: () => Promise<unknown>,
): Promise<{ code: string; message: string; fields: string[] }> {
  const before = await dumpDatabase(app);
  const events = app.events.length;
  try {
    await action();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(await dumpDatabase(app)).toBe(before);
    expect(app.events.length).toBe(events);
    return { code: error.code, message: error.message, fields: Object.keys(error.details.errors ?? {}) };
  }
  throw new Error('nothing was refused');
}

describe('creating', () => {
  test('shows the value once; stored and listed is nothing it could be rebuilt from', async () => {
    const key = await create({ name: 'Claude' });
    expect(key).toEqual({
      id: key.id,
      team_id: app.first.team_id,
      name: 'Claude',
      prefix: key.api_key.slice(0, 12),
      project_ids: null,
      mode: 'write',
      tenants: null,
      template_id: null,
      tools: null,
      expires_at: null,
      last_used_at: null,
      last_used_by: null,
      created_at: new Date(app.clock.now()).toISOString(),
      api_key: key.api_key,
      mcp_url: `${app.deps.baseUrl}/api/v1/mcp`,
    });
    expect(key.api_key).toMatch(/^gly_key_[\w-]{43}$/);
    const { api_key, mcp_url: _url, ...shown } = key;
    expect((await list()).at(-1)).toEqual(shown);
    expect(await dumpDatabase(app)).not.toContain(api_key);
    expect(app.events.at(-1)).toEqual({ type: 'api_key.created', payload: { id: key.id } });
    expect(app.logLines.join('')).not.toContain(api_key);
  });

  test('the eleventh key of a team is refused with the reason; another team has ten of its own', async () => {
    for (let i = 2; i <= 10; i += 1) await create({ name: `Key ${i}` });
    const refusal = await refusalOf(() => create());
    expect(refusal.code).toBe('conflict');
    expect(refusal.message).toContain('10 API keys');
    const other = await perform(createTeam, app.deps, adminScope, { name: 'Other' });
    expect((await create({ team_id: other.id })).team_id).toBe(other.id);
    const [first] = await list(app.first.team_id);
    await perform(revokeApiKey, app.deps, adminScope, { id: first?.id });
    await create();
    expect((await refusalOf(() => create())).code).toBe('conflict');
  });

  test('of forty at once nine find room', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => create()));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(9);
    expect(await countRows(app, 'api_keys')).toBe(10);
  });

  test('for chosen projects: they must be of the team', async () => {
    const other = await perform(createTeam, app.deps, adminScope, { name: 'Other' });
    const foreign = await perform(createProject, app.deps, adminScope, {
      name: 'Foreign',
      team_id: other.id,
    });
    const own = app.first.project_id;
    expect((await create({ project_ids: [own, own] })).project_ids).toEqual([own]);
    expect((await list()).at(-1)?.project_ids).toEqual([own]);
    for (const project_ids of [[foreign.id], [own, foreign.id], [UNKNOWN], ["' OR 1=1"]]) {
      const refusal = await refusalOf(() => create({ project_ids }));
      expect([refusal.code, refusal.fields]).toEqual(['validation_failed', ['project_ids']]);
      expect(refusal.message).toContain(project_ids.at(-1) as string);
    }
    expect((await refusalOf(() => create({ project_ids: [] }))).fields).toEqual(['project_ids']);
    expect((await refusalOf(() => create({ team_id: UNKNOWN }))).code).toBe('not_found');
  });

  test.each<[string, object, string]>([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['256 characters of name', { name: 'x'.repeat(256) }, 'name'],
    ['NUL in the name', { name: 'a\0' }, 'name'],
    ['a number as expiry', { expires_at: 5 }, 'expires_at'],
    ['a word as expiry', { expires_at: 'never' }, 'expires_at'],
    ['a date in words', { expires_at: 'March 7 2030' }, 'expires_at'],
    ['an impossible date', { expires_at: '2027-13-45' }, 'expires_at'],
    ['the past', { expires_at: '2020-01-01' }, 'expires_at'],
    ['this very moment', { expires_at: '2026-11-21T12:00:00.000Z' }, 'expires_at'],
  ])('refused: %s', async (_name, input, field) => {
    const refusal = await refusalOf(() => create(input));
    expect([refusal.code, refusal.fields]).toEqual(['validation_failed', [field]]);
  });
});

describe('verifying', () => {
  test('finds the key by its whole value and nothing near it', async () => {
    const { id, api_key } = await create();
    expect((await access.verifyKey(api_key))?.id).toBe(id);
    for (const wrong of [
      '',
      api_key.slice(0, -1),
      `${api_key} `,
      api_key.toLowerCase(),
      app.first.client_secret,
    ]) {
      expect(await access.verifyKey(wrong)).toBeUndefined();
    }
  });

  test('works through the whole day of an expiry that is a date', async () => {
    const key = await create({ expires_at: '2026-11-22' });
    expect(key.expires_at).toBe('2026-11-23T00:00:00.000Z');
  });

  test('ends with its expiry, to the millisecond', async () => {
    const { api_key } = await create({ expires_at: '2026-11-22T00:00:00Z' });
    app.clock.advance(12 * 60 * MINUTE - 1);
    expect(await access.verifyKey(api_key)).toBeDefined();
    app.clock.advance(1);
    expect(await access.verifyKey(api_key)).toBeUndefined();
  });

  test('notes the time of use to the minute: one write a minute, none for a wrong or expired key', async () => {
    const { id, api_key } = await create({ expires_at: '2026-11-22T00:00:00Z' });
    const lastUse = async () => {
      // The time is written behind the answer; an empty transaction waits for it.
      await app.deps.db.transaction(async () => {});
      return (await list()).find((key) => key.id === id)?.last_used_at;
    };
    const start = app.clock.now();
    await access.verifyKey(`${api_key}x`);
    expect(await lastUse()).toBeNull();
    await access.verifyKey(api_key);
    expect(await lastUse()).toBe(new Date(start).toISOString());
    app.clock.advance(MINUTE - 1);
    await access.verifyKey(api_key);
    expect(await lastUse()).toBe(new Date(start).toISOString());
    app.clock.advance(1);
    await access.verifyKey(api_key);
    expect(await lastUse()).toBe(new Date(start + MINUTE).toISOString());
    app.clock.advance(24 * 60 * MINUTE);
    await access.verifyKey(api_key);
    expect(await lastUse()).toBe(new Date(start + MINUTE).toISOString());
  });
});

describe('changing', () => {
  test('regenerating ends the old value at once and keeps the rest', async () => {
    const { api_key: old, prefix: _old, ...rest } = await create({ project_ids: [app.first.project_id] });
    const { api_key, prefix, ...kept } = await perform(regenerateApiKey, app.deps, adminScope, {
      id: rest.id,
    });
    expect(kept).toEqual(rest);
    expect([api_key === old, api_key.startsWith(prefix)]).toEqual([false, true]);
    expect(await access.verifyKey(old)).toBeUndefined();
    expect((await access.verifyKey(api_key))?.id).toBe(rest.id);
    expect(app.events.at(-1)).toEqual({ type: 'api_key.regenerated', payload: { id: rest.id } });
  });

  test('revoking ends it for good', async () => {
    const { id, api_key } = await create();
    await perform(revokeApiKey, app.deps, adminScope, { id });
    expect(await access.verifyKey(api_key)).toBeUndefined();
    expect((await list()).some((key) => key.id === id)).toBe(false);
    expect(app.events.at(-1)).toEqual({ type: 'api_key.revoked', payload: { id } });
    expect((await refusalOf(() => perform(revokeApiKey, app.deps, adminScope, { id }))).code).toBe(
      'not_found',
    );
    expect((await refusalOf(() => perform(regenerateApiKey, app.deps, adminScope, { id }))).code).toBe(
      'not_found',
    );
  });
});
