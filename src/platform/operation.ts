import type { Static, TSchema } from '@sinclair/typebox';
import type { Deps } from './deps.ts';
import { DomainError, featureUnavailable } from './errors.ts';
import type { DomainEvent } from './events.ts';
import { parseInput } from './input.ts';
import type { PlanFeature } from './plan.ts';
import type { Scope, ScopeKind, ScopeOf } from './scope.ts';

/** What REST counts a request as, see http/rate-limits.ts. */
export type RequestClass = 'read' | 'write' | 'render' | 'upload';

export interface OperationContext<Kind extends ScopeKind> {
  deps: Deps;
  scope: ScopeOf<Kind>;
  /** Publishes an event after `run` has succeeded. */
  emit(event: DomainEvent): void;
  /** Aborts when the caller has disconnected or cancelled. Undefined if the surface cannot tell. */
  signal?: AbortSignal | undefined;
}

/**
 * A use case of the service. REST routes, tools and commands translate to and from it and hold no rules.
 * `Output` is plain data without transport types.
 */
export interface Operation<
  Kind extends ScopeKind = ScopeKind,
  Input extends TSchema = TSchema,
  Output extends TSchema = TSchema,
> {
  /** camelCase verb + noun, unique in the service; the OpenAPI operationId. */
  name: string;
  /** One line for documentation. */
  summary: string;
  /** Who may perform it. */
  scope: Kind;
  /** Plan feature it needs, if any. Only tenants have a plan. */
  feature?: PlanFeature;
  /**
   * `render` if it takes a worker process or the language model, `upload` if it stores a file. Left out: by the method of
   * the route.
   */
  requestClass?: 'render' | 'upload';
  /** A token that has expired is let through, see `TenantScope.isTokenExpired`. The operation decides what it opens. */
  acceptsExpiredToken?: true;
  input: Input;
  output: Output;
  run(context: OperationContext<Kind>, input: Static<Input>): Promise<Static<Output>>;
}

/** Declares an operation with inferred types. */
export function defineOperation<Kind extends ScopeKind, Input extends TSchema, Output extends TSchema>(
  operation: Operation<Kind, Input, Output>,
): Operation<Kind, Input, Output> {
  return operation;
}

/** An operation of unknown shapes, as lists and registries hold it. */
// biome-ignore lint/suspicious/noExplicitAny: `run` is contravariant in its input, so no other type holds them all
export type AnyOperation = Operation<any, any, any>;

/**
 * Performs an operation: plan feature, then validation, then `run`, then its events.
 * Throws a `DomainError` for errors that the caller may see.
 */
export async function perform<Kind extends ScopeKind, Input extends TSchema, Output extends TSchema>(
  operation: Operation<Kind, Input, Output>,
  deps: Deps,
  scope: ScopeOf<Kind>,
  input: unknown,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Static<Output>> {
  requireFeature(operation, scope);
  requireFreshToken(operation, scope);
  const parsed = parseInput(operation.input, input);
  const events: DomainEvent[] = [];
  const output = await operation.run({ deps, scope, emit: (event) => events.push(event), signal }, parsed);
  if (events.length > 0) deps.events.publish(events, scope);
  return output;
}

/** A second barrier: surfaces let expired tokens through to these operations only. */
function requireFreshToken({ acceptsExpiredToken }: { acceptsExpiredToken?: true }, scope: Scope): void {
  if (scope.kind === 'tenant' && scope.isTokenExpired && !acceptsExpiredToken)
    throw new DomainError('unauthorized', 'The access token has expired. Request a new one.');
}

function requireFeature(operation: { feature?: PlanFeature }, scope: Scope): void {
  if (operation.feature === undefined || scope.kind !== 'tenant') return;
  if (!scope.plan.features[operation.feature]) throw featureUnavailable(operation.feature);
}
