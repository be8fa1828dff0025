import type { Settings } from '../../src/config/index.ts';
import { isPostgres, processCount } from '../support/engine.ts';
import { startBalanced } from '../support/several-servers.ts';
import { type SignedUser, signUser } from '../support/signed-user.ts';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import { untilIdle } from '../support/test-database.ts';
import type { Generation } from './editor-model.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a message holds
export type Data = any;

export interface Received {
  event: string;
  channel?: string;
  data: Data;
  user_id?: string;
  /** As it came. */
  text: string;
}

/** A bare websocket that keeps what it receives. */
export interface TestSocket {
  id: string;
  received: Received[];
  closed: Promise<{ code: number; reason: string }>;
  /** The token of its page, if `enter` opened it. */
  token: string;
  answersPings: boolean;
  /** Called with each message before the socket answers pings. */
  onMessage: (message: Received) => void;
  isOpen(): boolean;
  send(message: unknown): void;
  /** The next message with this event that was not waited for before. */
  next(event: string): Promise<Received>;
  /** Resolves when the server has handled all that was sent, and all it answered has arrived. */
  settle(): Promise<void>;
  close(): void;
}

export interface Rig extends TestApp {
  port: number;
  /** Whether sockets that are opened from now on answer pings, as `TestSocket.answersPings`. */
  answersPings?: boolean;
  isSecure?: boolean;
}

/** The real application, listening. With `GALLEY_TEST_SERVERS`, several servers, of which each request and each socket gets the next. */
export async function startRig(settings: Partial<Settings> = {}): Promise<Rig> {
  if (processCount > 0) {
    const app = await createTestApp(settings);
    return Object.assign(app, { port: app.listen() });
  }
  const servers = Number(process.env.GALLEY_TEST_SERVERS ?? 1);
  if (servers > 1) return startBalanced(servers, settings);
  const app = await createTestApp(settings);
  app.http.listen({ hostname: '127.0.0.1', port: 0, websocket: app.realtime.websocket } as never);
  return Object.assign(app, { port: app.http.server?.port as number });
}

export async function stopRig(rig: Rig): Promise<void> {
  if (processCount === 0) await rig.realtime.close();
  await rig.stop();
}

/** Moves the clock, or waits so long for that of other processes. */
export async function passTime(rig: Rig, milliseconds: number): Promise<void> {
  if (processCount > 0) await Bun.sleep(milliseconds);
  else rig.clock.advance(milliseconds);
}

export const channelOf = (templateId: string): string => `presence-template.${templateId}`;

/** Opens a websocket; resolves when the protocol says that it is there, or when it was closed. */
export async function openSocket(
  rig: Pick<Rig, 'port' | 'isSecure' | 'answersPings'> & { data?: string },
  appKey: string,
  query = 'protocol=7',
  headers: Record<string, string> = {},
): Promise<TestSocket> {
  const { port, isSecure, answersPings = true } = rig;
  const address = `${isSecure ? 'wss' : 'ws'}://127.0.0.1:${port}/app/${appKey}`;
  // The certificates of tests are self-signed.
  const options = { headers, tls: { rejectUnauthorized: false } } as unknown as string[];
  const ws = new WebSocket(`${address}?${query}&client=js&version=8.5.0&flash=false`, options);
  const received: Received[] = [];
  const waited = new Set<Received>();
  let wake: () => void = () => {};
  let isOver = false;
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  ws.onmessage = ({ data: text }) => {
    const message = JSON.parse(text) as Received;
    // Data of the server's own messages is JSON inside a text.
    const isOwn = typeof message.data === 'string' && !message.event.startsWith('client-');
    const data = isOwn ? JSON.parse(message.data) : message.data;
    received.push({ ...message, data, text });
    socket.onMessage({ ...message, data, text });
    // As every client of the protocol does.
    if (message.event === 'pusher:ping' && socket.answersPings) ws.send('{"event":"pusher:pong","data":{}}');
    wake();
  };
  ws.onclose = ({ code, reason }) => {
    isOver = true;
    closed.resolve({ code, reason });
    wake();
  };
  const next = async (event: string): Promise<Received> => {
    for (;;) {
      const found = received.find((message) => message.event === event && !waited.has(message));
      if (found !== undefined) {
        waited.add(found);
        return found;
      }
      if (isOver) throw new Error(`closed before ${event}; received ${received.map((one) => one.event)}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const socket: TestSocket = {
    id: '',
    token: '',
    answersPings,
    onMessage: () => {},
    received,
    closed: closed.promise,
    isOpen: () => !isOver,
    send: (message) => ws.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next,
    async settle() {
      const answerPing = async () => {
        socket.send({ event: 'pusher:ping', data: {} });
        await next('pusher:pong');
      };
      await answerPing();
      if (!isPostgres || rig.data === undefined) return;
      await untilIdle(rig.data);
      await answerPing();
    },
    close: () => ws.close(),
  };
  await Promise.race([
    next('pusher:connection_established').then(({ data }) => {
      socket.id = data.socket_id;
    }),
    closed.promise,
  ]).catch(() => {});
  return socket;
}

/** A project with a template in it and people who can open it. */
export async function openTemplate(rig: Rig, tenantName = 'default', content: unknown = smallContent()) {
  const tenant = await rig.openTenant(tenantName);
  const created = await tenant.request('POST', '/templates', { body: { content } });
  const id = created.body.data.id as string;
  const channel = channelOf(id);
  /** `user`: the fields of the form, as an editor of the generation names them. */
  const authorize = (
    socketId: string,
    user: SignedUser | Record<string, string>,
    channelName = channel,
    token = tenant.token,
  ) =>
    tenant.request('POST', '/broadcasting/auth', {
      token,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ socket_id: socketId, channel_name: channelName, ...user }).toString(),
    });
  const person = (userId: string, name = userId) => signUser(rig.first.signing_key as string, userId, name);
  /** A person's editor: connected, authorized, subscribed. */
  const enter = async (
    userId: string,
    name = userId,
    headers: Record<string, string> = {},
    generation: Generation = 'old',
    token?: string,
    onJoined: (socket: TestSocket) => void = () => {},
  ) => {
    const user = person(userId, name);
    const { user_id, user_name, user_signature } = user;
    const named = { userId: user_id, userName: user_name, userSignature: user_signature };
    const fields = generation === 'old' ? user : named;
    const subscribe = async (): Promise<TestSocket> => {
      const socket = await openSocket(rig, rig.first.project_id as string, undefined, headers);
      socket.token = token ?? (await rig.exchangeToken(tenantName, { user: { id: userId, name } })).token;
      const pass = await authorize(socket.id, fields, channel, socket.token);
      if (pass.status !== 200) throw new Error(`refused: ${pass.text}`);
      socket.send({ event: 'pusher:subscribe', data: { channel, ...pass.body } });
      socket.onMessage = ({ event }) => {
        if (event === 'pusher_internal:subscription_succeeded') onJoined(socket);
      };
      const joined = socket.next('pusher_internal:subscription_succeeded').then(() => undefined);
      const end = await Promise.race([joined, socket.closed]);
      if (end === undefined) return socket;
      if (end.code !== 4200) throw new Error(`closed: ${end.code} ${end.reason}`);
      // As clients do.
      return subscribe();
    };
    const socket = await subscribe();
    // The room has its page by now, which it finds out with a ping if the page does not tell.
    if (socket.answersPings) await socket.settle();
    return socket;
  };
  const save = (
    changed: unknown,
    headers: Record<string, string> = {},
    token = tenant.token,
    page?: object,
  ) =>
    tenant.request('PUT', `/templates/${id}`, {
      body: { content: changed, ...(page && { tab: page }) },
      headers,
      token,
    });
  return { rig, tenant, id, channel, authorize, person, enter, save };
}

export type OpenTemplate = Awaited<ReturnType<typeof openTemplate>>;

/** All that was received of an event. */
export function dataOf(socket: TestSocket, event: string): Data[] {
  return socket.received.filter((message) => message.event === event).map(({ data }) => data);
}

/** Calls a tool as an agent with a key. */
export async function callTool(
  rig: Rig,
  tool: string,
  args: Record<string, unknown>,
  tenant = 'default',
  key = rig.first.api_key,
) {
  const answer = await rig.request('POST', '/api/v1/mcp', {
    headers: {
      authorization: `Bearer ${key}`,
      'x-project-id': rig.first.project_id as string,
      'x-tenant': tenant,
      accept: 'application/json, text/event-stream',
    },
    body: { jsonrpc: '2.0', id: '1', method: 'tools/call', params: { name: tool, arguments: args } },
  });
  if (answer.body?.result === undefined) throw new Error(`no result: ${answer.text}`);
  return answer.body.result as Data;
}
