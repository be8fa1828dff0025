import { createChannel, type OpenChannel } from './channel.ts';
import { isPassing, SdkError } from './error.ts';
import type { Requester } from './request.ts';
import type { Channel } from './room.ts';
import { createSocket } from './socket.ts';

export interface Realtime {
  /** Id of the connection while there is one. Calls of `api` carry it, so that their changes are not echoed. */
  readonly socketId: string | undefined;
  /** Joins the room of a template. The connection is made for the first room and closed after the last. */
  join(templateId: string): Promise<Channel>;
  close(): void;
}

interface RealtimeContext {
  baseUrl: string;
  request: Requester;
  guard<T>(work: Promise<T>): Promise<T>;
  report(error: SdkError): void;
}

/** The service's realtime side: the Pusher protocol, version 7. */
export function createRealtime({ baseUrl, request, guard, report }: RealtimeContext): Realtime {
  const channels = new Map<string, OpenChannel>();
  let appKey: string | undefined;
  const socket = createSocket({
    async findUrl() {
      appKey ??= await findAppKey(request);
      // Host and port that go with the key are for clients that know nothing but those.
      const address = baseUrl.replace(/^http/, 'ws');
      return `${address}/app/${encodeURIComponent(appKey)}?protocol=7&client=galley&version=1&flash=false`;
    },
    onOpen(socketId) {
      request.socketId = socketId;
      for (const channel of channels.values()) subscribe(channel, socketId);
    },
    onMessage(message) {
      if (message.channel !== undefined) channels.get(message.channel)?.receive(message);
      else if (message.event === 'pusher:error') report(new SdkError(describeFault(message.data)));
    },
    onDown(fault) {
      request.socketId = undefined;
      for (const channel of channels.values()) channel.down(fault);
      if (fault === undefined) return;
      channels.clear();
      report(fault);
    },
  });

  function subscribe(channel: OpenChannel, socketId: string): void {
    authorize(request, channel.name, socketId)
      .then((answer) => {
        // Meanwhile the connection may be another one, which subscribes by itself.
        if (socket.id !== socketId || channels.get(channel.name) !== channel) return;
        socket.send({ event: 'pusher:subscribe', data: { channel: channel.name, ...answer } });
      })
      .catch((fault: SdkError) => {
        if (isPassing(fault)) socket.reconnect(socketId);
        else refuse(channel, fault);
      });
  }

  function refuse(channel: OpenChannel, fault: SdkError): void {
    forget(channel);
    channel.refuse(fault);
    if (channel.isJoined) report(fault);
  }

  function forget(channel: OpenChannel): void {
    if (channels.get(channel.name) !== channel) return;
    channels.delete(channel.name);
    if (channels.size === 0) socket.close();
  }

  function join(templateId: string): Promise<Channel> {
    const name = `presence-template.${templateId}`;
    const known = channels.get(name);
    if (known !== undefined) return known.joined;
    const channel = createChannel(name, {
      send: (event, data) => socket.send({ event, channel: name, data }),
      leave() {
        socket.send({ event: 'pusher:unsubscribe', data: { channel: name } });
        forget(channel);
      },
      onRefused: (fault) => refuse(channel, fault),
    });
    channels.set(name, channel);
    if (socket.id === undefined) socket.open();
    else subscribe(channel, socket.id);
    return channel.joined;
  }

  return {
    get socketId() {
      return socket.id;
    },
    join: (templateId) => guard(join(templateId)),
    close() {
      channels.clear();
      socket.close();
    },
  };
}

/** Asks the service to vouch for the session's user at its websockets. */
async function authorize(request: Requester, channelName: string, socketId: string): Promise<object> {
  const { user } = await request.sessions.current();
  const input = {
    socket_id: socketId,
    channel_name: channelName,
    user_id: user?.id ?? '',
    user_name: user?.name ?? '',
    user_signature: user?.signature ?? '',
  };
  const call = { method: 'POST', path: 'P/broadcasting/auth', encoding: 'urlencoded', input } as const;
  return (await request(call)).json();
}

async function findAppKey(request: Requester): Promise<string> {
  const response = await request({ method: 'GET', path: 'P/config' });
  const { data } = await response.json();
  return data.websocket.app_key;
}

function describeFault(data: unknown): string {
  const message = (data as { message?: unknown } | undefined)?.message;
  return `Realtime: ${typeof message === 'string' ? message : 'the service reported a fault'}`;
}
