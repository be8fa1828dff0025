import { describe, expect, test } from 'bun:test';
import { AnswerBudget } from '../../../src/platform/fair-use/answer-budget.ts';

const KB = 1024;

describe('the budget of answers', () => {
  const refusal = (action: () => unknown) => {
    try {
      action();
    } catch (error) {
      const { code, message, details } = error as { code: string; message: string; details: object };
      return { code, message, details };
    }
    return undefined;
  };

  test('gives an owner a quarter, and all owners together no more than the whole', () => {
    const budget = new AnswerBudget(400 * KB);
    const release = budget.take('a', 60 * KB, {});
    budget.take('a', 40 * KB, {});
    expect(refusal(() => budget.take('a', 1, {}))).toEqual({
      code: 'unavailable',
      message:
        'Too many large answers to this tenant have not been read yet. Read the open ones to their end, then try again in 5 seconds.',
      details: { retryAfterSeconds: 5 },
    });
    for (const owner of ['b', 'c', 'd']) budget.take(owner, 100 * KB, {});
    expect(refusal(() => budget.take('e', 1, {}))?.message).toStartWith('The server is sending too many');
    release();
    expect(budget.held).toBe(340 * KB);
    budget.take('e', 60 * KB, {});
  });

  test('counts what several answers share once, until the last of them ends', () => {
    const budget = new AnswerBudget(400 * KB);
    const body = {};
    const releases = Array.from({ length: 50 }, () => budget.take('a', 90 * KB, body));
    expect(budget.held).toBe(90 * KB);
    const [first, ...others] = releases;
    // The second call has no effect.
    for (const _ of [1, 2]) first?.();
    for (const release of others.slice(1)) release();
    expect(budget.held).toBe(90 * KB);
    others[0]?.();
    expect(budget.held).toBe(0);
  });

  test('lets the first answer of an owner pass, however large it is', () => {
    const budget = new AnswerBudget(400 * KB);
    const release = budget.take('a', 500 * KB, {});
    expect(refusal(() => budget.take('b', 1, {}))?.code).toBe('unavailable');
    release();
    budget.take('b', 1, {});
  });
});
