import type { TSchema } from '@sinclair/typebox';
import type { AnyOperation, Operation } from '../platform/operation.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface RouteOptions {
  /**
   * How the output goes out: wrapped as `{data}` (the default), as a page `{data, meta}`, its `items` alone as `{data}`,
   * bare, or not at all (204).
   */
  answer?: 'data' | 'page' | 'items' | 'bare' | 'nothing';
  /** Status of success; 200 if left out, 204 for `nothing`. */
  status?: 200 | 201;
  /** The output's `version` is the ETag, `If-Match` becomes the input `expected_version`. */
  versioned?: boolean;
  /** The body may be a form (application/x-www-form-urlencoded) too. */
  form?: boolean;
  /** The operation answers with addresses, so its scope says under which one the client came. */
  reach?: boolean;
  /**
   * Pages may send cookies along, although nobody looks at them; `project` is the output's property that names the
   * project whose origins may read the answer, because the path does not.
   */
  credentialed?: { project: string } | undefined;
}

/** An operation under a method and a path. Path parameters are properties of its input. */
export interface Route extends Required<RouteOptions> {
  method: Method;
  /** Below `/api/v1`, and below the tenant for operations on tenants: `:name` marks a parameter. */
  path: string;
  operation: AnyOperation;
}

const PREFIXES: Record<'tenant' | 'public', string> = {
  public: '/api/v1',
  tenant: '/api/v1/projects/:project/tenants/:tenant',
};

/** Declares a route; who may use it follows from the operation's scope. */
export function route<Kind extends 'tenant' | 'public', Input extends TSchema, Output extends TSchema>(
  method: Method,
  path: string,
  operation: Operation<Kind, Input, Output>,
  options: RouteOptions = {},
): Route {
  return {
    method,
    path: PREFIXES[operation.scope] + path,
    operation,
    answer: options.answer ?? 'data',
    status: options.status ?? 200,
    versioned: options.versioned ?? false,
    form: options.form ?? false,
    reach: options.reach ?? false,
    credentialed: options.credentialed,
  };
}
