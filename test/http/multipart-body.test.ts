import { describe, expect, test } from 'bun:test';
import { openBody, readWithPermit } from '../../src/http/multipart/body.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { FairSemaphore } from '../../src/platform/fair-use/fair-semaphore.ts';

const requestWith = (body: ReadableStream<Uint8Array> | null) =>
  new Request('http://localhost/', { method: 'POST', body });

/** A sender whose next chunk comes when the test says so. */
function createSender() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  // A body without a reader fails, which is expected here.
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

  test('is drained by its reader, also after a stall', async () => {
    const sender = createSender();
    const body = openBody(requestWith(sender.readable), { stallMs: 10 });
    expect(await failureOf(count(body.chunks()))).toBe('request_timeout');
    await body.drain(1000, 10);
  });
});

describe('reading with a permit', () => {
  const open = () => new FairSemaphore({ limit: 1, maxWaiting: 10, refusal: () => new Error('refused') });

  test('a slow sender does not hold up the others', async () => {
    const semaphore = open();
    const slow = createSender();
    const slowChunks = openBody(requestWith(slow.readable)).chunks();
    const reading = count(readWithPermit(slowChunks, () => semaphore.acquire('a'), { pauseMs: 5 }));
    void slow.send(10);
    const quick = createSender();
    void quick.send(20);
    void quick.end();
    const quickChunks = openBody(requestWith(quick.readable)).chunks();
    expect(await count(readWithPermit(quickChunks, () => semaphore.acquire('b')))).toBe(20);
    void slow.send(10);
    void slow.end();
    expect(await reading).toBe(20);
    (await semaphore.acquire('c'))();
  });

  test('the permit is released with a reader that stops, and with a sender that fails', async () => {
    const semaphore = open();
    const read = (sender: ReturnType<typeof createSender>) =>
      readWithPermit(openBody(requestWith(sender.readable)).chunks(), () => semaphore.acquire('a'), {
        pauseMs: 5,
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
    (await semaphore.acquire('a'))();
  });
});
