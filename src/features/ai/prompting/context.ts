import type { OfferedTag } from '../../../mail/starters/tags.ts';
import type { Brand } from '../../projects/index.ts';
import type { MessageRow } from '../conversations/queries.ts';
import type { Fence } from './fence.ts';

/** Merge tags a model is told of. */
const MAX_TAGS = 200;

/** Messages of the conversation a model is told of, and how much of each. */
const MAX_TURNS = 12;
const MAX_TURN_LENGTH = 1000;

/** How the sender's mails look and speak; undefined when nothing is known of it. */
export function describeBrand(fence: Fence, brand: Brand): string | undefined {
  if (Object.keys(brand).length === 0) return undefined;
  return `The sender's brand: use its colors, font, logo, tone of voice, footer, address and links where they belong.\n${fence.enclose('brand', JSON.stringify(brand))}`;
}

/** The merge tags there are. */
export function describeTags(fence: Fence, tags: readonly OfferedTag[]): string {
  if (tags.length === 0) {
    return 'There are no merge tags: write texts that need none, and keep those that stand in the data.';
  }
  const lines = tags
    .slice(0, MAX_TAGS)
    .map(({ label, value }) => (label === '' ? value : `${value}  (${label})`));
  return `Merge tags there are, to be written exactly so; there are no others:\n${fence.enclose('merge tags', lines.join('\n'))}`;
}

/** What was said before; undefined at the beginning. */
export function describeConversation(fence: Fence, messages: readonly MessageRow[]): string | undefined {
  if (messages.length === 0) return undefined;
  const turns = messages
    .slice(-MAX_TURNS)
    .map(({ role, content }) => `${role === 'user' ? 'They' : 'You'}: ${content.slice(0, MAX_TURN_LENGTH)}`);
  return `What was said before; it is done already:\n${fence.enclose('conversation', turns.join('\n'))}`;
}

/** What is wanted. */
export function describeRequest(fence: Fence, prompt: string): string {
  return `What is wanted:\n${fence.enclose('request', prompt)}`;
}
