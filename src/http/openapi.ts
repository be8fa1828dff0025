import type { TObject, TSchema } from '@sinclair/typebox';
import { VERSION } from '../platform/version.ts';
import {
  ACTOR,
  ERROR_SCHEMA,
  HEADERS,
  RATE_HEADERS,
  RATE_LIMITED,
  REFUSED,
  SECURITY_SCHEMES,
} from './openapi-components.ts';
import { ADMIN_PREFIX, fieldsOf, nameInRoute, type Route, takesFile, takesQuery } from './route.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';

/** Bodies and answers that operations share with their counterparts in the backend API. */
interface Shared {
  requestBodies: Record<string, object>;
  responses: Record<string, object>;
}

/** The OpenAPI document of these routes. `schemas`: those to which it refers by name. */
export function describeService(routes: readonly Route[], schemas: Readonly<Record<string, TSchema>>) {
  const shared: Shared = { requestBodies: {}, responses: { RateLimited: RATE_LIMITED, Refused: REFUSED } };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Galley',
      version: VERSION,
      description:
        'Email templates per project and tenant. A backend exchanges project credentials for a token of one tenant (POST /api/v1/auth/token); with it an editor stores templates and their history. With the credentials themselves, the backend performs the same operations below /api/v1/server, where names have one spelling and a template can be named by its key. Requests of pages may write names in camel case (`folderId` for `folder_id`), and their answers carry what editors read in both spellings.',
    },
    paths: describePaths(routes, shared),
    components: {
      schemas: { ...schemas, Error: ERROR_SCHEMA },
      headers: HEADERS,
      parameters: { Actor: ACTOR },
      ...shared,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function describePaths(routes: readonly Route[], shared: Shared) {
  const paths: Record<string, Record<string, ReturnType<typeof describeRoute>>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route, shared) };
  }
  return paths;
}

/** Unique. An operation of a tenant has a second one in the backend API, an operation of a project in the admin API. */
function operationIdOf(route: Route): string {
  const { scope } = route.operation;
  const id = sharedNameOf(route);
  const prefixed = (prefix: string) => `${prefix}${id[0]?.toUpperCase()}${id.slice(1)}`;
  if (route.audience === 'backends' && scope === 'tenant') return prefixed('server');
  return route.audience === 'people' && scope === 'project' ? prefixed('admin') : id;
}

/** Unique, also for an operation with a second path or method, but the same for its counterpart in the backend API. */
function sharedNameOf({ path, method, operation }: Route): string {
  if (path.includes('/versions')) return `${operation.name}AsVersion`;
  return method === 'PATCH' ? `${operation.name}ByPatch` : operation.name;
}

/** An OpenAPI operation, derived from the operation: one schema serves validation and documentation. */
function describeRoute(route: Route, shared: Shared) {
  const { operation } = route;
  const pathNames = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const input: TObject = operation.input;
  const ownNames = fieldsOf(route).filter((name) => name !== 'expected_version');
  return {
    operationId: operationIdOf(route),
    summary: operation.summary,
    tags: [tagOf(route)],
    security: securityOf(route),
    parameters: [
      ...pathNames.map((name) => describeParameter('path', name, input.properties[name], true)),
      ...(takesQuery(route) ? ownNames : []).map((name) => describeQuery(route, input, name)),
      ...(route.versioned && route.method !== 'GET' ? [IF_MATCH] : []),
      ...(route.audience === 'backends' ? [{ $ref: '#/components/parameters/Actor' }] : []),
    ],
    ...(route.method !== 'GET' && ownNames.length > 0
      ? { requestBody: share(route, shared, 'requestBodies', () => describeBody(route, input, ownNames)) }
      : {}),
    responses: describeResponses(route, shared),
  };
}

function securityOf({ operation, audience }: Route) {
  if (audience === 'people') return [{ session: [] }, { adminToken: [] }];
  if (audience === 'backends') return [{ client: [] }, { serverKey: [] }];
  return operation.scope === 'public' ? [] : [{ bearer: [] }];
}

function hasFieldsForPages({ operation }: Route): boolean {
  return Object.values<TSchema>(operation.input.properties).some((schema) => schema['x-for-pages']);
}

/** A part of the operation's description, included once for both of its paths. */
function share(route: Route, shared: Shared, kind: keyof Shared, describe: () => object): object {
  // Backends do not have the fields with which a page signs its user.
  const hasOwnBody = kind === 'requestBodies' && hasFieldsForPages(route);
  if (route.operation.scope !== 'tenant' || hasOwnBody) return describe();
  const name = sharedNameOf(route);
  shared[kind][name] ??= describe();
  return { $ref: `#/components/${kind}/${name}` };
}

const IF_MATCH = {
  in: 'header',
  name: 'If-Match',
  required: false,
  schema: { type: 'string' },
  description:
    'ETag of the version the change is based on; if it no longer is the current one, the answer is 409.',
};

/** Resources with a group of their own, wherever they are in a path. */
const NESTED = ['activity', 'comments', 'saved-modules', 'snapshots', 'versions'];

/**
 * The resource of a path. The viewer lists all operations of a group, and the backend API has hundreds, so it has
 * several groups.
 */
function tagOf(route: Route): string {
  if (route.audience === 'people') return tagOfPeople(route.path);
  if (route.operation.scope === 'project') return 'tenants';
  const words = route.path.split('/').filter((word) => word !== '' && !word.startsWith(':'));
  const own = words.filter((word) => !PATH_WORDS.has(word));
  const found = NESTED.find((word) => own.includes(word)) ?? own[0] ?? (words.at(-1) as string);
  const tag = OTHER_TAGS[found] ?? found;
  return route.audience === 'backends' ? `server: ${tag}` : tag;
}

/** Parts of a path before the resource. */
const PATH_WORDS: ReadonlySet<string> = new Set(['api', 'v1', 'server', 'projects', 'tenants']);

/** Determined by the first part after the prefix, or by the part after the project. */
function tagOfPeople(path: string): string {
  const [first = '', _project, third] = path.slice(ADMIN_PREFIX.length + 1).split('/');
  return `admin: ${third ?? first}`;
}

const OTHER_TAGS: Readonly<Record<string, string>> = { versions: 'snapshots', ready: 'health' };

/** The fields of a DELETE may be in its body instead, so none is required in the query. */
function describeQuery(route: Route, input: TObject, name: string) {
  const schema = input.properties[name] as TSchema;
  if (route.method === 'GET') return describeParameter('query', name, schema, isRequired(input, name));
  const description = [schema.description, 'Here or in the body.'].filter(Boolean).join(' ');
  return { ...describeParameter('query', name, schema, false), description };
}

function describeParameter(
  place: 'path' | 'query',
  name: string,
  schema: TSchema | undefined,
  required: boolean,
) {
  return {
    in: place,
    name,
    required,
    schema: schema === undefined ? { type: 'string' } : referByName(schema),
    ...(schema?.description === undefined ? {} : { description: schema.description }),
  };
}

function isRequired(input: TObject, name: string): boolean {
  return (input.required ?? []).includes(name) && input.properties[name]?.default === undefined;
}

function describeBody(route: Route, input: TObject, names: readonly string[]) {
  const show = (name: string) => nameInRoute(route, name);
  const required = names.filter((name) => isRequired(input, name));
  const schema = {
    type: 'object',
    ...(required.length > 0 && { required: required.map(show) }),
    properties: Object.fromEntries(
      names.map((name) => [show(name), referByName(input.properties[name] as TSchema)]),
    ),
  };
  const type = takesFile(route) ? FORM_TYPE : JSON_TYPE;
  const content = { [type]: { schema } };
  if (!takesQuery(route)) return { required: required.length > 0, content };
  return { description: 'May stand in the query as well; the body counts first.', required: false, content };
}

function describeResponses(route: Route, shared: Shared) {
  return {
    [route.answer === 'nothing' ? 204 : route.status]: share(route, shared, 'responses', () =>
      describeSuccess(route),
    ),
    429: { $ref: '#/components/responses/RateLimited' },
    default: { $ref: '#/components/responses/Refused' },
  };
}

function describeSuccess(route: Route) {
  const headers = route.operation.scope === 'public' ? {} : { headers: RATE_HEADERS };
  if (route.answer === 'nothing') return { description: 'Done', ...headers };
  if (route.answer === 'events') return { ...describeEvents(route), ...headers };
  const output = toAnswerSchema(route.operation.output) as Record<string, unknown>;
  if (route.answer === 'picture')
    return { description: 'Success', ...headers, content: { 'image/png': { schema: output } } };
  if (route.answer === 'file')
    return { description: 'Success', ...headers, content: { [route.fileType]: { schema: output } } };
  const schema = route.answer === 'bare' ? output : envelop(route, output);
  return { description: 'Success', ...headers, content: { [JSON_TYPE]: { schema } } };
}

/** OpenAPI cannot describe the events of a stream. The schema is that of the last event. */
function describeEvents({ operation, outputName }: Route) {
  const output = toAnswerSchema(operation.output) as Record<string, unknown>;
  const done = outputName === undefined ? output.properties : { [outputName]: output };
  return {
    description:
      'Lines `data: {json}`. `type` is "text" (piece by piece), "error" (with `message`) or "done", which is the last.',
    content: {
      'text/event-stream': {
        schema: {
          type: 'object',
          required: ['type'],
          properties: { type: { enum: ['done'] }, ...(done as object) },
        },
      },
    },
  };
}

function envelop(route: Route, output: Record<string, unknown>) {
  const { items, ...meta } = (output.properties ?? {}) as Record<string, unknown>;
  const required = ((output.required ?? []) as string[]).filter((name) => name in meta);
  if (route.answer === 'data' || route.answer === 'items') {
    const data = route.answer === 'data' ? output : items;
    return { type: 'object', required: ['data'], properties: { data } };
  }
  if (route.answer === 'list') {
    return { type: 'object', required: ['data', ...required], properties: { data: items, ...meta } };
  }
  return {
    type: 'object',
    required: ['data', 'meta'],
    properties: { data: items, meta: { type: 'object', required, properties: meta } },
  };
}

/**
 * Keywords that are not part of the document: how tools show a schema (see `toInputSchema`), which surfaces have a
 * field, and what it names. `x-or` beside `x-schema-name` is another form that a value can have; typed clients leave it out.
 */
const OWN_KEYWORDS: ReadonlySet<string> = new Set([
  'x-tool-schema',
  'x-for-pages',
  'x-id-of',
  'x-resolves-keys',
]);

/** Answers have more fields than their schemas: names in both spellings, and fields of later versions. */
function toAnswerSchema(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(referByName(schema)), (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );
}

/** Replaces schemas with `x-schema-name` by references, so that the document contains the content model once. */
function referByName(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(referByName);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('x-schema-name' in schema) {
    const named = { $ref: `#/components/schemas/${schema['x-schema-name']}` };
    return 'x-or' in schema ? { anyOf: [named, referByName(schema['x-or'])] } : named;
  }
  const shown = Object.entries(schema).filter(([key]) => !OWN_KEYWORDS.has(key));
  return Object.fromEntries(shown.map(([key, value]) => [key, referByName(value)]));
}
