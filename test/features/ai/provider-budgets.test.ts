import { afterEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { sweepUsage } from '../../../src/features/ai/sweep-usage.ts';
import { UsageBudgets } from '../../../src/features/ai/usage-budgets.ts';
import type { DomainError } from '../../../src/platform/errors.ts';
import {
  type Asking,
  DAY_MS,
  listAllUsage,
  openScope,
  REPLY,
  refusalOf,
  reopen,
  settingsFor,
  startAsking,
  until,
} from './asking.ts';

let asking: Asking;
afterEach(() => asking?.stop());

/** The most that each request may use; it is counted with 500 of it. */
const MAX_TOKENS = { maxOutputTokens: 900, system: '', messages: [{ role: 'user' as const, content: 'Hi' }] };
const NEEDED = 911;
const LIMITS = { tokensPerDay: 5_000, tokensPerDayPerKey: 0, reservationMs: 600_000 };

const totalOf = async () =>
  (await listAllUsage(asking)).items.reduce(
    (sum, { input_tokens, output_tokens }) => sum + input_tokens + output_tokens,
    0,
  );

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
      message: `${owner} has 500 of its 5000 AI tokens of today left, and this can use up to ${NEEDED}. The count starts again at 2026-11-22T00:00:00Z (UTC).`,
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
    expect((await listAllUsage(asking)).items.map(({ day }) => day)).toEqual(['2026-11-22', '2026-11-21']);
  });

  test('are not given back by a restart', async () => {
    asking = await startAsking('openai', REPLY, { ai_tokens_per_day: 1_000 });
    const { data } = asking.app;
    await asking.ask(MAX_TOKENS);
    await asking.app.close();
    const app = await reopen(asking, {
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
