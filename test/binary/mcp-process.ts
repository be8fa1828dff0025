import { resolve } from 'node:path';
import type { Reach } from './mcp-clients.ts';
import type { TestDirectory } from './support.ts';

const BINARY =
  process.env.GALLEY_TEST_BINARY ??
  resolve(import.meta.dir, '../../dist', process.platform === 'win32' ? 'galley.exe' : 'galley');

/** How an agent starts `galley mcp` in a place. */
export function reachProcess(place: TestDirectory, projectId: string, ...more: string[]): Reach {
  const args = ['mcp', '--data', place.data, '--project', projectId, '--tenant', 'default', ...more];
  return { command: BINARY, args, cwd: place.dir, env: place.env };
}

/** A `galley mcp` without a client library: lines in, lines out. */
interface ToolProcess {
  child: Bun.Subprocess<'pipe', 'pipe', 'pipe'>;
  /** Sends a text as it is, or anything else as a line of JSON. */
  send(message: unknown): void;
  /** Introduces itself as a client of 2025 does, and waits for the answer. */
  introduce(): Promise<void>;
  /** The answer to the request with this id. */
  answerTo(id: number): Promise<Message>;
  /** What was written to standard output so far, parsed; throws if a line is not JSON. */
  messages(): Message[];
  /** Closes its input. */
  end(): void;
  /** Its exit status, and all it has written to standard error. */
  outcome(): Promise<{ status: number; stderr: string }>;
}

interface Message {
  jsonrpc: string;
  id?: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
  result?: any;
  error?: { code: number; message: string };
}

/** Longest to wait for an answer that normally takes a moment. */
const PATIENCE_MS = 60_000;

/** Starts a process that ends with the place. */
export function startToolProcess(place: TestDirectory, projectId: string): ToolProcess {
  const { command, args, cwd, env } = reachProcess(place, projectId) as Extract<Reach, { command: string }>;
  const child = Bun.spawn([command, ...args], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  place.servers.add(child);
  let text = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const part of child.stdout as ReadableStream<Uint8Array>) {
      text += decoder.decode(part, { stream: true });
    }
  })();
  const messages = (): Message[] =>
    text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const stderr = child.stderr.text();
  const send = (message: unknown) => {
    child.stdin.write(typeof message === 'string' ? message : `${JSON.stringify(message)}\n`);
    child.stdin.flush();
  };
  const answerTo = async (id: number): Promise<Message> => {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = messages().find((message) => message.id === id);
      if (answer !== undefined) return answer;
      if (performance.now() > deadline) throw new Error(`no answer to request ${id}: ${text}`);
      await Bun.sleep(5);
    }
  };
  return {
    child,
    send,
    messages,
    answerTo,
    async introduce() {
      send(introduction(0));
      await answerTo(0);
      send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    },
    end: () => void child.stdin.end(),
    async outcome() {
      await child.exited;
      await reading;
      return { status: child.exitCode ?? -1, stderr: await stderr };
    },
  };
}

/** The first request of a client of 2025. */
export const introduction = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw-teller', version: '0.1.0' },
  },
});

/** A request to call a tool. */
export const toolCall = (id: number, name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
