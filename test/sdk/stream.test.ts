import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { SdkError } from '../../src/sdk/error.ts';
import { readEvents, type StreamEvent } from '../../src/sdk/stream.ts';

/** Streams as bytes cut at every place, with what becomes of them. */
const STREAMS: readonly (readonly [name: string, body: string, outcome: object])[] = [
  [
    'lines and blank lines',
    'data: {"type":"text","text":"Grüße"}\n\ndata: {"type":"done","n":1}\n\n',
    {
      events: [
        { type: 'text', text: 'Grüße' },
        { type: 'done', n: 1 },
      ],
    },
  ],
  [
    'CRLF, CR, no space, comments, names and ids',
    ': hi\r\nevent: x\r\nid: 1\r\ndata:{"type":"text","text":"a"}\r\n\r\ndata: {"type":"done"}\r\r',
    { events: [{ type: 'text', text: 'a' }, { type: 'done' }] },
  ],
  [
    'JSON over several lines, and no end of the last one',
    'data: {"type":\ndata: "text"}\n\ndata: {"type":"done"}',
    { events: [{ type: 'text' }, { type: 'done' }] },
  ],
  [
    'data that are no events',
    'data: nonsense\n\ndata: 5\n\ndata: null\n\ndata: {"type":"done"}\n\n',
    { events: [{ type: 'done' }] },
  ],
  [
    'an error',
    'data: {"type":"text"}\n\ndata: {"type":"error","message":"Too long."}\n\n',
    { events: [{ type: 'text' }], error: 'Too long.' },
  ],
  [
    'an end too early',
    'data: {"type":"text"}\n\n',
    { events: [{ type: 'text' }], error: /before it was complete/ },
  ],
  ['nothing', '', { events: [], error: /before it was complete/ }],
];

const encoder = new TextEncoder();

function toStream(chunks: readonly Uint8Array[], onCancel = () => {}): ReadableStream<Uint8Array> {
  const rest = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = rest.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel: onCancel,
  });
}

async function collect(stream: ReadableStream<Uint8Array>) {
  const events: StreamEvent[] = [];
  try {
    for await (const event of readEvents(stream)) events.push(event);
    return { events };
  } catch (error) {
    expect(error).toBeInstanceOf(SdkError);
    return { events, error: (error as SdkError).message };
  }
}

for (const [name, body, outcome] of STREAMS) {
  test(`a stream with ${name}, wherever it is cut`, async () => {
    const bytes = encoder.encode(body);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((end, i) => bytes.slice(places[i], end));
        const { error, ...rest } = outcome as { error?: string | RegExp; events: object[] };
        const expected = error instanceof RegExp ? expect.stringMatching(error) : error;
        const seen = await collect(toStream(chunks));
        expect(seen).toEqual({ ...rest, ...(error && { error: expected }) } as never);
      }),
    );
  });
}

test('who stops reading ends the request', async () => {
  let isCancelled = false;
  const chunk = encoder.encode('data: {"type":"text"}\n\n');
  const stream = toStream(Array(100).fill(chunk), () => {
    isCancelled = true;
  });
  for await (const event of readEvents(stream)) {
    expect(event.type).toBe('text');
    break;
  }
  expect(isCancelled).toBe(true);
});
