import type { TenantScope } from '../../platform/scope.ts';

/** Who acts in a scope, as templates keep it: people and agents can have the same id. */
export function authorOf({ actor }: TenantScope): string {
  return `${actor.kind}:${actor.id}`;
}
