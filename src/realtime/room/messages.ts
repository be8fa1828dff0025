import { lazyMessage, type Spelled, spellEvent, spellOperation } from '../../http/editor-compat/messages.ts';
import { encodeMessage } from '../protocol.ts';
import type { Message } from './entry.ts';

/** A message of the room as a tab receives it. Operations and locks look as if another editor had sent them. */
export function encodeToTab(channel: string, message: Message, nameOf: (user: string) => string): Spelled {
  return lazyMessage((spelling) => {
    const { serial } = message;
    const event = (name: string, data: object, more: object = {}) =>
      JSON.stringify({ event: spellEvent(spelling, name), channel, data: { ...data, serial }, ...more });
    if ('lock' in message)
      return event('client-block_locked', { blockId: message.lock, userId: message.user });
    if ('unlock' in message) return event('client-block_unlocked', { blockId: message.unlock });
    if ('replaced' in message)
      return encodeMessage(
        'content-replaced',
        {
          blocks: message.replaced,
          user: message.user === undefined ? null : { id: message.user, name: nameOf(message.user) },
        },
        channel,
      );
    const operation = spellOperation(spelling, {
      timestamp: Math.floor((serial ?? 0) / 1000),
      ...message.op,
      serial,
    });
    if (message.user === undefined) return encodeMessage('mcp-operation', operation, channel);
    return event('client-operation', operation as object, { user_id: message.user });
  });
}
