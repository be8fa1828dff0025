import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { Deps } from '../platform/deps.ts';
import { DomainError, toDomainError } from '../platform/errors.ts';
import { networkOf } from '../platform/network/ip-addresses.ts';
import { perform } from '../platform/operation.ts';
import type { TenantScope } from '../platform/scope.ts';
import { requireLease } from '../platform/tasks/require-lease.ts';
import {
  type Authenticator,
  describeRate,
  findUngranted,
  INSUFFICIENT_SCOPE,
  notGranted,
  readApiKey,
  requireWithinLimits,
  type VerifiedKey,
} from './authenticate.ts';
import type { Catalogue } from './catalogue.ts';
import { describeClient, KnownClients, readClientInfo, withClientName } from './client-name.ts';
import { type RequestId, toErrorResponse } from './errors.ts';
import { HeldResult } from './held-result.ts';
import type { CheckHost } from './host-check.ts';
import { findWrongParams, isDiscoverRequest, readCall, readMessage, wantsProgress } from './message.ts';
import { defineMcpServer, loadMcpSdk } from './server.ts';
import { type ClientInfo, type FinishedCall, type McpSession, notCalled } from './session.ts';
import { createPlaceholders, type QuotedTexts } from './tool-result.ts';
import { createTransport, type ServeMessage } from './transport.ts';

interface McpSurface<Key extends VerifiedKey = VerifiedKey> {
  deps: Deps;
  catalogue: Catalogue;
  authenticator: Authenticator<Key>;
  checkHost: CheckHost;
  recordCall(scope: TenantScope, call: FinishedCall): Promise<void>;
  /** Counts a call for the tenant's plan. Throws `plan_limit_reached`. */
  countCall(scope: TenantScope): Promise<void>;
  /** Replaces the server of the catalogue. The protocol's conformance suite tests with tools of its own. */
  serverFactory?: McpServerFactory;
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
  const clients = new KnownClients(surface.deps.bus);
  return async (request: Request, readAddress: () => string): Promise<Response> => {
    const progress: Progress = { id: undefined, headers: {} };
    let response: Response;
    try {
      response = await answer(surface, { request, readAddress, progress, quotedTexts, clients, serve });
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

interface Exchange {
  request: Request;
  readAddress: () => string;
  progress: Progress;
  quotedTexts: QuotedTexts;
  clients: KnownClients;
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
  requireLease(surface.deps.nodes);
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
  return answerKey(surface, exchange, key, countRequest);
}

/** Answers a request with a verified key. */
async function answerKey<Key extends VerifiedKey>(
  surface: McpSurface<Key>,
  exchange: Exchange,
  key: Key,
  countRequest: (bucket: string) => Promise<void>,
): Promise<Response> {
  const { request, progress } = exchange;
  const { authenticator, deps } = surface;
  const owner = `key ${key.id}`;
  deps.bodyQueue.note(owner);
  const { message, error, id } = await readMessage(request, deps.bodyQueue.of(owner));
  progress.id = id;
  const isDiscovery = isDiscoverRequest(message);
  if (!isDiscovery) await countRequest(owner);
  const refusal = error ?? findWrongParams(message);
  if (refusal !== undefined) throw refusal;
  if (isDiscovery) return answerMessage(surface, exchange, { key, scope: undefined, message });
  const { projectId, tenant } = authenticator.readTenant(request);
  const scope = await authenticator.openScope(key, projectId, tenant);
  return answerMessage(surface, exchange, { key, scope, message });
}

async function answerMessage<Key extends VerifiedKey>(
  surface: McpSurface<Key>,
  { request, quotedTexts, clients, serve }: Exchange,
  { key, scope, message }: { key: Key; scope: TenantScope | undefined; message: unknown },
): Promise<Response> {
  const isWhole = !isStreamed(surface, request, message);
  const placeholders = isWhole ? createPlaceholders(quotedTexts) : undefined;
  const held = new HeldResult(surface.deps, scope);
  try {
    const known = scope && clients.find(callerOf(scope), request, message);
    const given = readClientInfo(message) ?? known;
    const client = describeClient(request, given);
    if (client !== undefined) surface.authenticator.recordClient?.(key, client);
    const isNamed = key.isNamed === true;
    const session = createSession(surface, scope, { placeholders, held, known, isNamed });
    const ungranted = findUngranted(key, surface.catalogue.tools, message);
    if (ungranted !== undefined) {
      await session.recordCall(notCalled(ungranted, 'forbidden', given));
      throw notGranted(ungranted);
    }
    const response = await (await serve())(request, message, session);
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
  if (serverFactory !== undefined) return wantsProgress(message);
  const { name, arguments: args } = readCall(message) ?? {};
  return catalogue.tools.some((tool) => tool.definition.name === name && tool.isSlow(Object(args)));
}

const wrongMethod = (method: string) =>
  new DomainError('method_not_allowed', `${method} is not allowed here: send JSON-RPC requests by POST.`);

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
  const { bus, log } = surface.deps;
  const reportError = (error: Error) => log.debug({ err: error }, 'a message to the tool server was refused');
  return createTransport(sdk, createServer, surface.serverFactory, { bus, reportError });
}

function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
