import { afterEach, describe, expect, test } from 'bun:test';
import { listUsage } from '../../../src/features/ai/index.ts';
import { getUsageSummary } from '../../../src/features/ai/operations/get-usage-summary.ts';
import { sweepUsage } from '../../../src/features/ai/sweep-usage.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope } from '../../support/test-app.ts';
import {
  type Asking,
  DAY_MS,
  listAllUsage,
  openScope,
  REPLY,
  refusalOf,
  reopen,
  startAsking,
  until,
} from './asking.ts';

let asking: Asking;
afterEach(() => asking?.stop());

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
    const { items, next_cursor } = await listAllUsage(asking);
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
    expect((await listAllUsage(asking, { since: '2026-11-22' })).items).toEqual(items.slice(0, 1));
    const { projectId: project_id } = asking.scope;
    const summary = await perform(getUsageSummary, asking.app.deps, adminScope, { project_id });
    expect([summary.tokens_per_day, summary.tokens_per_day_per_key]).toEqual([null, null]);
    expect([summary.days.length, summary.days[0]]).toEqual([30, { day: '2026-10-24', calls: 0, tokens: 0 }]);
    expect(summary.days.slice(-2)).toEqual([
      { day: '2026-11-21', calls: 3, tokens: 1500 },
      { day: '2026-11-22', calls: 1, tokens: 500 },
    ]);
    expect(summary.callers).toEqual([
      { kind: 'agent', id: 'key-1', name: 'Claude', calls: 3, tokens: 1500, tokens_today: 500 },
      { kind: 'user', id: 'u-1', name: 'Ann\uFFFD[2J', calls: 1, tokens: 500, tokens_today: 0 },
    ]);
    expect((await listAllUsage(asking, { actor_id: 'u-1' })).items).toEqual(items.slice(2));
    expect(
      (await listAllUsage(asking, { project_id: asking.scope.projectId, tenant: 'default' })).items,
    ).toEqual(items);
    await expect(listAllUsage(asking, { project_id: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(listAllUsage(asking, { tenant: 'default' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(listAllUsage(asking, { since: '2026-13-45' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  test('comes page by page, each row once', async () => {
    asking = await startAsking('openai', REPLY);
    for (let i = 0; i < 130; i += 1) {
      await asking.ask({}, await openScope(asking.app, { kind: 'user', id: `u-${i}`, name: `User ${i}` }));
      if (i === 60) asking.app.clock.advance(DAY_MS);
    }
    const first = await listAllUsage(asking);
    expect(first.items).toHaveLength(100);
    const second = await listAllUsage(asking, { cursor: first.next_cursor });
    const ids = [...first.items, ...second.items].map(({ actor_id }) => actor_id);
    expect(new Set(ids).size).toBe(130);
    expect(second).toMatchObject({ next_cursor: null });
  });

  test('of a failed request is nothing, of one that broke off what it has read and written', async () => {
    asking = await startAsking('openai', { status: 401 });
    await refusalOf(asking.ask());
    expect((await listAllUsage(asking)).items).toMatchObject([
      { calls: 1, input_tokens: 0, output_tokens: 0 },
    ]);
    asking.provider.answer({ text: 'Thirty characters of an answer.', cutAfter: 2 });
    await refusalOf(asking.ask({ onText: () => {} }));
    const [row] = (await listAllUsage(asking)).items;
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
    expect((await listAllUsage(asking)).items).toEqual([]);
  });

  test('a server that is stopped has counted what was under way', async () => {
    const { promise: never } = Promise.withResolvers<void>();
    asking = await startAsking('openai-compatible', { hold: never });
    const { data, first } = asking.app;
    const asked = refusalOf(asking.ask());
    await until('the request', () => asking.provider.requests.length === 1);
    await asking.app.close();
    await asked;
    const again = await reopen(asking, { data });
    const { items } = await perform(listUsage, again.deps, adminScope, { project_id: first.project_id });
    expect(items).toMatchObject([{ calls: 1 }]);
    expect(items[0]?.input_tokens).toBeGreaterThan(0);
    await again.close();
  });
});
