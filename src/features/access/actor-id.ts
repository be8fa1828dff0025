import type { Actor } from '../../platform/scope.ts';

/** The id of every agent the operator has started without a key. */
export const OPERATORS_AGENT = 'stdio';

const AGENT_PREFIX = 'agent:';

/** What `identifyActor` makes of an agent: no user may have such an id. */
const AGENT_IDENTIFIER = new RegExp(
  `^${AGENT_PREFIX}(${OPERATORS_AGENT}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
  'i',
);

/** One text for an actor of any kind: a user's id as it is, because editors compare it, others with their kind before. */
export function identifyActor({ kind, id }: Pick<Actor, 'kind' | 'id'>): string {
  return kind === 'user' ? id : `${kind}:${id}`;
}

/** True for a text that `identifyActor` makes of agents. */
export function looksLikeAgent(userId: string): boolean {
  return AGENT_IDENTIFIER.test(userId);
}
