import type { TSchema } from '@sinclair/typebox';
import { DomainError, invalidField, unknownFields } from '../platform/errors.ts';
import { findNearestName } from '../platform/names.ts';
import {
  MAX_JSON_BODY_BYTES,
  MAX_PUBLIC_BODY_BYTES,
  readFormBody,
  readJsonBody,
  type WaitForTurn,
} from '../platform/request-body.ts';
import type { SpooledForm } from './multipart/spool.ts';
import { type Route, sentNames, takesQuery, type UploadRoute } from './route.ts';

/** No template has this version. It is used for an `If-Match` header that is no ETag of this server. */
const NO_VERSION = 0;

/**
 * Joins path, query and body into an operation's input. The path wins over the body, because it was authorized. The query
 * counts for GET and DELETE. Query parameters are texts: they become the numbers and booleans that the schema asks for.
 * `waitForTurn` is called before a body is parsed.
 */
export async function readInput(
  route: Route,
  request: Request,
  pathParameters: Record<string, string>,
  waitForTurn: WaitForTurn,
): Promise<unknown> {
  const query = takesQuery(route) ? readQuery(route, request.url) : {};
  const input =
    route.method === 'GET' ? query : { ...query, ...(await readBody(route, request, waitForTurn)) };
  const { project: _project, tenant: _tenant, ...own } = pathParameters;
  Object.assign(input, own);
  if (route.versioned && route.method !== 'GET') {
    const expected = readIfMatch(request.headers.get('if-match'));
    if (expected !== undefined) input.expected_version = expected;
  }
  return input;
}

/** A form as an operation's input: like `readInput`, with the file under its name. */
export function toUploadInput(
  route: UploadRoute,
  { file, field, fields }: SpooledForm,
  pathParameters: Record<string, string>,
): unknown {
  const properties: Record<string, TSchema> = route.operation.input.properties;
  const texts = [...fields].map(([name, text]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, property === undefined ? text : coerce(property, text)];
  });
  const { project: _project, tenant: _tenant, ...own } = pathParameters;
  return { ...Object.fromEntries(texts), ...own, [field]: file };
}

/** Gives fields the names of the operation's input. A field that has this name already wins. */
function rename({ renamed }: Route, input: Record<string, unknown>): void {
  for (const [theirs, ours] of Object.entries(renamed)) {
    if (!Object.hasOwn(input, theirs)) continue;
    if (!Object.hasOwn(input, ours)) input[ours] = input[theirs];
    delete input[theirs];
  }
}

/**
 * An error with the field names of this route: the opposite of `rename`, for the paths in `errors` and the one at the
 * beginning of the message. Other thrown values are returned unchanged.
 */
export function nameAsSent(route: Route, thrown: unknown): unknown {
  const theirs = sentNames(route);
  if (theirs.size === 0 || !(thrown instanceof DomainError)) return thrown;
  const { code, message, details, cause } = thrown;
  const nameFirst = (text: string) => text.replace(/^\w+(?=[.:]|$)/, (name) => theirs.get(name) ?? name);
  const errors = Object.entries(details.errors ?? {}).map(([path, said]) => [nameFirst(path), said]);
  const named = details.errors && { errors: Object.fromEntries(errors) };
  return new DomainError(code, nameFirst(message), { ...details, ...named }, { cause });
}

async function readBody(
  route: Route,
  request: Request,
  waitForTurn: WaitForTurn,
): Promise<Record<string, unknown>> {
  const form = route.form ? await readFormBody(request) : undefined;
  const maxBytes = route.operation.scope === 'public' ? MAX_PUBLIC_BODY_BYTES : MAX_JSON_BODY_BYTES;
  const body = form ?? (await readJsonBody(request, { maxBytes, waitForTurn }));
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new DomainError('validation_failed', 'The body must be a JSON object.');
  }
  const fields = body as Record<string, unknown>;
  if (form === undefined) refuseUnknownFields(route, fields);
  rename(route, fields);
  return fields;
}

/** Refuses a field that the operation does not have, so that a misspelled one is not lost silently. */
function refuseUnknownFields(route: Route, body: Readonly<Record<string, unknown>>): void {
  const properties: Record<string, TSchema> = route.operation.input.properties;
  const isKnown = (name: string) =>
    Object.hasOwn(properties, name) || Object.hasOwn(route.renamed, name) || route.ignored.includes(name);
  const unknown = Object.keys(body).filter((name) => !isKnown(name));
  if (unknown.length === 0) return;
  const known = bodyFields(route);
  throw unknownFields(unknown, (name) => `is not a field of this request. ${suggestFields(name, known)}`);
}

/** The names under which a route takes fields in its body. */
function bodyFields(route: Route): string[] {
  const theirs = sentNames(route);
  return Object.keys(route.operation.input.properties)
    .filter((name) => !route.path.includes(`:${name}`))
    .map((name) => theirs.get(name) ?? name);
}

function suggestFields(name: string, known: readonly string[]): string {
  const nearest = findNearestName(name, known);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  return known.length === 0 ? 'It takes none.' : `Its fields are: ${known.join(', ')}.`;
}

function readQuery(route: Route, url: string): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const start = url.indexOf('?');
  if (start === -1) return input;
  const properties: Record<string, TSchema> = route.operation.input.properties;
  for (const [name, text] of new URLSearchParams(url.slice(start + 1))) {
    const property = properties[name];
    if (property === undefined) continue;
    // A list is a parameter that is repeated.
    if (property.type === 'array')
      input[name] = [...((input[name] as unknown[]) ?? []), coerce(property.items, text)];
    else input[name] = coerce(property, text);
  }
  return input;
}

/** A text as the type its schema asks for. A text that does not fit stays, and validation refuses it. */
function coerce(schema: TSchema, text: string): unknown {
  if ((schema.type === 'integer' || schema.type === 'number') && text.trim() !== '') {
    const number = Number(text);
    return Number.isNaN(number) ? text : number;
  }
  if (schema.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/**
 * The version in an `If-Match` header. A missing header and `*` name no version (undefined). A weak tag counts like a
 * strong one, because compressing proxies weaken the tag. A bare number is the version, too.
 */
function readIfMatch(header: string | null): number | undefined {
  if (header === null || header.trim() === '*') return undefined;
  const tags = header.split(',');
  if (tags.length > 1) throw invalidField('If-Match', 'must name one ETag only.');
  const version = /^(?:(?:W\/)?"(\d{1,15})"|(\d{1,15}))$/.exec(header.trim());
  return version === null ? NO_VERSION : Number(version[1] ?? version[2]);
}
