import type { Static, TSchema } from '@sinclair/typebox';
import type { Deps } from './deps.ts';
import { DomainError, featureUnavailable, invalidField, notFound } from './errors.ts';
import type { DomainEvent } from './events.ts';
import { parseInput } from './json/input.ts';
import type { PlanFeature } from './limits/plan.ts';
import type { SpanAttributes } from './ports/tracing.ts';
import type { Effect, Scope, ScopeKind, ScopeOf, TenantScope } from './scope.ts';
import { type Access, requireAccess } from './security/admin-access.ts';

/** The class of a request for the rate limits of REST, see http/rate-limits.ts. */
export type RequestClass = 'read' | 'write' | 'render' | 'upload';

/** What work on the data of a tenant needs. Operations of tenants pass on their own context. */
export interface TenantContext {
  deps: Deps;
  scope: TenantScope;
}

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
  /** Who may perform it. `project`: the operator and the project's backend; the input has the `project_id`. */
  scope: Kind;
  /** Compared with the restrictions of the scope. */
  effect: Effect;
  /**
   * Which people with accounts may perform it, for the scopes admin and project. Left out: only operators of the
   * installation.
   */
  access?: Access<Static<Input>>;
  /** It changes access rights. An admin token may perform it only if it lists the operation by name. */
  managesAccess?: true;
  /** Plan feature it needs, if any. Only tenants have a plan. */
  feature?: PlanFeature;
  /** A field that arrives as `UnparsedJson` if it is large, so that a worker process parses and checks it. */
  largeField?: string;
  /** It shows and changes no templates, so a key that is limited to one template may perform it. */
  concernsNoTemplate?: true;
  /**
   * `render` if it uses a worker process or the language model, `upload` if it stores a file. Left out: determined by
   * the method of the route.
   */
  requestClass?: 'render' | 'upload';
  /** Expired tokens are accepted, see `TenantScope.isTokenExpired`. The operation decides what they give access to. */
  acceptsExpiredToken?: true;
  /**
   * It has no tenant in its path and itself respects `tenants` of the project's scope. Other operations without a
   * tenant are refused to a backend that is limited to some tenants.
   */
  checksTenants?: true;
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

/** An operation of unknown types, for lists and registries. */
// biome-ignore lint/suspicious/noExplicitAny: `run` is contravariant in its input, so no other type holds them all
export type AnyOperation = Operation<any, any, any>;

/**
 * Performs an operation: checks the scope and the plan's feature, validates the input, calls `run`, and publishes its
 * events. Throws a `DomainError` for errors that the caller may see.
 */
export function perform<Kind extends ScopeKind, Input extends TSchema, Output extends TSchema>(
  operation: Operation<Kind, Input, Output>,
  deps: Deps,
  scope: NoInfer<ScopeOf<Kind>>,
  input: unknown,
  options: PerformOptions = {},
): Promise<Static<Output>> {
  const run = () => performNow(operation, deps, scope, input, options);
  if (deps.tracing === undefined) return run();
  const attributes = describe(operation, scope);
  return deps.tracing.trace(`perform ${operation.name}`, { attributes, mayBegin: true }, run);
}

interface PerformOptions {
  signal?: AbortSignal | undefined;
}

/** Attributes of a trace: ids and the kind of work, no names. */
function describe({ name, effect }: AnyOperation, scope: Scope): SpanAttributes {
  return {
    'galley.operation': name,
    'galley.effect': effect,
    'galley.actor.kind': scope.actor.kind,
    ...('projectId' in scope && { 'galley.project.id': scope.projectId }),
    ...(scope.kind === 'tenant' && { 'galley.tenant.id': scope.tenant.id }),
  };
}

async function performNow<Kind extends ScopeKind, Input extends TSchema, Output extends TSchema>(
  operation: Operation<Kind, Input, Output>,
  deps: Deps,
  scope: NoInfer<ScopeOf<Kind>>,
  input: unknown,
  { signal }: PerformOptions,
): Promise<Static<Output>> {
  requireFreshToken(operation, scope);
  requireEffect(operation, scope);
  requireFeature(operation, scope);
  requireNamesTemplate(operation, scope);
  const parsed = parseInput(operation.input, input);
  requireOwnProject(scope, parsed);
  requireOwnTemplate(operation, scope, parsed);
  if (scope.kind === 'admin' && scope.access !== undefined)
    await requireAccess(operation, deps, scope.access, parsed);
  const events: DomainEvent[] = [];
  const output = await operation.run({ deps, scope, emit: (event) => events.push(event), signal }, parsed);
  if (events.length > 0) deps.events.publish(events, scope);
  return output;
}

/** Defense in depth: surfaces already accept expired tokens only for operations that declare it. */
function requireFreshToken({ acceptsExpiredToken }: { acceptsExpiredToken?: true }, scope: Scope): void {
  if (scope.kind === 'tenant' && scope.isTokenExpired && !acceptsExpiredToken)
    throw new DomainError('unauthorized', 'The access token has expired. Request a new one.');
}

/**
 * Throws `forbidden` if a restriction of the scope, such as a suspension, excludes the operation. Surfaces call it
 * before they read a body, which may be large.
 */
export function requireEffect({ effect }: { effect: Effect }, scope: Scope): void {
  const refused = refusingRestriction(effect, scope);
  if (refused !== undefined) throw new DomainError('forbidden', refused.message);
}

/** Whether all restrictions of the scope allow the effect. */
export const isEffectAllowed = (effect: Effect, scope: Scope): boolean =>
  refusingRestriction(effect, scope) === undefined;

function refusingRestriction(effect: Effect, scope: Scope) {
  if (!('restrictions' in scope)) return undefined;
  return scope.restrictions?.find(({ effects }) => !effects.includes(effect));
}

/**
 * Whether a scope can perform an operation with some input: by its plan, its effects, and the template it is limited
 * to.
 */
export function mayPerform(operation: AnyOperation, scope: TenantScope): boolean {
  if (!isEffectAllowed(operation.effect, scope)) return false;
  if (operation.feature !== undefined && !scope.plan.features[operation.feature]) return false;
  return scope.templateId === undefined || isForOneTemplate(operation);
}

function isForOneTemplate({ concernsNoTemplate, input }: AnyOperation): boolean {
  return concernsNoTemplate === true || 'template_id' in input.properties;
}

/**
 * A caller that is limited to one template must not learn about others, so operations that name no template are
 * refused.
 */
function requireNamesTemplate(operation: AnyOperation, scope: Scope): void {
  if (scope.kind !== 'tenant' || scope.templateId === undefined || isForOneTemplate(operation)) return;
  throw new DomainError(
    'forbidden',
    `This API key is for the template ${scope.templateId} only, and this needs access to all templates.`,
  );
}

/** For a caller that is limited to one template, others are *not found*. */
function requireOwnTemplate(operation: AnyOperation, scope: Scope, input: unknown): void {
  if (scope.kind !== 'tenant' || scope.templateId === undefined || operation.concernsNoTemplate) return;
  const { template_id: id } = input as { template_id?: unknown };
  if (id === undefined)
    throw invalidField(
      'template_id',
      `is needed, because this API key is for the template ${scope.templateId} only.`,
    );
  if (id !== scope.templateId) throw notFound('Template');
}

/** For a project's backend, other projects are *not found*. */
function requireOwnProject(scope: Scope, input: unknown): void {
  if (scope.kind !== 'project') return;
  if ((input as { project_id?: unknown }).project_id !== scope.projectId) throw notFound('Project');
}

export function requireFeature(operation: { feature?: PlanFeature }, scope: Scope): void {
  if (operation.feature === undefined || scope.kind !== 'tenant') return;
  if (!scope.plan.features[operation.feature]) throw featureUnavailable(operation.feature);
}
