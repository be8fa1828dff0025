import type { Session } from './auth.ts';
import { isTemporary } from './error.ts';
import type { EditorAuth } from './published-editor-patches.ts';

/** The parts of a channel of `pusher-js` (8) that are used. */
export interface PusherChannel {
  name: string;
  subscribed: boolean;
  /** Handles an event. */
  emit(event: string, data?: unknown, metadata?: unknown): unknown;
  callbacks?: { get?(event: string): unknown };
}

/** The parts of a client of `pusher-js` (8) that are used. */
export interface PusherClient {
  /** The application: Galley's app key is the id of the project. */
  key: string;
  connection: { socket_id?: string };
  /** As the editor passed them. The authorizer reads the same objects with each request. */
  options?: {
    channelAuthorization?: { headers?: Record<string, string>; params?: Record<string, string> };
  };
  config: { channelAuthorizer: ChannelAuthorizer };
  /** False if there is no connection. */
  send_event(event: string, data: unknown, channel?: string): boolean;
  channel(name: string): PusherChannel | undefined;
  unsubscribe(name: string): void;
  connect(): void;
  disconnect(): void;
}

type AuthorizerCallback = (fault: Error | null, answer: unknown) => void;
type ChannelAuthorizer = (
  asked: { channelName: string; socketId: string },
  callback: AuthorizerCallback,
) => void;

interface SocketPatch {
  /** Called for each client that is new in the page. */
  onClient(client: PusherClient): void;
  /** The editor's own session. */
  findEditorAuth(): EditorAuth | undefined;
  /** Otherwise a session whose token is valid for another minute. */
  getSession(): Promise<Session>;
  /** Makes any call to the service, which renews this session if the service no longer accepts it. */
  callService(): Promise<unknown>;
}

/** `pusher-js` sets this global when it is loaded, and lists its clients in it. */
const listClients = (): readonly PusherClient[] =>
  (globalThis as { Pusher?: { instances?: PusherClient[] } }).Pusher?.instances ?? [];

/** The editor connects when it loads a template. A client is to be found before it has subscribed to its channel. */
const POLL_MS = 20;

const ATTEMPTS = 6;
const FIRST_DELAY_MS = 500;

/** The name of the signature in the two generations of editors. */
const SIGNATURES = ['user_signature', 'userSignature'];

/**
 * Sends the editor's current token with each request for a channel. The editor would send the token of its first
 * connection, so the first reconnection after its expiry would end live editing. Requests that fail temporarily, as during a
 * restart of the service, are repeated. Returns a function that stops watching for new connections.
 */
export function patchSocket(projectId: string, patch: SocketPatch): () => void {
  const known = new WeakSet<PusherClient>();
  const timer = setInterval(() => {
    for (const client of listClients()) {
      if (client.key !== projectId || known.has(client)) continue;
      known.add(client);
      patchClient(client, patch);
      patch.onClient(client);
    }
  }, POLL_MS);
  return () => clearInterval(timer);
}

function patchClient(client: PusherClient, patch: SocketPatch): void {
  const { headers, params } = client.options?.channelAuthorization ?? {};
  if (headers?.Authorization === undefined) return;
  const authorize = client.config.channelAuthorizer;
  client.config.channelAuthorizer = (asked, callback) => {
    const attempt = async (): Promise<unknown> => {
      const { token, signature } = await readToken(patch);
      headers.Authorization = `Bearer ${token}`;
      for (const name of SIGNATURES) if (params?.[name] && signature) params[name] = signature;
      return new Promise((resolve, reject) => {
        authorize(asked, (fault, answer) => (fault === null ? resolve(answer) : reject(fault)));
      });
    };
    // After a reconnection the editor makes a new request. The answer to this one would be an error there.
    const isOver = () => client.connection.socket_id !== asked.socketId;
    const call = (fault: Error | null, answer: unknown) => isOver() || callback(fault, answer);
    repeat(attempt, patch, isOver).then(
      (answer) => call(null, answer),
      (fault) => call(fault, null),
    );
  };
}

async function readToken({ findEditorAuth, getSession }: SocketPatch) {
  const own = findEditorAuth();
  await own?.initialize();
  if (own?.accessTokenValue) return { token: own.accessTokenValue, signature: own.userConfig?.signature };
  const { token, user } = await getSession();
  return { token, signature: user?.signature };
}

/** Repeats an attempt after temporary failures, and once after the token was refused, while the connection is the same. */
async function repeat(
  attempt: () => Promise<unknown>,
  { findEditorAuth, callService }: SocketPatch,
  isOver: () => boolean,
): Promise<unknown> {
  let isRenewed = false;
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (fault) {
      const status = readStatus(fault);
      if (count === ATTEMPTS || isOver()) throw fault;
      if (status === 401 && !isRenewed) {
        isRenewed = true;
        await (findEditorAuth()?.refreshToken() ?? callService()).catch(() => {});
      } else if (isTemporary({ statusCode: status })) {
        await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY_MS * 2 ** (count - 1)));
      } else throw fault;
    }
  }
}

/** The status of an error of `pusher-js` or of the client; undefined without an answer, for which `pusher-js` says 0. */
function readStatus(fault: unknown): number | undefined {
  const { status, statusCode } = fault as { status?: number; statusCode?: number };
  return status || statusCode;
}
