import { afterEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { createApp } from '../../../src/app.ts';
import { loadSettings, type Settings } from '../../../src/config/index.ts';
import { listUsage } from '../../../src/features/ai/index.ts';
import { sweepUsage } from '../../../src/features/ai/sweep-usage.ts';
import { UsageBudgets } from '../../../src/features/ai/usage-budgets.ts';
import type { DomainError } from '../../../src/platform/errors.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope } from '../../support/test-app.ts';
import { type Asking, openScope, refusalOf, settingsFor, startAsking, until } from './asking.ts';

let asking: Asking;
afterEach(() => asking?.stop());

const DAY_MS = 86_400_000;

/** What each request may use at most; what it is counted with is 500 of it. */
const MAX_TOKENS = { maxOutputTokens: 900, system: '', messages: [{ role: 'user' as const, content: 'Hi' }] };
const NEEDED = 911;
const LIMITS = { tokensPerDay: 5_000, tokensPerDayPerKey: 0, reservationMs: 600_000 };
const REPLY = { text: 'Yes.', usage: { input: 100, output: 400 } };

/** Another start on the same data. */
const reopen = (settings: Partial<Settings>) =>
  createApp(
    { ...loadSettings({}, {}), allow_ephemeral: true, log_level: 'silent', ...settings },
    { clock: asking.app.clock },
  );

const list = (search: object = {}) => perform(listUsage, asking.app.deps, adminScope, search);

const totalOf = async () =>
  (await list()).items.reduce(
    (sum, { input_tokens, output_tokens }) => sum + input_tokens + output_tokens,
    0,
  );

describe('usage', () => {
  test('is counted by day, tenant, caller and operation', async () => {
    asking = await startAsking('openai', REPLY);
    const user = await openScope(asking.app, { kind: 'user', id: 'u-1', name: 'Ann\u001b[2J' });
    await asking.ask();
    await asking.ask();
    await asking.ask({ operation: 'rewrite' }, user);
    asking.app.clock.advance(DAY_MS);
    await asking.ask({ operation: 'suggest' });
    const row = {
      project_id: asking.scope.projectId,
      tenant: 'default',
      calls: 1,
      input_tokens: 100,
      output_tokens: 400,
    };
    const agent = { actor_kind: 'agent', actor_id: 'key-1', actor_name: 'Claude' };
    const { items, next_cursor } = await list();
    expect(next_cursor).toBeNull();
    expect(items).toEqual([
      { day: '2026-11-22', ...row, ...agent, operation: 'suggest' },
      {
        day: '2026-11-21',
        ...row,
        ...agent,
        operation: 'generate',
        calls: 2,
        input_tokens: 200,
        output_tokens: 800,
      },
      {
        day: '2026-11-21',
        ...row,
        actor_kind: 'user',
        actor_id: 'u-1',
        actor_name: 'Ann\uFFFD[2J',
        operation: 'rewrite',
      },
    ]);
    expect((await list({ since: '2026-11-22' })).items).toEqual(items.slice(0, 1));
    expect((await list({ actor_id: 'u-1' })).items).toEqual(items.slice(2));
    expect((await list({ project_id: asking.scope.projectId, tenant: 'default' })).items).toEqual(items);
    await expect(list({ project_id: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(list({ tenant: 'default' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(list({ since: '2026-13-45' })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('comes page by page, each row once', async () => {
    asking = await startAsking('openai', REPLY);
    for (let i = 0; i < 130; i += 1) {
      await asking.ask({}, await openScope(asking.app, { kind: 'user', id: `u-${i}`, name: `User ${i}` }));
      if (i === 60) asking.app.clock.advance(DAY_MS);
    }
    const first = await list();
    expect(first.items).toHaveLength(100);
    const second = await list({ cursor: first.next_cursor });
    const ids = [...first.items, ...second.items].map(({ actor_id }) => actor_id);
    expect(new Set(ids).size).toBe(130);
    expect(second).toMatchObject({ next_cursor: null });
  });

  test('of a failed request is nothing, of one that broke off what it has read and written', async () => {
    asking = await startAsking('openai', { status: 401 });
    await refusalOf(asking.ask());
    expect((await list()).items).toMatchObject([{ calls: 1, input_tokens: 0, output_tokens: 0 }]);
    asking.provider.answer({ text: 'Thirty characters of an answer.', cutAfter: 2 });
    await refusalOf(asking.ask({ onText: () => {} }));
    const [row] = (await list()).items;
    expect(row).toMatchObject({ calls: 2, output_tokens: 8 });
    expect(row?.input_tokens).toBeGreaterThan(10);
  });

  test('is kept as long as the record of calls', async () => {
    asking = await startAsking('openai', REPLY);
    await asking.ask();
    asking.app.clock.advance(90 * DAY_MS);
    expect(await sweepUsage(asking.app.deps, 90)).toBe(0);
    asking.app.clock.advance(DAY_MS);
    expect(await sweepUsage(asking.app.deps, 90)).toBe(1);
    expect((await list()).items).toEqual([]);
  });

  test('a server that is stopped has counted what was under way', async () => {
    const { promise: never } = Promise.withResolvers<void>();
    asking = await startAsking('openai-compatible', { hold: never });
    const { data, first } = asking.app;
    const asked = refusalOf(asking.ask());
    await until('the request', () => asking.provider.requests.length === 1);
    await asking.app.close();
    await asked;
    const again = await reopen({ data });
    const { items } = await perform(listUsage, again.deps, adminScope, { project_id: first.project_id });
    expect(items).toMatchObject([{ calls: 1 }]);
    expect(items[0]?.input_tokens).toBeGreaterThan(0);
    await again.close();
  });
});

describe('budgets', () => {
  test.each([
    ['a project', 'ai_tokens_per_day', 'This project'],
    ['a key', 'ai_tokens_per_day_per_key', 'This API key'],
  ])('of %s hold exactly, however many ask at once', async (_, setting, owner) => {
    asking = await startAsking('openai', REPLY, { [setting]: 5_000 });
    const asked = await Promise.all(
      Array.from({ length: 50 }, () =>
        asking.ask(MAX_TOKENS).then(
          () => 'ok' as const,
          (error: DomainError) => error,
        ),
      ),
    );
    const refused = asked.filter((outcome) => outcome !== 'ok');
    // 500 each: with 4,500 used there are fewer left than a request may need.
    expect(asked.length - refused.length).toBe(9);
    expect(await totalOf()).toBe(4_500);
    expect(asking.provider.requests).toHaveLength(9);
    expect(refused[0]).toMatchObject({
      code: 'rate_limited',
      message: `${owner} has 500 of its 5000 AI tokens of today left, and this can use up to ${NEEDED}. They are given back at 2026-11-22T00:00:00Z (UTC).`,
      details: { retryAfterSeconds: 12 * 3600, facts: { reset_at: '2026-11-22T00:00:00Z' } },
    });
  });

  test('never give out more at once than there is, even if all use everything', async () => {
    let atOnce = 0;
    let most = 0;
    const gate = Promise.withResolvers<void>();
    const full = { text: 'Yes.', usage: { input: NEEDED - 900, output: 900 } };
    asking = await startAsking(
      'openai',
      async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await gate.promise;
        atOnce -= 1;
        return full;
      },
      { ai_tokens_per_day: 3 * NEEDED },
    );
    const asked = Array.from({ length: 50 }, () =>
      asking.ask(MAX_TOKENS).then(
        () => 1,
        () => 0 as number,
      ),
    );
    await until('three requests', () => asking.provider.requests.length === 3);
    gate.resolve();
    const outcomes = await Promise.all(asked);
    expect(outcomes.reduce((sum, one) => sum + one, 0)).toBe(3);
    expect(most).toBe(3);
    expect(await totalOf()).toBe(3 * NEEDED);
    expect((await refusalOf(asking.ask(MAX_TOKENS))).message).toStartWith(
      `This project has used its ${3 * NEEDED} AI tokens of today.`,
    );
  });

  test('are given back at midnight UTC', async () => {
    asking = await startAsking('openai', REPLY, { ai_tokens_per_day: 1_000 });
    await asking.ask(MAX_TOKENS);
    await refusalOf(asking.ask(MAX_TOKENS));
    asking.app.clock.advance(DAY_MS / 2 - 1);
    expect((await refusalOf(asking.ask(MAX_TOKENS))).details.retryAfterSeconds).toBe(1);
    asking.app.clock.advance(1);
    await asking.ask(MAX_TOKENS);
    expect((await list()).items.map(({ day }) => day)).toEqual(['2026-11-22', '2026-11-21']);
  });

  test('are not given back by a restart', async () => {
    asking = await startAsking('openai', REPLY, { ai_tokens_per_day: 1_000 });
    const { data } = asking.app;
    await asking.ask(MAX_TOKENS);
    await asking.app.close();
    const app = await reopen({
      ...settingsFor('openai', asking.provider.url),
      ai_tokens_per_day: 1_000,
      data,
    });
    const { askModel } = await import('../../../src/features/ai/model/index.ts');
    const error = await refusalOf(
      askModel({ deps: app.deps, scope: asking.scope }, { operation: 'generate', ...MAX_TOKENS }),
    );
    expect(error).toMatchObject({ code: 'rate_limited' });
    await app.close();
  });

  test('hold for several servers on one database', async () => {
    asking = await startAsking('openai', REPLY, { ai_tokens_per_day: 5_000 });
    const { deps } = asking.app;
    const servers = Array.from({ length: 3 }, () => new UsageBudgets(deps, LIMITS));
    const { signal } = new AbortController();
    const opened = await Promise.all(
      servers.map(async (server) => ({
        server,
        reservation: await server.open(asking.scope, 1_600, signal),
      })),
    );
    const [{ server, reservation }] = opened as [(typeof opened)[number]];
    const usage = { inputTokens: 800, outputTokens: 800 };
    const waiting = servers[2]?.open(asking.scope, 1_600, signal);
    await server.cancel(reservation);
    const last = await waiting;
    if (last === undefined) throw new Error('no reservation');
    for (const each of opened.slice(1))
      await each.server.close(asking.scope, each.reservation, 'rewrite', usage);
    await server.close(asking.scope, last, 'rewrite', usage);
    expect((await refusalOf(asking.ask(MAX_TOKENS))).message).toContain('has 200 of its 5000');
  });

  test('are not held for long by a server that was killed', async () => {
    asking = await startAsking('openai', REPLY, { ai_tokens_per_day: 5_000 });
    const { deps, clock } = asking.app;
    const killed = new UsageBudgets(deps, LIMITS);
    await killed.open(asking.scope, 4_500, new AbortController().signal);
    const budgets = new UsageBudgets(deps, LIMITS);
    const hurried = budgets.open(asking.scope, 4_500, AbortSignal.timeout(50));
    await expect(hurried).rejects.toThrow('timed out');
    clock.advance(LIMITS.reservationMs);
    const reservation = await budgets.open(asking.scope, 4_500, new AbortController().signal);
    const usage = { inputTokens: 1_000, outputTokens: 1_000 };
    await budgets.close(asking.scope, reservation, 'rewrite', usage);
    expect((await refusalOf(asking.ask({ ...MAX_TOKENS, maxOutputTokens: 4_000 }))).message).toContain(
      'has 3000 of its 5000',
    );
    await sweepUsage(deps, 400);
    expect(await deps.db.reader.all(sql`SELECT * FROM ai_reservations`)).toEqual([]);
  });

  test('of one caller are nothing to another', async () => {
    asking = await startAsking('openai', REPLY, { ai_tokens_per_day_per_key: 1_000 });
    const ann = await openScope(asking.app, { kind: 'user', id: 'u-1', name: 'Ann' });
    const bob = await openScope(asking.app, { kind: 'user', id: 'u-2', name: 'Bob' });
    // A key whose id is the same text as a user's.
    const key = await openScope(asking.app, { kind: 'agent', id: 'u-1', name: 'Claude' });
    await asking.ask(MAX_TOKENS, ann);
    expect((await refusalOf(asking.ask(MAX_TOKENS, ann))).message).toStartWith('This user has 500');
    await asking.ask(MAX_TOKENS, bob);
    await asking.ask(MAX_TOKENS, key);
    await asking.ask(MAX_TOKENS, { ...ann, actor: { kind: 'admin', id: 'root', name: 'root' } });
    expect(asking.provider.requests).toHaveLength(4);
  });

  test('are touched by nothing that does not reach the provider, and say so where a request can never fit', async () => {
    asking = await startAsking('openai', REPLY, { ai_tokens_per_day: 1_000 });
    const error = await refusalOf(asking.ask());
    expect(error.message).toContain('wait for the reset');
    const left = new AbortController();
    left.abort(new Error('gone'));
    await expect(asking.ask({ ...MAX_TOKENS, signal: left.signal })).rejects.toThrow('gone');
    await asking.ask(MAX_TOKENS);
    expect(asking.provider.requests).toHaveLength(1);
  });

  test('what cannot be written is logged, counted all the same, and written later', async () => {
    // The disk is full once the tokens are reserved.
    const fill = async () => {
      db.transaction = () => Promise.reject(new Error('disk full'));
      return REPLY;
    };
    asking = await startAsking('openai', fill, { ai_tokens_per_day: 1_500 });
    const { db } = asking.app.deps;
    const { transaction } = db;
    expect((await asking.ask(MAX_TOKENS)).text).toBe('Yes.');
    expect(asking.app.logLines.join('')).toContain('could not be written');
    asking.provider.answer(REPLY);
    db.transaction = transaction;
    await asking.ask(MAX_TOKENS);
    expect(await totalOf()).toBe(1_000);
    await refusalOf(asking.ask(MAX_TOKENS));
  });
});
