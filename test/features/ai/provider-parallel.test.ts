import { afterEach, describe, expect, test } from 'bun:test';
import { createSemaphore } from '../../../src/features/ai/model/client.ts';
import type { FakeReply } from '../../support/fake-provider-wire.ts';
import { type Asking, refusalOf, startAsking, until } from './asking.ts';

let asking: Asking;
afterEach(() => asking?.stop());

const STREAMS = 50;

test.each(['openai', 'anthropic'] as const)(
  '%s: 50 streams at once, each with its own answer',
  async (wire) => {
    const gate = Promise.withResolvers<void>();
    asking = await startAsking(wire, ({ text }) => {
      const number = /mail number (\d+)/.exec(text)?.[1];
      async function* pieces() {
        yield `first of ${number}, `;
        await gate.promise;
        yield `last of ${number}`;
      }
      return { pieces };
    });
    const seen = Array.from({ length: STREAMS }, () => [] as string[]);
    const answers = seen.map((pieces, number) =>
      asking.ask({
        messages: [{ role: 'user', content: `mail number ${number}` }],
        onText: (piece) => pieces.push(piece),
      }),
    );
    // All have begun before the first goes on: they are streams, side by side.
    await until('all to begin', () => seen.every((pieces) => pieces.length === 1));
    gate.resolve();
    for (const [number, answer] of (await Promise.all(answers)).entries()) {
      expect(answer.text).toBe(`first of ${number}, last of ${number}`);
      expect(seen[number]?.join('')).toBe(answer.text);
    }
    await until('all to be over', () => asking.provider.openRequests() === 0);
  },
);

describe('a caller that leaves', () => {
  const { promise: never } = Promise.withResolvers<void>();
  const MOMENTS: [string, FakeReply][] = [
    ['before the provider has said anything', { before: never }],
    ['before the first word', { hold: never }],
    [
      'in the middle of the answer',
      {
        async *pieces() {
          yield 'A word';
          await never;
        },
      },
    ],
  ];
  test.each(MOMENTS)('%s takes the provider’s connection along', async (moment, reply) => {
    asking = await startAsking('openai-compatible', reply);
    const leaving = new AbortController();
    let text = '';
    const asked = asking.ask({
      signal: leaving.signal,
      onText: (piece) => {
        text += piece;
      },
    });
    const isBegun = () =>
      moment.includes('middle') ? text === 'A word' : asking.provider.requests.length === 1;
    await until('the request', isBegun);
    leaving.abort(new Error('the reader has left'));
    await expect(asked).rejects.toThrow('the reader has left');
    await until('the connection to be closed', () => asking.provider.openRequests() === 0);
    expect(asking.provider.requests.map(({ wasLeft }) => wasLeft)).toEqual([true]);
  });

  test('while it waits to be asked again, is not asked for', async () => {
    asking = await startAsking('openai', { status: 429, headers: { 'retry-after': '15' } });
    const leaving = new AbortController();
    const asked = asking.ask({ signal: leaving.signal });
    await until(
      'the request',
      () => asking.provider.openRequests() === 0 && asking.provider.requests.length === 1,
    );
    leaving.abort(new Error('the reader has left'));
    await expect(asked).rejects.toThrow('the reader has left');
    expect(asking.provider.requests).toHaveLength(1);
  });

  test('while others are answered, gives up the place', async () => {
    const gate = Promise.withResolvers<void>();
    asking = await startAsking('openai', { hold: gate.promise, text: 'Yes.' }, { ai_concurrency: 1 });
    const leaving = new AbortController();
    const first = asking.ask();
    const second = asking.ask({ signal: leaving.signal });
    const third = asking.ask();
    leaving.abort(new Error('the reader has left'));
    await expect(second).rejects.toThrow('the reader has left');
    gate.resolve();
    expect([(await first).text, (await third).text]).toEqual(['Yes.', 'Yes.']);
    expect(asking.provider.requests).toHaveLength(2);
  });
});

test('a server that stops ends what is under way, and has counted it', async () => {
  const { promise: never } = Promise.withResolvers<void>();
  asking = await startAsking('openai-compatible', { hold: never });
  const asked = refusalOf(asking.ask());
  await until('the request', () => asking.provider.requests.length === 1);
  await asking.app.stop();
  expect(await asked).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('being stopped'),
  });
  await until('the connection to be closed', () => asking.provider.openRequests() === 0);
  await asking.provider.stop();
  asking = await startAsking();
});

describe('answers made at once', () => {
  test('are as many as the operator has set, and no more may wait than makes sense', async () => {
    const gate = Promise.withResolvers<void>();
    asking = await startAsking('openai', { hold: gate.promise, text: 'Yes.' }, { ai_concurrency: 2 });
    const asked = Array.from({ length: 12 }, () =>
      asking.ask().then(
        () => 'ok',
        (error) => error.code,
      ),
    );
    await until('two requests', () => asking.provider.requests.length === 2);
    gate.resolve();
    const outcomes = await Promise.all(asked);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(6);
    expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(6);
    expect(asking.provider.requests).toHaveLength(6);
  });

  test('tenants take turns, so that a busy one does not keep others out', async () => {
    const semaphore = createSemaphore(1);
    const { signal } = new AbortController();
    const order: string[] = [];
    const first = await semaphore.acquire('busy', { signal });
    const work = async (project: string, name: string) => {
      const end = await semaphore.acquire(project, { signal });
      order.push(name);
      end();
    };
    const all = [work('busy', 'busy 1'), work('busy', 'busy 2'), work('quiet', 'quiet 1')];
    first();
    await Promise.all(all);
    expect(order).toEqual(['busy 1', 'quiet 1', 'busy 2']);
    // A turn that is given back twice is one turn.
    const again = await semaphore.acquire('busy', { signal });
    again();
    again();
    const one = await semaphore.acquire('busy', { signal });
    let isTaken = false;
    const two = semaphore.acquire('busy', { signal }).then((end) => {
      isTaken = true;
      end();
    });
    await Bun.sleep(20);
    expect(isTaken).toBe(false);
    one();
    await two;
  });
});
