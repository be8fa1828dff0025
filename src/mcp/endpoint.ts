import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { OwnerQueue } from '../platform/body-queue.ts';
import type { Deps } from '../platform/deps.ts';
import { DomainError, toDomainError } from '../platform/errors.ts';
import { networkOf } from '../platform/ip-addresses.ts';
import { perform } from '../platform/operation.ts';
import { readJsonBody } from '../platform/request-body.ts';
import type { TenantScope } from '../platform/scope.ts';
import { parseMessage } from '../platform/unsafe-value.ts';
import {
  type Authenticator,
  describeRate,
  INSUFFICIENT_SCOPE,
  readApiKey,
  requireGranted,
  requireWithinLimits,
  type VerifiedKey,
} from './authenticate.ts';
import { namesPrototype, prototypeRefused } from './call-tool.ts';
import type { Catalogue } from './catalogue.ts';
import { describeClient, KnownClients, withClientName } from './client-name.ts';
import { type RequestId, toErrorResponse } from './errors.ts';
import { createFastPath, type FastPath } from './fast-path.ts';
import { HeldResult } from './held-result.ts';
import type { CheckHost } from './host-check.ts';
import { findTenantId, openScope } from './open-scope.ts';
import { requireParams } from './params.ts';
import { defineMcpServer, loadMcpSdk } from './server.ts';
import type { ClientInfo, FinishedCall, McpSession } from './session.ts';
import { createPlaceholders, type QuotedTexts } from './tool-result.ts';
import { carriesEnvelope, createTransport, type ServeMessage, wantsProgress } from './transport.ts';

interface McpSurface<Key extends VerifiedKey = VerifiedKey> {
  deps: Deps;
  catalogue: Catalogue;
  authenticator: Authenticator<Key>;
  checkHost: CheckHost;
  recordCall(scope: TenantScope, call: FinishedCall): Promise<void>;
  /** Counts a call for the tenant's plan. Throws `plan_limit_reached`. */
  countCall(scope: TenantScope): Promise<void>;
  /** Answers a request about a tenant with `answer`, or forwards it to the server that works for the tenant. */
  atHome(
    arrived: McpRequest & Pick<Progress, 'headers'>,
    tenantId: number,
    answer: () => Promise<Response>,
  ): Promise<Response>;
  /** Replaces the server of the catalogue. The protocol's conformance suite tests with tools of its own. */
  serverFactory?: McpServerFactory;
}

interface McpRequest {
  request: Request;
  readPeer: () => string | undefined;
}

/** Facts about a request that an error answer needs. */
interface Progress {
  id: RequestId;
  headers: Record<string, string>;
}

/**
 * The tool server: `POST /api/v1/mcp` with API keys, `POST /mcp/{project}/{tenant}` with access tokens. Every request
 * is authenticated and counted before the protocol library sees it.
 */
export function createMcpEndpoint<Key extends VerifiedKey>(surface: McpSurface<Key>) {
  const serve = lazily(() => prepareTransport(surface));
  const quotedTexts: QuotedTexts = new WeakMap();
  const clients = new KnownClients();
  // The fast path knows the catalogue's tools only.
  const fastPath = surface.serverFactory === undefined ? createFastPath(surface.catalogue) : () => undefined;
  return async (
    request: Request,
    readAddress: () => string,
    readPeer: () => string | undefined = () => undefined,
  ): Promise<Response> => {
    const progress: Progress = { id: undefined, headers: {} };
    let response: Response;
    try {
      response = await answer(surface, {
        request,
        readAddress,
        readPeer,
        progress,
        quotedTexts,
        clients,
        fastPath,
        serve,
      });
    } catch (thrown) {
      const error = toDomainError(thrown);
      if (error.code === 'internal') surface.deps.log.error({ err: error.cause }, error.message);
      response = toErrorResponse(error, progress.id);
      const challenge = challengeOf(surface.authenticator, request, error);
      if (challenge !== undefined) response.headers.set('www-authenticate', challenge);
    }
    for (const [name, value] of Object.entries(progress.headers)) response.headers.set(name, value);
    return response;
  };
}

interface Exchange extends McpRequest {
  readAddress: () => string;
  progress: Progress;
  quotedTexts: QuotedTexts;
  clients: KnownClients;
  fastPath: FastPath;
  /** Loads the protocol library at the first authenticated request. */
  serve: () => Promise<ServeMessage>;
}

async function answer<Key extends VerifiedKey>(
  surface: McpSurface<Key>,
  exchange: Exchange,
): Promise<Response> {
  const { authenticator } = surface;
  const { request, readAddress, progress } = exchange;
  surface.checkHost(request);
  if (request.method !== 'POST') throw wrongMethod(request.method);
  const value = readApiKey(request);
  const key = value === undefined ? undefined : await authenticator.verifyKey(value, request);
  const countRequest = async (bucket: string) => {
    const decision = await authenticator.takeRate(bucket);
    Object.assign(progress.headers, describeRate(decision));
    await requireWithinLimits(decision);
  };
  if (key === undefined) {
    // The body is not read, because an unauthenticated client could send a large one.
    await countRequest(`address ${networkOf(readAddress())}`);
    throw authenticator.invalidKey(value !== undefined);
  }
  const verified = key;
  const answerNow = () => answerKey(surface, exchange, verified, countRequest);
  const tenantId = surface.deps.homes.isShared ? await findTenantId(authenticator, key, request) : undefined;
  return tenantId === undefined
    ? answerNow()
    : surface.atHome({ ...exchange, headers: progress.headers }, tenantId, answerNow);
}

/** Answers a request with a verified key. */
async function answerKey<Key extends VerifiedKey>(
  surface: McpSurface<Key>,
  { request, progress, quotedTexts, clients, fastPath, serve }: Exchange,
  key: Key,
  countRequest: (bucket: string) => Promise<void>,
): Promise<Response> {
  const { authenticator } = surface;
  const { bodyQueue } = surface.deps;
  const owner = `key ${key.id}`;
  bodyQueue.note(owner);
  const body = await readMessage(request, bodyQueue.of(owner));
  progress.id = body.id;
  const isDiscovery = isDiscoverRequest(body.message);
  if (!isDiscovery) await countRequest(`key ${key.id}`);
  if (body.error !== undefined) throw body.error;
  requireParams(body.message);
  requireGranted(key, surface.catalogue.tools, body.message);
  const placeholders = isStreamed(surface, request, body.message)
    ? undefined
    : createPlaceholders(quotedTexts);
  const scope = isDiscovery ? undefined : await openScope(authenticator, key, request);
  const held = new HeldResult(surface.deps, scope);
  try {
    const known = scope && clients.find(callerOf(scope), request, body.message);
    const client = describeClient(request, body.message, known);
    if (client !== undefined) authenticator.recordClient?.(key, client);
    const isNamed = key.isNamed === true;
    const session = createSession(surface, scope, { placeholders, held, known, isNamed });
    const plain = fastPath(request, body.message, session);
    const response = await (plain ?? (await serve())(request, body.message, session));
    if (placeholders !== undefined) return await held.send(await placeholders.fill(response));
    held.release();
    return response;
  } catch (thrown) {
    held.release();
    throw thrown;
  }
}

const callerOf = ({ actor, projectId, tenant }: TenantScope) => `${actor.id} ${projectId} ${tenant.id}`;

interface SessionParts {
  placeholders: McpSession['placeholders'] | undefined;
  held: HeldResult;
  /** The caller's program, if it has given its name before. */
  known: ClientInfo | undefined;
  isNamed: boolean;
}

function createSession<Key extends VerifiedKey>(
  { deps, recordCall, countCall }: McpSurface<Key>,
  scope: TenantScope | undefined,
  { placeholders, held, known, isNamed }: SessionParts,
): McpSession {
  const requireScope = () => {
    if (scope === undefined) throw new Error('this method was served without a tenant');
    return scope;
  };
  return {
    caller: scope === undefined ? '' : callerOf(scope),
    scope,
    async perform(operation, input, signal, client = known) {
      const scope = requireScope();
      const named = isNamed ? scope : { ...scope, actor: withClientName(scope.actor, client) };
      return perform(operation, deps, named, input, { signal });
    },
    countCall: async () => countCall(requireScope()),
    recordCall: async (call) => recordCall(requireScope(), call),
    holdResult: (bytes, isWrite) => held.hold(bytes, isWrite),
    reportFault: (cause, tool) => deps.log.error({ err: cause, tool }, 'a tool failed'),
    ...(placeholders && { placeholders }),
  };
}

/**
 * Whether the answer is a stream of events. Calls that may take minutes are streamed, so that something is sent
 * meanwhile and proxies keep the connection open. Only for callers that accept such streams.
 */
function isStreamed({ catalogue, serverFactory }: McpSurface, request: Request, message: unknown): boolean {
  if (!request.headers.get('accept')?.includes('text/event-stream')) return false;
  // Tools of the conformance suite report progress on request.
  return serverFactory === undefined ? callsSlowTool(catalogue, message) : wantsProgress(message);
}

function callsSlowTool({ tools }: Catalogue, message: unknown): boolean {
  const { params } = Object(message) as { params?: unknown };
  const { name, arguments: args } = Object(params) as { name?: unknown; arguments?: unknown };
  return tools.some((tool) => tool.definition.name === name && tool.isSlow(Object(args)));
}

interface Message {
  /** The parsed body. Undefined if it could not be read; then `error` is set. */
  message?: unknown;
  error?: DomainError;
  id: RequestId;
}

/** The arguments of a call become the input of an operation, see `parseMessage`. */
const parseToolMessage = (text: string) => parseMessage(text, ['params', 'arguments']);

/** Reads a request's body. An error is returned and not thrown, because the request is counted first. */
async function readMessage(request: Request, queue: OwnerQueue): Promise<Message> {
  try {
    const message = await readJsonBody(request, { parse: parseToolMessage, queue });
    if (message === undefined)
      throw new DomainError('invalid_json', 'The body is empty; send a JSON-RPC request.');
    if (Array.isArray(message)) throw batchRefused();
    const { id: sent } = Object(message) as { id?: unknown };
    const id = typeof sent === 'string' || typeof sent === 'number' ? sent : undefined;
    return namesPrototype(message) ? { error: prototypeRefused(), id } : { message, id };
  } catch (thrown) {
    return { error: toDomainError(thrown), id: undefined };
  }
}

const batchRefused = () =>
  new DomainError('validation_failed', 'Batches are not supported: send one JSON-RPC request at a time.', {
    facts: { invalid_request: true },
  });

const wrongMethod = (method: string) =>
  new DomainError('method_not_allowed', `${method} is not allowed here: send JSON-RPC requests by POST.`);

/**
 * Whether a message is `server/discover` of revision 2026-07-28, which is not counted and needs no project. In other
 * revisions a method of this name is an ordinary request.
 */
function isDiscoverRequest(message: unknown): boolean {
  return carriesEnvelope(message) && (message as { method: string }).method === 'server/discover';
}

/** RFC 6750: the error is named only if there was a key. */
function challengeOf(
  authenticator: Pick<Authenticator, 'challenge'>,
  request: Request,
  { code, details }: DomainError,
): string | undefined {
  if (code === 'unauthorized')
    return authenticator.challenge(request, readApiKey(request) === undefined ? undefined : 'invalid_token');
  return details.facts?.reason === INSUFFICIENT_SCOPE
    ? authenticator.challenge(request, INSUFFICIENT_SCOPE)
    : undefined;
}

async function prepareTransport<Key extends VerifiedKey>(surface: McpSurface<Key>): Promise<ServeMessage> {
  const sdk = await loadMcpSdk();
  const createServer = defineMcpServer(sdk, surface.catalogue);
  return createTransport(sdk, createServer, surface.serverFactory, (error) =>
    surface.deps.log.debug({ err: error }, 'a message to the tool server was refused'),
  );
}

function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
