import { toDomainError } from '../platform/errors.ts';
import { encodeJson } from '../platform/json/stored-json.ts';
import type { Logger } from '../platform/logging/log.ts';
import { addCamelNames } from './editor-compat/answers.ts';
import { toErrorBody } from './errors.ts';
import type { Route } from './route.ts';

/** An event that a streaming operation yields; `type` is its name for the client. */
export interface StreamedEvent {
  type: string;
  [field: string]: unknown;
}

interface StreamOptions {
  log: Logger;
  /** Aborted when the client closes the connection. */
  leaving: AbortController;
  /** Aborted together with `leaving`, or with the request. */
  signal: AbortSignal;
  /** Throws if access has ended since the request began. */
  requireAccess(): Promise<unknown>;
  /** Rewrites an error to the field names of the request. */
  nameFields(error: unknown): unknown;
}

/** How long the first event is awaited. A failure within this time becomes an ordinary error response. */
const START_MS = 5000;

/** Proxies and this server close connections that are idle for longer. */
const KEEP_ALIVE_MS = 10_000;

const encoder = new TextEncoder();

/**
 * Answers with a stream of server-sent events: lines `data: {json}`, an empty line after each. Each item of an async
 * iterable is one event; any other output is the event `done`, after the event `text` if the route names one. Rejects with a
 * failure that comes before the first event and within `START_MS`; a later failure becomes the event `error`, and the stream
 * ends. When the client closes the connection,
 * `leaving` aborts and the iterable's `return` is called.
 */
export async function toEventResponse(
  route: Route,
  output: Promise<object>,
  headers: Record<string, string>,
  options: StreamOptions,
): Promise<Response> {
  const events = toEvents(route, output);
  const first = events.next();
  // The rejection is handled where the promise is awaited; this avoids an unhandled rejection before that.
  first.catch(() => {});
  await atMost(START_MS, first);
  const encode = (event: StreamedEvent) =>
    encodeEvent(route.audience === 'pages' ? addCamelNames(event) : event);
  const body = writeEvents(events, first, encode, options);
  const extra = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Tells nginx not to buffer the events.
    'x-accel-buffering': 'no',
  };
  return new Response(body, { status: route.status, headers: { ...headers, ...extra } });
}

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  try {
    await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

function isIterable(output: object): output is AsyncIterable<StreamedEvent> {
  return Symbol.asyncIterator in output;
}

async function* toEvents(
  { outputName, textName }: Route,
  pending: Promise<object>,
): AsyncGenerator<StreamedEvent, void, undefined> {
  const output = await pending;
  if (isIterable(output)) return yield* output;
  if (textName !== undefined) yield { type: 'text', text: (output as Record<string, unknown>)[textName] };
  yield { type: 'done', ...(outputName === undefined ? output : { [outputName]: output }) };
}

function writeEvents(
  events: AsyncIterator<StreamedEvent>,
  first: Promise<IteratorResult<StreamedEvent>>,
  encode: (event: StreamedEvent) => Uint8Array,
  { log, leaving, signal, requireAccess, nameFields }: StreamOptions,
): ReadableStream<Uint8Array> {
  let next: Promise<IteratorResult<StreamedEvent>> | undefined = first;
  let timer: Timer | undefined;
  const stop = () => clearInterval(timer);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => controller.enqueue(encoder.encode(': waiting\n\n')), KEEP_ALIVE_MS);
      timer.unref();
    },
    // Called when the client has read the previous events, so a slow client slows the operation down.
    async pull(controller) {
      try {
        const { done, value } = await (next ?? events.next());
        next = undefined;
        if (done !== true) {
          // The last event, with the result.
          if (value.type === 'done') await requireAccess();
          return controller.enqueue(encode(value));
        }
      } catch (thrown) {
        // The client has closed the connection, so the abort is expected.
        if (leaving.signal.aborted) return;
        if (!signal.aborted) controller.enqueue(encodeEvent(toErrorEvent(nameFields(thrown), log)));
      }
      stop();
      controller.close();
    },
    cancel(reason) {
      stop();
      leaving.abort(reason);
      // Not awaited: the iterable may wait for something that never ends.
      void events.return?.().catch(() => {});
    },
  });
}

function toErrorEvent(thrown: unknown, log: Logger): StreamedEvent {
  const error = toDomainError(thrown);
  if (error.code === 'internal') log.error({ code: error.code, err: error.cause }, error.message);
  return { type: 'error', ...toErrorBody(error) };
}

function encodeEvent(event: unknown): Uint8Array {
  const json = encodeJson(event);
  const bytes = typeof json === 'string' ? encoder.encode(json) : json;
  return Buffer.concat([Buffer.from('data: '), bytes, Buffer.from('\n\n')]);
}
