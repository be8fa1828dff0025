import type { Item } from './operations.ts';

/** A recorded call of a tool. */
export type ToolCall = Item<'listToolCalls'>;

/** The name of an agent's key or connection, and of its program. */
export const agentOf = ({ client, key_name }: ToolCall): string =>
  client === null ? key_name : `${key_name} · ${client}`;
