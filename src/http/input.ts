import type { TSchema } from '@sinclair/typebox';
import { DomainError, invalidField, unknownFields, validationFailed } from '../platform/errors.ts';
import type { OwnerQueue } from '../platform/fair-use/body-queue.ts';
import {
  MAX_JSON_BODY_BYTES,
  MAX_PUBLIC_BODY_BYTES,
  readFormBody,
  readJsonBody,
} from '../platform/json/request-body.ts';
import { findNearestName } from '../platform/text/names.ts';
import { toCamelName } from './editor-compat/names.ts';
import { inputName, renameFields, SentNames } from './editor-compat/requests.ts';
import type { SpooledForm } from './multipart/spool.ts';
import { fieldsOf, nameInRoute, type Route, takesQuery, type UploadRoute } from './route.ts';

/** No template has this version. It stands for an `If-Match` header that is not an ETag of this server. */
const NO_VERSION = 0;

/** An operation's input, read from a request. */
export interface RequestInput {
  input: unknown;
  sent: SentNames;
  /** Unknown names that were ignored. */
  ignored: readonly string[];
}

/**
 * Joins path, query and body into an operation's input. The path wins over the body, because it was authorized. The
 * query is used for GET and DELETE. Query parameters are texts; they are converted to the numbers and booleans of the
 * schema. `queue`: see `readJsonBody`. `isFromEditorTab`: see `checkNames`.
 */
export async function readInput(
  route: Route,
  request: Request,
  pathParameters: Record<string, string>,
  { queue, isFromEditorTab }: { queue: OwnerQueue; isFromEditorTab: boolean },
): Promise<RequestInput> {
  const query = readQuery(route, request.url);
  const { body, isForm } =
    route.method === 'GET' ? { body: {}, isForm: false } : await readBody(route, request, queue);
  if (route.audience !== 'pages') requireOutsidePath(route, body);
  // Forms are sent by protocol libraries, with parameters that belong to the page.
  const passed = isForm ? unknownNames(route, body) : checkNames(route, body, isFromEditorTab);
  const fields: Record<string, unknown> = { ...query.fields, ...body };
  for (const name of passed) delete fields[name];
  const sent = renameFields(route, fields);
  if (route.spelling && sent.spelling === 'camel') fields.spelling ??= sent.spelling;
  Object.assign(fields, ownParameters(route, pathParameters));
  if (route.versioned && route.method !== 'GET') {
    const expected = readIfMatch(request.headers.get('if-match'));
    if (expected !== undefined) fields.expected_version = expected;
  }
  return { input: fields, sent, ignored: query.ignored.concat(passed) };
}

/** A form as an operation's input: like `readInput`, with the file under its name. */
export function toUploadInput(
  route: UploadRoute,
  { file, field, fields: texts }: SpooledForm,
  pathParameters: Record<string, string>,
  isFromEditorTab: boolean,
): RequestInput {
  const fields = Object.fromEntries([...texts].map(([name, text]) => [name, coerceField(route, name, text)]));
  const ignored = checkNames(route, fields, isFromEditorTab);
  for (const name of ignored) delete fields[name];
  const sent = renameFields(route, fields);
  const sentFile = file === undefined ? {} : { [field]: file };
  return { input: { ...fields, ...ownParameters(route, pathParameters), ...sentFile }, sent, ignored };
}

/** The path parameters that are input. The project and tenant of a tenant's path are part of the scope instead. */
function ownParameters({ operation }: Route, parameters: Record<string, string>): Record<string, string> {
  const { project, tenant, ...own } = parameters;
  if (operation.scope === 'tenant') return own;
  return project === undefined
    ? parameters
    : { ...own, ...(tenant !== undefined && { tenant }), project_id: project };
}

/**
 * An error with the field names of the request. Other thrown values are returned unchanged. `sent`: undefined if the
 * request was not read.
 */
export function nameAsSent(route: Route, thrown: unknown, sent: SentNames | undefined): unknown {
  if (!(thrown instanceof DomainError) || thrown.details.errors === undefined) return thrown;
  const { code, message, details, cause } = thrown;
  const names = sent ?? new SentNames(route, []);
  const own = Object.entries(thrown.details.errors);
  const errors = Object.fromEntries(own.map(([path, said]) => [names.showPath(path), said]));
  const isOfFields = message === validationFailed(thrown.details.errors).message;
  const shown = isOfFields ? validationFailed(errors).message : message;
  return new DomainError(code, shown, { ...details, errors }, { cause });
}

async function readBody(
  route: Route,
  request: Request,
  queue: OwnerQueue,
): Promise<{ body: Record<string, unknown>; isForm: boolean }> {
  const form = route.form ? await readFormBody(request) : undefined;
  if (form !== undefined) return { body: form, isForm: true };
  const maxBytes = route.operation.scope === 'public' ? MAX_PUBLIC_BODY_BYTES : MAX_JSON_BODY_BYTES;
  const body = await readJsonBody(request, { maxBytes, queue, largeMember: route.operation.largeField });
  if (body === undefined) return { body: {}, isForm: false };
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new DomainError('validation_failed', 'The body must be a JSON object.');
  }
  return { body: body as Record<string, unknown>, isForm: false };
}

/**
 * Programs may name a thing only once, so that it is clear which value counts. Older editors repeat ids of the path in
 * bodies.
 */
function requireOutsidePath({ path }: Route, body: Readonly<Record<string, unknown>>): void {
  const steps = path.split('/');
  const inPath = (field: string) =>
    steps.includes(`:${field}`) || (field === 'project_id' && steps.includes(':project'));
  const name = Object.keys(body).find(inPath);
  if (name !== undefined)
    throw invalidField(name, 'is in the path of this request. Leave it out of the body.');
}

/** Most unknown names that are ignored, because comparing each with the known names takes time. */
const MAX_UNKNOWN_NAMES = 20;

function unknownNames(route: Route, fields: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields).filter(
    (name) => inputName(route, name) === undefined && !route.ignored.includes(name),
  );
}

/**
 * Decides about names that the operation does not have, so that none is lost silently: returns those that are passed over,
 * which the answer names. One that is similar to a known name is refused, because the client means that one. Others are
 * refused too, unless a page sent them: an editor that is newer than this server must be able to save.
 */
function checkNames(
  route: Route,
  fields: Readonly<Record<string, unknown>>,
  isFromEditorTab: boolean,
): readonly string[] {
  const unknown = unknownNames(route, fields);
  if (unknown.length === 0) return unknown;
  const { spelling } = new SentNames(route, Object.keys(fields));
  const names = fieldsOf(route).map((name) => nameInRoute(route, name));
  const known = spelling === 'camel' ? names.map(toCamelName) : names;
  const isPassable = isFromEditorTab && unknown.length <= MAX_UNKNOWN_NAMES;
  const refused = unknown.filter((name) => !isPassable || findNearestName(name, known) !== undefined);
  if (refused.length > 0)
    throw unknownFields(refused, (name) => `is not a field of this request. ${suggestFields(name, known)}`);
  return unknown;
}

function suggestFields(name: string, known: readonly string[]): string {
  const nearest = findNearestName(name, known);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  return known.length === 0 ? 'It takes none.' : `Its fields are: ${known.join(', ')}.`;
}

interface Query {
  fields: Record<string, unknown>;
  ignored: readonly string[];
}

/**
 * Unknown parameters are ignored, because probes and proxies add some. One that is similar to a known name is refused,
 * and so is a field that belongs in the body.
 */
function readQuery(route: Route, url: string): Query {
  const start = url.indexOf('?');
  if (start === -1) return { fields: {}, ignored: [] };
  const fields: Record<string, unknown> = {};
  const unknown: Record<string, string> = {};
  for (const [name, text] of new URLSearchParams(url.slice(start + 1))) {
    const property = propertyOf(route, name);
    if (property === undefined) unknown[name] = text;
    else if (!takesQuery(route)) throw invalidField(name, 'belongs into the body of this request.');
    // A list is a repeated parameter.
    else if (property.type === 'array')
      fields[name] = [...((fields[name] as unknown[]) ?? []), coerceField(route, name, text)];
    else fields[name] = coerceField(route, name, text);
  }
  return { fields, ignored: checkNames(route, unknown, true) };
}

/** The schema of a field that was sent. */
function propertyOf(route: Route, sent: string): TSchema | undefined {
  const name = inputName(route, sent);
  return name === undefined ? undefined : route.operation.input.properties[name];
}

function coerceField(route: Route, sent: string, text: string): unknown {
  const property = propertyOf(route, sent);
  if (property === undefined) return text;
  return coerce(property.type === 'array' ? property.items : property, text);
}

/** Converts a text to the type of its schema. A text that does not fit is unchanged, and validation refuses it. */
function coerce(schema: TSchema, text: string): unknown {
  if ((schema.type === 'integer' || schema.type === 'number') && text.trim() !== '') {
    const number = Number(text);
    return Number.isNaN(number) ? text : number;
  }
  if (schema.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/**
 * The version in an `If-Match` header. Without a header, or with `*`, it is undefined. A weak tag counts like a strong
 * one, because compressing proxies weaken tags. A bare number is a version, too.
 */
function readIfMatch(header: string | null): number | undefined {
  if (header === null || header.trim() === '*') return undefined;
  const tags = header.split(',');
  if (tags.length > 1) throw invalidField('If-Match', 'must name one ETag only.');
  const version = /^(?:(?:W\/)?"(\d{1,15})"|(\d{1,15}))$/.exec(header.trim());
  return version === null ? NO_VERSION : Number(version[1] ?? version[2]);
}
