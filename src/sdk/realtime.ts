import { type Channel, type ShownContent, Subscription } from './channel.ts';
import type { TabSave } from './editor-tab.ts';
import { isTemporary, SdkError } from './error.ts';
import type { Guard } from './guard.ts';
import type { HttpClient } from './request.ts';
import { ReconnectingSocket } from './socket.ts';

export interface Realtime {
  /** Id of the connection while there is one. Calls of `api` carry it, so that the page does not receive its own changes. */
  readonly socketId: string | undefined;
  /**
   * Joins the channel of a template; each join ends with its own `leave`. The connection is opened for the first
   * channel and closed after the last. `shown`: of an editor that shows the template live.
   */
  join(templateId: string, shown?: ShownContent): Promise<Channel>;
  /**
   * The `tab` of a save, if an editor of this page shows the template live. Call it in the same turn of the script in which the
   * content is read.
   */
  startSave(templateId: string): TabSave | undefined;
  /**
   * Listens to events of a template's channel, named as in `Channel.on`, until the returned function is called. It is
   * independent of `join` and `leave`. `subscribed` is told at once if the channel is joined already.
   */
  follow(templateId: string, events: Readonly<Record<string, (data: unknown) => void>>): () => void;
  close(): void;
}

interface RealtimeContext {
  baseUrl: string;
  http: HttpClient;
  guard: Guard;
  report(error: SdkError): void;
}

/** A client of the Pusher protocol, version 7: one websocket, one subscription per template. */
export class RealtimeClient implements Realtime {
  readonly #context: RealtimeContext;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #socket: ReconnectingSocket;
  #appKey: string | undefined;

  constructor(context: RealtimeContext) {
    this.#context = context;
    this.#socket = new ReconnectingSocket({
      findUrl: () => this.#findUrl(),
      onOpen: (socketId) => this.#subscribeAll(socketId),
      onMessage: (message) => {
        if (message.channel !== undefined) this.#subscriptions.get(message.channel)?.receive(message);
        else if (message.event === 'pusher:error') context.report(new SdkError(describeFault(message.data)));
      },
      onDown: (fault) => this.#goDown(fault),
    });
  }

  get socketId(): string | undefined {
    return this.#socket.id;
  }

  /** A property, so that pages can take the function out of the object. */
  readonly join = (templateId: string, shown?: ShownContent): Promise<Channel> =>
    this.#context.guard(this.#findOrJoin(templateId).join(shown));

  readonly startSave = (templateId: string): TabSave | undefined =>
    this.#subscriptions.get(nameOf(templateId))?.startSave();

  readonly follow = (
    templateId: string,
    events: Readonly<Record<string, (data: unknown) => void>>,
  ): (() => void) => {
    const subscription = this.#findOrJoin(templateId);
    this.#context.guard(subscription.joined).catch(() => {});
    return subscription.follow(events);
  };

  readonly close = (): void => {
    this.#subscriptions.clear();
    this.#closeSocket();
  };

  #findOrJoin(templateId: string): Subscription {
    const name = nameOf(templateId);
    const known = this.#subscriptions.get(name);
    if (known !== undefined) return known;
    const subscription: Subscription = new Subscription(name, {
      send: (event, data) => this.#socket.send({ event, channel: name, data }),
      leave: () => {
        if (this.#subscriptions.get(name) !== subscription) return;
        this.#socket.send({ event: 'pusher:unsubscribe', data: { channel: name } });
        this.#remove(subscription);
      },
      rejoin: () => {
        const { id } = this.#socket;
        subscription.down(undefined);
        if (id === undefined) return;
        this.#socket.send({ event: 'pusher:unsubscribe', data: { channel: name } });
        this.#subscribe(subscription, id);
      },
      onRefused: (fault) => this.#refuse(subscription, fault),
    });
    this.#subscriptions.set(name, subscription);
    if (this.#socket.id === undefined) this.#socket.open();
    else this.#subscribe(subscription, this.#socket.id);
    return subscription;
  }

  async #findUrl(): Promise<string> {
    this.#appKey ??= await findAppKey(this.#context.http);
    // The host and port beside the key are for clients that do not know the base URL.
    const address = this.#context.baseUrl.replace(/^http/, 'ws');
    return `${address}/app/${encodeURIComponent(this.#appKey)}?protocol=7&client=galley&version=1&flash=false`;
  }

  #subscribeAll(socketId: string): void {
    this.#context.http.socketId = socketId;
    for (const subscription of this.#subscriptions.values()) this.#subscribe(subscription, socketId);
  }

  #subscribe(subscription: Subscription, socketId: string): void {
    const { name } = subscription;
    authorize(this.#context.http, name, socketId)
      .then((answer) => {
        // There may be another connection by now, which subscribes by itself.
        if (this.#socket.id !== socketId || this.#subscriptions.get(name) !== subscription) return;
        this.#socket.send({ event: 'pusher:subscribe', data: { channel: name, ...answer } });
      })
      .catch((fault: SdkError) => {
        if (isTemporary(fault)) this.#socket.reconnect(socketId);
        else this.#refuse(subscription, fault);
      });
  }

  #refuse(subscription: Subscription, fault: SdkError): void {
    this.#remove(subscription);
    subscription.refuse(fault);
    if (subscription.isJoined) this.#context.report(fault);
  }

  #remove(subscription: Subscription): void {
    if (this.#subscriptions.get(subscription.name) !== subscription) return;
    this.#subscriptions.delete(subscription.name);
    if (this.#subscriptions.size === 0) this.#closeSocket();
  }

  #closeSocket(): void {
    this.#socket.close();
    this.#context.http.socketId = undefined;
  }

  #goDown(fault: SdkError | undefined): void {
    this.#context.http.socketId = undefined;
    for (const subscription of this.#subscriptions.values()) subscription.down(fault);
    if (fault === undefined) return;
    this.#subscriptions.clear();
    this.#context.report(fault);
  }
}

const nameOf = (templateId: string) => `presence-template.${templateId}`;

/** Requests the signature with which the session's user may join a channel. */
async function authorize(http: HttpClient, channelName: string, socketId: string): Promise<object> {
  const { user } = await http.sessions.current();
  const input = {
    socket_id: socketId,
    channel_name: channelName,
    user_id: user?.id ?? '',
    user_name: user?.name ?? '',
    user_signature: user?.signature ?? '',
  };
  const call = { method: 'POST', path: 'P/broadcasting/auth', input };
  return (await http.request(call)).json();
}

async function findAppKey(http: HttpClient): Promise<string> {
  const response = await http.request({ method: 'GET', path: 'P/config' });
  const { data } = await response.json();
  return data.websocket.app_key;
}

function describeFault(data: unknown): string {
  const message = (data as { message?: unknown } | undefined)?.message;
  return `Realtime: ${typeof message === 'string' ? message : 'the service reported an error'}`;
}
