import type { ServerResponse } from 'node:http';

export type FakeWire = 'openai' | 'anthropic';

/** One answer of the fake provider. */
export interface FakeReply {
  /** The answer, sent in pieces. */
  text?: string;
  /** The pieces in place of `text`; a function is called for each answer. */
  pieces?: readonly string[] | (() => AsyncIterable<string> | Iterable<string>);
  /** Pause between two pieces. */
  pauseMs?: number;
  /** Nothing is sent before it resolves: neither status nor headers. */
  before?: Promise<unknown>;
  /** Headers are sent, but no piece before it resolves. */
  hold?: Promise<unknown>;
  /** An error instead of an answer, with this message or body. */
  status?: number;
  message?: string;
  code?: string;
  errorBody?: string;
  headers?: Record<string, string>;
  /** The connection breaks off after so many pieces. */
  cutAfter?: number;
  /** An error event after all pieces instead of the end. */
  errorEvent?: { message: string; type: string };
  finish?: 'stop' | 'length' | 'refusal';
  /** Null: usage is not reported. */
  usage?: { input: number; output: number } | null;
  model?: string;
  /** Answers as a whole although a stream was requested. */
  whole?: boolean;
  /** The body of the answer, sent without changes. */
  rawBody?: string;
  contentType?: string;
  /** Forms of JSON that the server supports: `json_schema`, `json_object`. Others are a bad request. */
  forms?: readonly string[];
}

const USAGE = { input: 12, output: 34 };

// biome-ignore lint/suspicious/noExplicitAny: what was sent
type Body = any;

export function writeError(response: ServerResponse, reply: FakeReply): void {
  const { status = 500, message = 'it went wrong', code, errorBody, headers } = reply;
  const body =
    errorBody ??
    JSON.stringify({ type: 'error', error: { message, type: code ?? 'api_error', code: code ?? null } });
  response
    .writeHead(status, { 'content-type': reply.contentType ?? 'application/json', ...headers })
    .end(body);
}

export async function writeStream(
  wire: FakeWire,
  body: Body,
  response: ServerResponse,
  reply: FakeReply,
): Promise<void> {
  await reply.before;
  response.writeHead(200, {
    'content-type': reply.contentType ?? 'text/event-stream',
    ...reply.headers,
  });
  response.flushHeaders();
  if (reply.rawBody !== undefined) return void response.end(reply.rawBody);
  await reply.hold;
  const events = wire === 'anthropic' ? anthropicEvents(body, reply) : openaiEvents(body, reply);
  await sendEvents(wire, response, events, reply);
}

interface Events {
  before: object[];
  piece(text: string): object;
  after: object[];
}

async function sendEvents(wire: FakeWire, response: ServerResponse, events: Events, reply: FakeReply) {
  const send = (event: object) => {
    const name = wire === 'anthropic' ? `event: ${(event as { type: string }).type}\n` : '';
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  };
  for (const event of events.before) send(event);
  let sent = 0;
  for await (const piece of piecesOf(reply)) {
    if (response.destroyed) return;
    if (sent === reply.cutAfter) return cut(response);
    if (sent > 0 && reply.pauseMs !== undefined) await Bun.sleep(reply.pauseMs);
    send(events.piece(piece));
    sent += 1;
  }
  if (reply.cutAfter !== undefined) return cut(response);
  if (reply.errorEvent !== undefined) {
    send({ type: 'error', error: reply.errorEvent });
    return void response.end();
  }
  for (const event of events.after) send(event);
  if (wire === 'openai') response.write('data: [DONE]\n\n');
  response.end();
}

/** Waits until earlier writes were sent. */
async function cut(response: ServerResponse): Promise<void> {
  await Bun.sleep(100);
  response.socket?.destroy();
}

function piecesOf({ pieces, text = '' }: FakeReply): AsyncIterable<string> | Iterable<string> {
  if (typeof pieces === 'function') return pieces();
  return pieces ?? text.match(/.{1,12}/gs) ?? [];
}

const OPENAI_FINISH = { stop: 'stop', length: 'length', refusal: 'content_filter' };
const ANTHROPIC_FINISH = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' };

function openaiEvents(body: Body, { finish = 'stop', usage = USAGE, model }: FakeReply): Events {
  const chunk = (choices: object[], extra: object = {}) => ({
    id: 'chat-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: model ?? body.model,
    choices,
    ...extra,
  });
  const choice = (delta: object, finish_reason: string | null = null) => [{ index: 0, delta, finish_reason }];
  const counts = usage === null ? [] : [chunk([], { usage: openaiUsage(usage) })];
  return {
    before: [chunk(choice({ role: 'assistant', content: '' }))],
    piece: (text) => chunk(choice({ content: text })),
    after: [chunk(choice({}, OPENAI_FINISH[finish])), ...counts],
  };
}

const openaiUsage = ({ input, output }: { input: number; output: number }) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

/** Whether the request asks for JSON through a tool, as the library does for models without schemas. */
const jsonTool = (body: Body): boolean =>
  body.tools?.some(({ name }: { name: string }) => name === 'json') === true;

function anthropicEvents(body: Body, { finish = 'stop', usage = USAGE, model }: FakeReply): Events {
  const counts = usage ?? { input: 0, output: 0 };
  const isTool = jsonTool(body);
  const start = isTool ? { type: 'tool_use', id: 't1', name: 'json', input: {} } : { type: 'text', text: '' };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: model ?? body.model,
    content: [],
    stop_reason: null,
    usage: { input_tokens: counts.input, output_tokens: 1 },
  };
  const stop_reason = finish === 'stop' && isTool ? 'tool_use' : ANTHROPIC_FINISH[finish];
  return {
    before: [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'ping' },
    ],
    piece: (text) => ({
      type: 'content_block_delta',
      index: 0,
      delta: isTool ? { type: 'input_json_delta', partial_json: text } : { type: 'text_delta', text },
    }),
    after: [
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: counts.output } },
      { type: 'message_stop' },
    ],
  };
}

export async function writeWhole(
  wire: FakeWire,
  body: Body,
  response: ServerResponse,
  reply: FakeReply,
): Promise<void> {
  await reply.before;
  await reply.hold;
  let text = '';
  for await (const piece of piecesOf(reply)) text += piece;
  const whole = wire === 'anthropic' ? anthropicWhole(body, text, reply) : openaiWhole(body, text, reply);
  response.writeHead(200, { 'content-type': reply.contentType ?? 'application/json', ...reply.headers });
  response.end(reply.rawBody ?? JSON.stringify(whole));
}

function openaiWhole(body: Body, text: string, { finish = 'stop', usage = USAGE, model }: FakeReply): object {
  return {
    id: 'chat-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: model ?? body.model,
    choices: [
      { index: 0, message: { role: 'assistant', content: text }, finish_reason: OPENAI_FINISH[finish] },
    ],
    ...(usage !== null && { usage: openaiUsage(usage) }),
  };
}

function anthropicWhole(body: Body, text: string, { finish = 'stop', usage, model }: FakeReply): object {
  const counts = usage ?? USAGE;
  const isTool = jsonTool(body);
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: model ?? body.model,
    content: [
      isTool ? { type: 'tool_use', id: 't1', name: 'json', input: JSON.parse(text) } : { type: 'text', text },
    ],
    stop_reason: finish === 'stop' && isTool ? 'tool_use' : ANTHROPIC_FINISH[finish],
    stop_sequence: null,
    usage: { input_tokens: counts.input, output_tokens: counts.output },
  };
}
