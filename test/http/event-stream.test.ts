import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { type StreamedEvent, toEventResponse } from '../../src/http/event-stream.ts';
import { route } from '../../src/http/route.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { storedJson } from '../../src/platform/json/stored-json.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { defineOperation } from '../../src/platform/operation.ts';

const nothing = defineOperation({
  name: 'doNothing',
  summary: 'Nothing',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({}),
  output: Type.Object({}),
  run: async () => ({}),
});

function answer(output: object, outputName?: string) {
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', format: 'json', write: (line) => lines.push(line) });
  const leaving = new AbortController();
  const events = route('POST', '/x', nothing, { answer: 'events', outputName });
  return {
    lines,
    leaving,
    response: toEventResponse(
      events,
      Promise.resolve(output),
      { 'x-request-id': 'r' },
      { log, leaving, signal: leaving.signal, requireAccess: async () => {}, nameFields: (error) => error },
    ),
  };
}

async function* yieldAll(...events: (StreamedEvent | Error)[]): AsyncGenerator<StreamedEvent> {
  for (const event of events) {
    if (event instanceof Error) throw event;
    yield event;
  }
}

describe('an output', () => {
  test('is the one event, under the name the route gives it', async () => {
    const response = await answer({ score: 5 }, 'result').response;
    expect(await response.text()).toBe('data: {"type":"done","result":{"score":5}}\n\n');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': 'r',
    });
  });

  test('may stand in the event itself, stored JSON as it is', async () => {
    const content = storedJson(Buffer.from('{"blocks":[ ]}'));
    expect(await (await answer({ content }).response).text()).toBe(
      'data: {"type":"done","content":{"blocks":[ ]}}\n\n',
    );
  });

  test('has no line break within an event', async () => {
    const text = await (await answer({ content: 'a\nb\r\u2028' }).response).text();
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(text.slice('data: '.length)).content).toBe('a\nb\r\u2028');
  });
});

describe('a stream', () => {
  test('goes out event by event', async () => {
    const events = yieldAll(
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
      { type: 'done', text: 'ab' },
    );
    expect(await (await answer(events).response).text()).toBe(
      'data: {"type":"text","text":"a"}\n\ndata: {"type":"text","text":"b"}\n\ndata: {"type":"done","text":"ab"}\n\n',
    );
  });

  test('that fails before its first event is an ordinary error', async () => {
    const refused = new DomainError('unavailable', 'No provider.');
    expect(answer(yieldAll(refused)).response).rejects.toBe(refused);
  });

  test('that fails later ends with an error event', async () => {
    const events = yieldAll(
      { type: 'text', text: 'a' },
      new DomainError('unavailable', 'The provider has gone.'),
    );
    expect((await (await answer(events).response).text()).split('\n\n')).toEqual([
      'data: {"type":"text","text":"a"}',
      'data: {"type":"error","message":"The provider has gone.","code":"unavailable"}',
      '',
    ]);
  });

  test('tells nothing of what went wrong inside, but logs it', async () => {
    const { response, lines } = answer(
      yieldAll({ type: 'text', text: 'a' }, new TypeError('secret insides')),
    );
    const text = await (await response).text();
    expect(text).toContain('"code":"internal"');
    expect(text).not.toContain('secret insides');
    expect(lines.join()).toContain('secret insides');
  });

  test('ends, and its work is called off, when the client leaves', async () => {
    let isReturned = false;
    async function* endless(): AsyncGenerator<StreamedEvent> {
      try {
        for (;;) yield { type: 'text', text: 'a' };
      } finally {
        isReturned = true;
      }
    }
    const { response, leaving } = answer(endless());
    const reader = (await response).body?.getReader();
    await reader?.read();
    expect([leaving.signal.aborted, isReturned]).toEqual([false, false]);
    await reader?.cancel();
    await Bun.sleep(0);
    expect([leaving.signal.aborted, isReturned]).toEqual([true, true]);
  });

  test('is made no faster than the client reads', async () => {
    let made = 0;
    async function* count(): AsyncGenerator<StreamedEvent> {
      for (; made < 1000; made += 1) yield { type: 'text', text: 'a' };
    }
    const reader = (await answer(count()).response).body?.getReader();
    await reader?.read();
    await Bun.sleep(5);
    expect(made).toBeLessThan(10);
    await reader?.cancel();
  });
});
