import { PassThrough } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { Catalogue } from './catalogue.ts';
import { loadMcpSdk } from './sdk.ts';
import { defineMcpServer } from './server.ts';
import type { McpSession } from './session.ts';

/** How long requests may take to be answered once the input has ended. */
const DRAIN_MS = 10_000;

/**
 * Serves the catalogue on standard input and output, for agents that start a process, until the input ends and what was
 * asked before is answered. Standard output belongs to the protocol alone.
 */
export async function serveStdio(catalogue: Catalogue, session: McpSession): Promise<void> {
  const sdk = await loadMcpSdk();
  const { serveStdio: serve, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const createServer = defineMcpServer(sdk, catalogue);
  // The library drops requests under way when its input ends, though they may have changed something already.
  const input = process.stdin.pipe(new PassThrough(), { end: false });
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
  await ended;
  // The timer must not keep a process alive that has nothing more to do.
  const patience = new Promise<void>((resolve) => void setTimeout(resolve, DRAIN_MS).unref());
  await Promise.race([answered(), patience]);
  await served.close();
}

/** The library explains a message it does not understand over hundreds of lines. */
function firstLine(text: string): string {
  return text.startsWith('[')
    ? 'a message was not understood: it is not JSON-RPC 2.0'
    : (text.split('\n', 1)[0] ?? '');
}

/** Follows which requests wait for an answer; returns a function that resolves once none does. */
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
