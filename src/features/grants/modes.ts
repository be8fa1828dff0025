import { AGENT_MODES, type AgentMode } from '../../platform/agents/agent-modes.ts';
import { hasRole, type Role } from '../../platform/security/roles.ts';

/** The scopes of OAuth. Commenting and proposing have none of their own: who asks for `write` may get them. */
export const SCOPES_OF_MODE: Record<AgentMode, string> = {
  read: 'read',
  comment: 'read',
  propose: 'read',
  write: 'read write',
};

/** All scopes there are. */
export const ALL_SCOPES: readonly string[] = ['read', 'write'];

/** The most that a person with this role can allow an agent. */
export function highestMode(role: Role): AgentMode {
  if (hasRole(role, 'editor')) return 'write';
  return hasRole(role, 'reviewer') ? 'comment' : 'read';
}

/** The mode that a list of scopes asks for. Without a known scope it is all of them. */
export function requestedMode(scope: string | undefined): AgentMode {
  const asked = (scope ?? '').split(' ').filter((name) => ALL_SCOPES.includes(name));
  return asked.length > 0 && !asked.includes('write') ? 'read' : 'write';
}

/** The modes up to both of these. */
export function modesUpTo(one: AgentMode, other: AgentMode): AgentMode[] {
  const last = Math.min(AGENT_MODES.indexOf(one), AGENT_MODES.indexOf(other));
  return AGENT_MODES.slice(0, last + 1);
}
