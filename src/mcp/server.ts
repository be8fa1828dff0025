import type {
  Implementation,
  InputRequiredResult,
  ReadResourceResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import { stopwatch } from '../platform/clock.ts';
import { DomainError, toDomainError } from '../platform/errors.ts';
import { VERSION } from '../platform/version.ts';
import { askConfirmation, askWhich } from './ask-confirmation.ts';
import { callTool } from './call-tool.ts';
import type { Catalogue, Prompt } from './catalogue.ts';
import { offeredTo, toolFor } from './offer.ts';
import { complete, renderPrompt } from './prompts.ts';
import { listResourceTemplates, readResourceTemplate } from './resource-templates.ts';
import { CLIENT_KEY, type ClientInfo, type McpSession, notCalled, toClientInfo } from './session.ts';
import type { Tool } from './tool.ts';
import { type ToolResult, toToolError } from './tool-result.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The protocol library. */
export type McpSdk = typeof import('@modelcontextprotocol/server');

/**
 * Loads the protocol library when the first agent connects: it takes 120 ms and 30 MB, which a server without agents
 * saves.
 */
export function loadMcpSdk(): Promise<McpSdk> {
  return import('@modelcontextprotocol/server');
}

/** A picture of an envelope. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0b57d0" d="M1 3h14v10H1z"/><path fill="none" stroke="#fff" d="m1 4 7 5 7-5"/></svg>';

/** How the server describes itself. */
const SERVER_INFO: Implementation = {
  name: 'galley',
  title: 'Galley email templates',
  version: VERSION,
  // Embedded in the address, because clients may be unable to reach this server.
  icons: [{ src: `data:image/svg+xml;base64,${btoa(ICON)}`, mimeType: 'image/svg+xml', sizes: ['any'] }],
};

/** Lists change with the server's version and the tenant's plan only, so clients may cache them for minutes. */
const CACHE_HINT = { ttlMs: 300_000, cacheScope: 'private' } as const;

/** Creates protocol servers, one for each request or connection: with the same catalogue, each for another session. */
export type CreateMcpServer = (session: McpSession) => Server;

/** What the handlers of a server need. */
interface Served {
  sdk: McpSdk;
  server: Server;
  session: McpSession;
  catalogue: Catalogue;
}

/** The library's low-level server is used, because operations validate their input. */
export function defineMcpServer(sdk: McpSdk, catalogue: Catalogue): CreateMcpServer {
  return (session) => {
    const server = new sdk.Server(SERVER_INFO, {
      instructions: catalogue.instructions,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
        completions: {},
      },
      cacheHints: {
        'tools/list': CACHE_HINT,
        'prompts/list': CACHE_HINT,
        'resources/list': CACHE_HINT,
        'resources/templates/list': CACHE_HINT,
        'resources/read': CACHE_HINT,
        'server/discover': CACHE_HINT,
      },
    });
    const served = { sdk, server, session, catalogue };
    serveTools(served);
    serveResources(served);
    servePrompts(served);
    return server;
  };
}

function serveTools({ sdk, server, session, catalogue }: Served): void {
  server.setRequestHandler('tools/list', async () => ({
    tools: offeredTo(session, catalogue).tools.map(({ definition }) => definition),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = catalogue.tools.find(({ definition }) => definition.name === params.name);
    const client = clientOf(server, context);
    if (tool === undefined) {
      await session.recordCall(notCalled(params.name, 'unknown_tool', client));
      throw invalid(sdk, `Unknown tool: ${params.name.slice(0, 100)}. tools/list lists the available tools.`);
    }
    const isOffered = offeredTo(session, catalogue).tools.includes(tool);
    const given = params.arguments ?? {};
    const args = isOffered ? await chooseArguments(sdk, session, tool, given, context) : given;
    if (args === 'no') return recordDeclined(session, tool, client);
    return sdk.isInputRequiredResult(args) ? args : callWithProgress(session, tool, args, client, context);
  });
}

function serveResources({ sdk, server, session, catalogue }: Served): void {
  server.setRequestHandler('resources/list', async () => ({
    resources: catalogue.resources.map(({ read: _read, ...shown }) => shown),
  }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: listResourceTemplates(session, catalogue),
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const client = clientOf(server, context);
    const read = readResource(catalogue, uri) ?? (await readTemplate(session, catalogue, uri, client));
    if (read === undefined) throw new sdk.ResourceNotFoundError(uri);
    return read;
  });
}

function servePrompts({ sdk, server, session, catalogue }: Served): void {
  server.setRequestHandler('prompts/list', async () => ({
    prompts: describePrompts(offeredTo(session, catalogue).prompts),
  }));
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: given = {} } }) =>
    renderPrompt(offeredTo(session, catalogue).prompts, name, given, (message) => invalid(sdk, message)),
  );
  server.setRequestHandler('completion/complete', async ({ params }) => {
    try {
      return await complete(session, offeredTo(session, catalogue).prompts, params.ref, params.argument);
    } catch (thrown) {
      throw toCompletionError(sdk, session, thrown);
    }
  });
}

const invalid = (sdk: McpSdk, message: string): Error =>
  new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, message);

/** Calls a tool; a slow one reports progress meanwhile. */
async function callWithProgress(
  session: McpSession,
  tool: Tool,
  args: Arguments,
  client: ClientInfo | undefined,
  context: ServerContext,
): Promise<ToolResult> {
  const stopProgress = tool.isSlow(args) ? reportProgress(context) : undefined;
  try {
    return await callTool(session, tool, args, client, context.mcpReq.signal);
  } finally {
    stopProgress?.();
  }
}

/** A resource of the catalogue. */
function readResource({ resources }: Catalogue, uri: string): ReadResourceResult | undefined {
  const resource = resources.find((candidate) => candidate.uri === uri);
  if (resource === undefined) return undefined;
  const { read, mimeType, _meta } = resource;
  return { contents: [{ uri, mimeType, text: read(), ...(_meta && { _meta }) }] };
}

/** A template of the caller as a resource. Clients must not cache it, because templates change at any time. */
async function readTemplate(
  session: McpSession,
  catalogue: Catalogue,
  uri: string,
  client: ClientInfo | undefined,
): Promise<ReadResourceResult | undefined> {
  const made = await readResourceTemplate(session, catalogue, uri, client);
  return made && { contents: [made], ttlMs: 0, cacheScope: 'private' };
}

/** The protocol error for a failed completion, which, unlike a tool, has no result that could carry it. */
function toCompletionError(sdk: McpSdk, session: McpSession, thrown: unknown): Error {
  const { code, message, cause } = toDomainError(thrown);
  if (code !== 'internal') return invalid(sdk, message);
  session.reportFault(cause, 'completion/complete');
  return new sdk.ProtocolError(sdk.ProtocolErrorCode.InternalError, message);
}

/** The arguments of a call that a person has confirmed, or what `askPerson` returned otherwise. */
async function chooseArguments(
  sdk: McpSdk,
  session: McpSession,
  named: Tool,
  given: Arguments,
  context: ServerContext,
): Promise<Arguments | 'no' | InputRequiredResult> {
  const answer = askConfirmation(sdk, named, given, context);
  if (answer !== 'yes') return answer;
  return askWhich(sdk, session, toolFor(session.scope, named), given, context);
}

function describePrompts(prompts: readonly Prompt[]) {
  return prompts.map(({ render: _render, uses: _uses, arguments: args, ...shown }) => ({
    ...shown,
    arguments: args.map(({ name, description, required }) => ({ name, description, required })),
  }));
}

/** Interval of progress notifications during a slow call. Clients give up after a minute without any. */
const PROGRESS_MS = 5_000;

/** Sends progress notifications if the caller has sent a token. Returns a function that stops them. */
function reportProgress({ mcpReq }: ServerContext): (() => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  const elapsed = stopwatch();
  const notify = () => {
    const progress = Math.round(elapsed()) / 1000;
    const params = { progressToken, progress, message: 'The call is still running.' };
    // Fails if the caller has closed the connection, which aborts the call elsewhere.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  notify();
  const timer = setInterval(notify, PROGRESS_MS);
  return () => clearInterval(timer);
}

/** The client named in the request, as in every request of revision 2026-07-28, or in `initialize`. */
function clientOf(server: Server, { mcpReq }: ServerContext): ClientInfo | undefined {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  return toClientInfo(envelope?.[CLIENT_KEY]) ?? toClientInfo(server.getClientVersion());
}

async function recordDeclined(
  session: McpSession,
  { definition }: Tool,
  client: ClientInfo | undefined,
): Promise<ToolResult> {
  await session.recordCall(notCalled(definition.name, 'forbidden', client));
  return toToolError(new DomainError('forbidden', 'The person did not confirm this. Nothing was changed.'));
}
