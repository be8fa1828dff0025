import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { withoutFence } from '../support/read-fence.ts';

/** What an agent's program says of itself. */
interface ClientInfo {
  name: string;
  version: string;
}

/** Where a client finds the tool server: by HTTP, or as a process it starts. */
export type Reach =
  | { url: string; headers: Record<string, string> }
  | { command: string; args: string[]; cwd: string; env: Record<string, string> };

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
type Anything = any;

/** What the clients of both generations have in common, as far as it is used here. */
export interface McpClient {
  getServerVersion(): { name: string; version: string } | undefined;
  getInstructions(): string | undefined;
  listTools(): Promise<Anything>;
  listResources(): Promise<Anything>;
  listPrompts(): Promise<Anything>;
  readResource(params: { uri: string }): Promise<Anything>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<Anything>;
  complete(params: Anything): Promise<Anything>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<Anything>;
  close(): Promise<void>;
}

/** A client as agents carry it. */
export interface Flavour {
  label: string;
  info: ClientInfo;
  /** The revision it agrees on with the server. */
  revision: string;
  connect(reach: Reach): Promise<Connection>;
}

/** A connected client. */
export interface Connection {
  client: McpClient;
  /** What the transport and the client complained about beside their answers. */
  faults: Error[];
  /** What the process has written to standard error, if there is one. */
  stderr(): string;
  /** Of the process, if there is one. */
  pid: number | null;
  /** The revision that was agreed on; the v1 client does not tell it of a process. */
  revision: string | undefined;
}

const V1_INFO = { name: 'teller-of-yesterday', version: '1.2.3' };
const PINNED_INFO = { name: 'teller-of-today', version: '4.5.6' };
const AUTO_INFO = { name: 'teller-of-choice', version: '7.8.9' };

async function connectV1(reach: Reach): Promise<Connection> {
  const client = new ClientV1(V1_INFO);
  const transport =
    'url' in reach
      ? new HttpV1(new URL(reach.url), { requestInit: { headers: reach.headers } })
      : new StdioV1({ ...reach, stderr: 'pipe' });
  const faults: Error[] = [];
  client.onerror = (error) => faults.push(error);
  const stderr = collectErrors(transport);
  // The library's own types do not agree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<ClientV1['connect']>[0]);
  const revision = transport instanceof HttpV1 ? transport.protocolVersion : undefined;
  return { client: client as McpClient, faults, stderr, pid: readPid(transport), revision };
}

function connectV2(info: ClientInfo, mode: 'auto' | { pin: '2026-07-28' }) {
  return async (reach: Reach): Promise<Connection> => {
    const client = new ClientV2(info, { versionNegotiation: { mode } });
    const transport =
      'url' in reach
        ? new HttpV2(new URL(reach.url), { requestInit: { headers: reach.headers } })
        : new StdioV2({ ...reach, stderr: 'pipe' });
    const faults: Error[] = [];
    client.onerror = (error) => faults.push(error);
    const stderr = collectErrors(transport);
    await client.connect(transport);
    const revision = client.getNegotiatedProtocolVersion();
    return { client: client as McpClient, faults, stderr, pid: readPid(transport), revision };
  };
}

function collectErrors(transport: object): () => string {
  let text = '';
  const { stderr } = transport as { stderr?: NodeJS.ReadableStream | null };
  stderr?.on('data', (part: Buffer) => {
    text += part.toString();
  });
  return () => text;
}

const readPid = (transport: object) => (transport as { pid?: number | null }).pid ?? null;

const v1: Flavour = {
  label: 'the v1 client',
  info: V1_INFO,
  revision: '2025-11-25',
  connect: connectV1,
};
const pinned: Flavour = {
  label: 'the v2 client, pinned',
  info: PINNED_INFO,
  revision: '2026-07-28',
  connect: connectV2(PINNED_INFO, { pin: '2026-07-28' }),
};
const auto: Flavour = {
  label: 'the v2 client, choosing by itself',
  info: AUTO_INFO,
  revision: '2026-07-28',
  connect: connectV2(AUTO_INFO, 'auto'),
};

export const FLAVOURS: readonly Flavour[] = [v1, pinned, auto];

/** The answer of a tool, told apart from its refusal. */
export interface ToolAnswer {
  isError: boolean;
  /** The first text: a refusal's message. */
  message: string;
  /** All texts. */
  text: string;
  data: Anything;
}

/** Calls a tool and checks that the structured result equals the one in the text. */
export async function callTool(client: McpClient, name: string, args: object = {}): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: { ...args } });
  const texts: string[] = result.content.map(({ text }: { text: string }) => text);
  const [message = ''] = texts;
  const isError = result.isError === true;
  if (!isError && !Bun.deepEquals(JSON.parse(message), result.structuredContent)) {
    throw new Error(`the text of ${name} differs from its data: ${message}`);
  }
  return {
    isError,
    message,
    text: texts.join('\n'),
    data: isError ? undefined : withoutFence(result.structuredContent),
  };
}

/** Calls a tool that must not refuse. */
export async function useTool(client: McpClient, name: string, args: object = {}): Promise<Anything> {
  const { isError, text, data } = await callTool(client, name, args);
  if (isError) throw new Error(`${name} refused: ${text}`);
  return data;
}
