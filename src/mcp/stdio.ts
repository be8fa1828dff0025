import { Transform, type TransformCallback } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { Catalogue } from './catalogue.ts';
import { toRpcError } from './errors.ts';
import { findWrongParams, namesPrototype, prototypeRefused } from './message.ts';
import { defineMcpServer, loadMcpSdk } from './server.ts';
import type { McpSession } from './session.ts';

const NEWLINE = 10;

/** Longest message that the protocol library reads. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

/** How long requests may take after the end of the input. */
const DRAIN_MS = 10_000;

/**
 * Serves the catalogue on standard input and output, for agents that start a process. Returns when the input has ended
 * and all requests are answered. No other code may write to standard output.
 */
export async function serveStdio(catalogue: Catalogue, session: McpSession): Promise<void> {
  const sdk = await loadMcpSdk();
  const { serveStdio: serve, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const createServer = defineMcpServer(sdk, catalogue);
  // The library drops running requests when its input ends, although they may have changed data already.
  const filter = new PrototypeFilter((answer) => void transport.send(answer));
  const input = process.stdin.pipe(filter, { end: false });
  const transport = new StdioServerTransport(input);
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, resolve);
    input.once('close', resolve);
  });
  const served = serve(() => createServer(session), {
    transport,
    onerror: (error) => process.stderr.write(`galley: ${firstLine(error.message)}\n`),
  });
  const answered = followRequests(transport);
  refuseWrongParams(transport);
  await ended;
  const timeout = new Promise<void>((resolve) => void setTimeout(resolve, DRAIN_MS).unref());
  await Promise.race([answered(), timeout]);
  await served.close();
}

/**
 * Removes lines with an argument `__proto__` and answers them with an error, because the protocol library would drop
 * the argument silently.
 */
class PrototypeFilter extends Transform {
  readonly #answer: (answer: JSONRPCMessage) => void;
  /** The beginning of a line that is not complete yet. */
  #started: Buffer[] = [];

  constructor(answer: (answer: JSONRPCMessage) => void) {
    super();
    this.#answer = answer;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...this.#started.splice(0), chunk.subarray(start, end + 1)]);
      start = end + 1;
      if (!this.#refuses(line)) this.push(line);
    }
    if (start < chunk.length) this.#started.push(chunk.subarray(start));
    // The library refuses longer messages.
    const length = this.#started.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (length > MAX_MESSAGE_BYTES) for (const part of this.#started.splice(0)) this.push(part);
    done();
  }

  #refuses(line: Buffer): boolean {
    // The name may be written with escapes.
    if (!line.includes('proto__') && !line.includes('\\u')) return false;
    const message = parse(line.toString());
    if (!namesPrototype(message)) return false;
    const { id } = message as { id?: string | number };
    if (id !== undefined) this.#answer({ jsonrpc: '2.0', id, error: toRpcError(prototypeRefused()) });
    return true;
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The library describes an invalid message in hundreds of lines. */
function firstLine(text: string): string {
  return text.startsWith('[')
    ? 'a message was not understood: it is not JSON-RPC 2.0'
    : (text.split('\n', 1)[0] ?? '');
}

/** Answers requests with wrong parameters before the protocol library sees them, see `findWrongParams`. */
function refuseWrongParams(transport: Transport): void {
  const { onmessage } = transport;
  transport.onmessage = (message: JSONRPCMessage, extra) => {
    const id = 'id' in message ? message.id : undefined;
    const refusal = findWrongParams(message);
    if (id === undefined || refusal === undefined) onmessage?.(message, extra);
    else void transport.send({ jsonrpc: '2.0', id, error: toRpcError(refusal) });
  };
}

/** Tracks unanswered requests. The returned function resolves when there are none. */
function followRequests(transport: Transport): () => Promise<void> {
  const open = new Set<string | number>();
  const { onmessage } = transport;
  const send = transport.send.bind(transport);
  let wake = () => {};
  const settle = (id: unknown) => {
    open.delete(id as string);
    if (open.size === 0) wake();
  };
  transport.onmessage = (message: JSONRPCMessage, extra) => {
    const isRequest = 'method' in message && 'id' in message;
    // A subscription is answered when it ends.
    if (isRequest && message.method !== 'subscriptions/listen') open.add(message.id);
    if ('method' in message && message.method === 'notifications/cancelled')
      settle(message.params?.requestId);
    onmessage?.(message, extra);
  };
  transport.send = async (message, options) => {
    await send(message, options);
    if (!('method' in message)) settle(message.id);
  };
  return () =>
    new Promise((resolve) => {
      wake = resolve;
      if (open.size === 0) resolve();
    });
}
