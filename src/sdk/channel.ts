import { SdkError } from './error.ts';
import type { Channel, Member, Message } from './room.ts';

/** What a channel asks of its connection. */
interface ChannelHost {
  send(event: string, data: object): boolean;
  leave(): void;
  onRefused(fault: SdkError): void;
}

/** A channel as the connection sees it. */
export interface OpenChannel {
  name: string;
  /** Resolves with the first subscription. */
  joined: Promise<Channel>;
  isJoined: boolean;
  receive(message: Message): void;
  refuse(fault: SdkError): void;
  down(fault: SdkError | undefined): void;
}

interface Presence {
  hash: Record<string, Member>;
}

export function createChannel(name: string, host: ChannelHost): OpenChannel {
  const members = new Map<string, Member>();
  const listeners = new Map<string, Set<(data: unknown) => void>>();
  const { promise, resolve, reject } = Promise.withResolvers<Channel>();
  // Who joins waits for it; after a reconnection nobody does.
  promise.catch(() => {});

  const tell = (event: string, data: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(data);
  };

  /** What the protocol says about the channel itself. */
  const internal: Record<string, (data: never) => void> = {
    'pusher_internal:subscription_succeeded'({ presence }: { presence?: Presence }) {
      members.clear();
      for (const [id, info] of Object.entries(presence?.hash ?? {})) members.set(id, { ...info, id });
      open.isJoined = true;
      resolve(channel);
      tell('subscribed', members);
    },
    'pusher_internal:member_added'({ user_id, user_info }: { user_id: string; user_info: Member }) {
      const member = { ...user_info, id: user_id };
      members.set(user_id, member);
      tell('member_added', member);
    },
    'pusher_internal:member_removed'({ user_id }: { user_id: string }) {
      const member = members.get(user_id);
      members.delete(user_id);
      if (member !== undefined) tell('member_removed', member);
    },
    'pusher:subscription_error'(data: { error?: string; status?: number }) {
      host.onRefused(
        new SdkError(`The channel was refused: ${data.error ?? 'no reason given'}`, data.status),
      );
    },
  };

  const channel: Channel = {
    name,
    members,
    on(event, listener) {
      const those = listeners.get(event) ?? new Set();
      listeners.set(event, those.add(listener));
      return () => void those.delete(listener);
    },
    send: (event, data) => host.send(event, data),
    leave: () => host.leave(),
  };

  const open: OpenChannel = {
    name,
    joined: promise,
    isJoined: false,
    receive({ event, data }) {
      const handle = internal[event];
      if (handle === undefined) tell(event, data);
      else handle((data ?? {}) as never);
    },
    refuse: reject,
    down(fault) {
      members.clear();
      if (fault !== undefined) reject(fault);
    },
  };
  return open;
}
