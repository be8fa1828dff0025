import type { Effect } from '../scope.ts';

/** What an agent may do. Each mode includes those before it. */
export const AGENT_MODES = ['read', 'comment', 'propose', 'write'] as const;
export type AgentMode = (typeof AGENT_MODES)[number];

export const EFFECTS_OF_MODE: Record<AgentMode, readonly Effect[]> = {
  read: ['read'],
  comment: ['read', 'comment'],
  propose: ['read', 'comment', 'propose'],
  write: ['read', 'comment', 'propose', 'write', 'delete'],
};
