import { describe, expect, test } from 'bun:test';
import { openBody } from '../../src/http/multipart/body.ts';
import { createTurns, readInTurn } from '../../src/http/multipart/turns.ts';
import { DomainError } from '../../src/platform/errors.ts';

const requestWith = (body: ReadableStream<Uint8Array> | null) =>
  new Request('http://localhost/', { method: 'POST', body });

/** A sender whose next chunk comes when the test says so. */
function createSender() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  // Whoever has nobody left to read it fails; that is no fault of the test.
  const ignore = () => {};
  return {
    readable,
    send: (bytes: number) => writer.write(new Uint8Array(bytes)).catch(ignore),
    end: () => writer.close().catch(ignore),
    fail: () => writer.abort(new Error('gone')).catch(ignore),
  };
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'none';
}

async function count(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.byteLength;
  return bytes;
}

describe('a body', () => {
  test('is read to its end', async () => {
    const sender = createSender();
    const body = openBody(requestWith(sender.readable));
    void sender.send(10);
    void sender.send(20);
    void sender.end();
    expect(await count(body.chunks())).toBe(30);
    expect(body.hasEnded).toBe(true);
  });

  test('that is not there has ended once it was looked at', async () => {
    const body = openBody(requestWith(null));
    expect(await count(body.chunks())).toBe(0);
    expect(body.hasEnded).toBe(true);
  });

  test('that stands still is given up, also when it drips', async () => {
    const still = createSender();
    void still.send(100_000);
    expect(await failureOf(count(openBody(requestWith(still.readable), { stallMs: 30 }).chunks()))).toBe(
      'request_timeout',
    );
    const drip = createSender();
    const timer = setInterval(() => void drip.send(10), 5);
    expect(await failureOf(count(openBody(requestWith(drip.readable), { stallMs: 60 }).chunks()))).toBe(
      'request_timeout',
    );
    clearInterval(timer);
  });

  test('is not given up for the time its reader takes', async () => {
    const sender = createSender();
    const body = openBody(requestWith(sender.readable), { stallMs: 200 });
    const feed = async () => {
      for (let i = 0; i < 5; i += 1) await sender.send(10);
      await sender.end();
    };
    void feed();
    let bytes = 0;
    for await (const chunk of body.chunks()) {
      bytes += chunk.byteLength;
      await Bun.sleep(70);
    }
    expect(bytes).toBe(50);
  });

  test('whose sender is gone says so', async () => {
    const sender = createSender();
    const body = openBody(requestWith(sender.readable));
    void sender.send(10);
    void sender.fail();
    expect(await failureOf(count(body.chunks()))).toBe('request_timeout');
  });

  test('is drained to its end, to a number of bytes, or for a time', async () => {
    const short = createSender();
    void short.send(10);
    void short.end();
    const whole = openBody(requestWith(short.readable));
    await whole.drain(1000, 60_000);
    expect(whole.hasEnded).toBe(true);

    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1000;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    await openBody(requestWith(endless)).drain(10_000, 60_000);
    expect(sent).toBeLessThan(20_000);

    await openBody(requestWith(createSender().readable)).drain(1000, 10);
  });

  test('is drained by whoever has begun to read it, also after it stood still', async () => {
    const sender = createSender();
    const body = openBody(requestWith(sender.readable), { stallMs: 10 });
    expect(await failureOf(count(body.chunks()))).toBe('request_timeout');
    await body.drain(1000, 10);
  });
});

describe('turns', () => {
  const never = new AbortController().signal;

  test('are taken by a few at once, the others come in order', async () => {
    const turns = createTurns({ total: 2, perOwner: 2, waitMs: 60_000 });
    const order: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map((number) =>
      turns.take('a', never).then((end) => {
        order.push(number);
        ends.push(end);
      }),
    );
    await Promise.all(all.slice(0, 2));
    await Bun.sleep(5);
    expect(order).toEqual([0, 1]);
    ends[0]?.();
    // To end twice must not free a second place.
    ends[0]?.();
    await all[2];
    await Bun.sleep(5);
    expect(order).toEqual([0, 1, 2]);
    ends[1]?.();
    await all[3];
    expect(order).toEqual([0, 1, 2, 3]);
  });

  test('nobody takes all of them', async () => {
    const turns = createTurns({ total: 3, perOwner: 2, waitMs: 60_000 });
    const [end] = await Promise.all([turns.take('a', never), turns.take('a', never)]);
    let isThird = false;
    const third = turns.take('a', never).then((endThird) => {
      isThird = true;
      return endThird;
    });
    const endB = await turns.take('b', never);
    endB();
    await Bun.sleep(5);
    expect(isThird).toBe(false);
    end?.();
    (await third)();
  });

  test('whoever waits for too long is told to come back', async () => {
    const turns = createTurns({ total: 1, perOwner: 1, waitMs: 10 });
    const end = await turns.take('a', never);
    const refusal = await turns.take('a', never).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 1 } });
    end();
    (await turns.take('a', never))();
  });

  test('a slow sender does not hold up the others', async () => {
    const turns = createTurns({ total: 1, perOwner: 1, waitMs: 60_000 });
    const slow = createSender();
    const slowChunks = openBody(requestWith(slow.readable)).chunks();
    const reading = count(readInTurn(slowChunks, () => turns.take('a', never), { lullMs: 5 }));
    void slow.send(10);
    const quick = createSender();
    void quick.send(20);
    void quick.end();
    const quickChunks = openBody(requestWith(quick.readable)).chunks();
    expect(await count(readInTurn(quickChunks, () => turns.take('b', never)))).toBe(20);
    void slow.send(10);
    void slow.end();
    expect(await reading).toBe(20);
    (await turns.take('c', never))();
  });

  test('a turn ends also with a reader that stops, and with a sender that fails', async () => {
    const turns = createTurns({ total: 1, perOwner: 1, waitMs: 60_000 });
    const read = (sender: ReturnType<typeof createSender>) =>
      readInTurn(openBody(requestWith(sender.readable)).chunks(), () => turns.take('a', never), {
        lullMs: 5,
      });
    const stopped = createSender();
    void stopped.send(10);
    for await (const chunk of read(stopped)) {
      expect(chunk.byteLength).toBe(10);
      break;
    }
    const failing = createSender();
    const failure = failureOf(count(read(failing)));
    await Bun.sleep(20);
    void failing.fail();
    expect(await failure).toBe('request_timeout');
    (await turns.take('a', never))();
  });

  test('whoever hangs up waits no longer', async () => {
    const turns = createTurns({ total: 1, perOwner: 1, waitMs: 60_000 });
    const end = await turns.take('a', never);
    const hangUp = new AbortController();
    const waiting = turns.take('a', hangUp.signal);
    const next = turns.take('b', never);
    hangUp.abort();
    expect(await failureOf(waiting)).toBe('request_timeout');
    end();
    (await next)();
    expect(await failureOf(turns.take('a', AbortSignal.abort()))).toBe('request_timeout');
  });
});
