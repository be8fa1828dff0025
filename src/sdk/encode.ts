import { SdkError } from './error.ts';
import type { OperationRequest } from './operations.ts';

/**
 * The request of an operation, without credentials: `path` is below the API. The input fills in the path; the rest of it is the
 * query, a form or JSON.
 */
export function encodeRequest(
  { method, path, marks }: Pick<OperationRequest, 'method' | 'path' | 'marks'>,
  input: object,
  accept = 'application/json',
) {
  const fields = new Map(listFields(input));
  let address = fillPath(path, fields);
  const headers: Record<string, string> = { accept };
  const init: RequestInit & { headers: typeof headers } = { method, headers };
  // Some proxies drop the body of a DELETE. A signature must not be in an address, because addresses are logged.
  const isInQuery = method === 'GET' || (method === 'DELETE' && !marks.includes('signed'));
  if (isInQuery) address += toQuery(fields);
  else if (marks.includes('form')) init.body = toForm(fields);
  else if (fields.size > 0) {
    headers['content-type'] = 'application/json';
    init.body = toJson(Object.fromEntries(fields));
  }
  return { path: address, init };
}

/** The fields of an input that have a value. */
export const listFields = (input: object): [string, unknown][] =>
  Object.entries(input).filter(([, value]) => value !== undefined);

/**
 * Fills `:name` in a path with fields, and takes these out of `fields`. Throws for one that is missing, and for `.` and
 * `..`, with which `fetch` would ask for another path: `templates/..` is the tenant.
 */
export function fillPath(path: string, fields: Map<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields.get(name);
    fields.delete(name);
    if (value === undefined || value === null || value === '') throw new SdkError(`${name} is missing.`);
    if (value === '.' || value === '..') throw new SdkError(`${name} must not be "${value}".`);
    return encodeURIComponent(String(value));
  });
}

/** A list becomes a repeated parameter. */
function toQuery(fields: Map<string, unknown>): string {
  const pairs = [...fields].flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** Files and texts are sent as they are, other values as JSON; null leaves the field out. */
function toForm(fields: Map<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value === null) continue;
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, typeof value === 'string' ? value : toJson(value));
  }
  return form;
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (fault) {
    const message =
      'The input cannot be sent as JSON: it contains itself, or a value that JSON does not have.';
    throw new SdkError(message, undefined, fault);
  }
}

/** An address to which a path can be appended. */
export function withoutEndSlash(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '');
}
