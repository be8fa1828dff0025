import { SdkError, toConnectionLoss } from './error.ts';

/** One event of a streamed answer. */
export interface StreamEvent {
  type: string;
  [field: string]: unknown;
}

/**
 * Reads server-sent events whose data is a JSON object with a `type`. Throws an SdkError for the event `error`, for an
 * event with a property `error`, and for a stream that ends or breaks before the event `done`.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  for await (const data of readData(body)) {
    const event = parse(data);
    if (event === undefined) continue;
    const failure = event.type === 'error' ? event : event.error;
    if (failure !== undefined) throw toError(failure);
    yield event;
    if (event.type === 'done') return;
  }
  throw new SdkError('The stream ended before it was complete.');
}

function toError(failure: unknown): SdkError {
  const { message } = Object(failure) as { message?: unknown };
  return new SdkError(String(message ?? 'The stream failed.'), undefined, failure);
}

function parse(data: string): StreamEvent | undefined {
  try {
    const event = JSON.parse(data);
    return typeof event?.type === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}

/** The data of each event: its `data:` lines joined. */
async function* readData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of readLines(body)) {
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    else if (line === '' && data.length > 0) {
      yield data.join('\n');
      data = [];
    }
  }
  if (data.length > 0) yield data.join('\n');
}

/** Lines end with LF, CR or both; the last line may have no end. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const read = () =>
    reader.read().catch((fault) => {
      throw toConnectionLoss(fault);
    });
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let part = await read(); !part.done; part = await read()) {
      rest += decoder.decode(part.value, { stream: true });
      // A CR at the end may be the first half of CR LF.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() as string;
      yield* lines;
    }
    rest += decoder.decode();
    yield* rest.split(/\r\n|\n|\r/);
  } finally {
    await reader.cancel().catch(() => {});
  }
}
