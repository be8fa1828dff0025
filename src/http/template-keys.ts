import type { TSchema } from '@sinclair/typebox';
import { DomainError } from '../platform/errors.ts';
import type { TenantScope } from '../platform/scope.ts';
import type { Route } from './route.ts';

/** The id of the template with this id or key. Throws `not_found`. */
export type ResolveTemplateKey = (scope: TenantScope, idOrKey: string) => Promise<string>;

/**
 * Whether a schema is that of a template's id. Operations with `x-resolves-keys` resolve the key themselves, for
 * example in another tenant.
 */
const isTemplateId = (schema: TSchema | undefined): boolean =>
  schema?.['x-id-of'] === 'template' && schema['x-resolves-keys'] !== true;

/** Replaces the keys of templates by their ids in the input of a backend. */
export async function resolveTemplateKeys(
  { operation }: Route,
  scope: TenantScope,
  input: unknown,
  resolve: ResolveTemplateKey,
): Promise<unknown> {
  const resolved: Record<string, unknown> = { ...(input as object) };
  for (const [name, schema] of Object.entries<TSchema>(operation.input.properties)) {
    const value = resolved[name];
    if (typeof value === 'string' && isTemplateId(schema)) resolved[name] = await resolve(scope, value);
    // Validation refuses a list that is too long.
    else if (Array.isArray(value) && isTemplateId(schema.items) && value.length <= (schema.maxItems ?? 0))
      resolved[name] = await Promise.all(value.map((one) => resolveIfFound(scope, one, resolve)));
  }
  return resolved;
}

/** If there are several templates, the operation itself reports which one was not found. */
async function resolveIfFound(
  scope: TenantScope,
  value: unknown,
  resolve: ResolveTemplateKey,
): Promise<unknown> {
  if (typeof value !== 'string') return value;
  return resolve(scope, value).catch((error) => {
    if (error instanceof DomainError && error.code === 'not_found') return value;
    throw error;
  });
}
