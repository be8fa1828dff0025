import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { type App, createApp } from '../src/app.ts';
import { loadSettings } from '../src/config/index.ts';
import { nameInRoute, type Route } from '../src/http/route.ts';
import { blockSchemaSource, ContentOperations } from '../src/mail/model/index.ts';
import { type Definitions, fieldsOf, printFields, printType } from './sdk-types.ts';

/** The file that this script writes: functions and types of the client, generated from the routes of the service. */
export const API_FILE = resolve(import.meta.dir, '../src/sdk/api.generated.ts');

/** The same for the client of backends. */
export const SERVER_API_FILE = resolve(import.meta.dir, '../src/sdk/server/api.generated.ts');

/** The same for the client of the admin API. */
export const ADMIN_API_FILE = resolve(import.meta.dir, '../src/sdk/admin/api.generated.ts');

/** Operations that the client does not have, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  exchangeToken: 'it takes the client secret, which browsers must not see',
  authorizeChannel: 'the realtime client calls it itself',
};

const PUBLIC = '/api/v1/';
const TENANT = '/api/v1/projects/:project/tenants/:tenant/';
const SERVER = '/api/v1/server/';
const ADMIN = '/api/v1/admin/';

/** One route for each operation; a second path of an operation is an alias for other clients. */
export function routesOfSdk(routes: readonly Route[]): Route[] {
  const byName = new Map<string, Route>();
  for (const route of routes) {
    const { name } = route.operation;
    if (!(name in LEFT_OUT) && !byName.has(name)) byName.set(name, route);
  }
  return [...byName.values()];
}

/** Fields about recipients, which the client fills in from its session. */
const RECIPIENT_FIELDS = ['allowed_emails', 'signature'];

/**
 * A route as one line: method, form of the answer, path, and the encoding of the input: `form`, `signed` (with the
 * session's user), `recipients` (with the session's recipients), or nothing for JSON.
 */
export function printRoute(route: Route): string {
  const { upload, form } = route;
  const path = route.path.startsWith(TENANT)
    ? route.path.replace(TENANT, 'P/')
    : route.path.replace(PUBLIC, '');
  const { properties } = route.operation.input;
  const signed = 'user_signature' in properties ? ' signed' : '';
  const recipients = RECIPIENT_FIELDS.every((name) => name in properties) ? ' recipients' : '';
  const encoding = upload !== undefined || form ? ' form' : signed || recipients;
  return `${route.method} ${route.answer} ${path}${encoding}`;
}

/** The part of the application from which the client is generated. */
export type ApiSource = Pick<App, 'routes' | 'serverRoutes' | 'adminRoutes' | 'schemas'>;

/** The source of API_FILE for these routes. */
export function printApi({ routes, schemas }: ApiSource): string {
  const own = routesOfSdk(routes);
  const definitions: Definitions = { schemas, printed: new Map(OWN_TYPES.map((name) => [name, ''])) };
  const functions = own.map(
    (route) => `/** ${route.operation.summary}. */\n${printFunction(route, definitions)}`,
  );
  const table = own.map((route) => `${route.operation.name}: '${printRoute(route)}',`);
  const hasStreams = own.some((route) => route.answer === 'events');
  return [
    '// Written by scripts/sdk-api.ts from the routes of the service: do not edit.',
    "import type { CallOptions } from './request.ts';",
    ...(hasStreams ? ["import type { StreamEvent } from './stream.ts';"] : []),
    '',
    printContent(),
    ...[...definitions.printed.values()].filter((definition) => definition !== ''),
    '/** A function for every operation. Each takes the operation’s input, and rejects with an SdkError. */',
    `export interface Api {\n${functions.join('\n')}\n}`,
    '',
    '/** Method, form of the answer, path below `/api/v1/` (`P`: of the tenant), encoding of the input if it is not JSON. */',
    `export const OPERATIONS = {\n${table.join('\n')}\n} satisfies Record<keyof Api, string>;`,
    '',
  ].join('\n');
}

/** The source of SERVER_API_FILE: the operations of the server API. */
export function printServerApi({ serverRoutes, schemas }: ApiSource): string {
  const own = routesOfSdk(serverRoutes);
  const definitions: Definitions = { schemas, printed: new Map(OWN_TYPES.map((name) => [name, ''])) };
  const printFunctions = (scope: string) =>
    own
      .filter(({ operation }) => operation.scope === scope)
      .map((route) => `/** ${route.operation.summary}. */\n${printFunction(route, definitions)}`)
      .join('\n');
  const printTable = (scope: string) =>
    own
      .filter(({ operation }) => operation.scope === scope)
      .map((route) => `${route.operation.name}: '${printServerRoute(route, SERVER)}',`)
      .join('\n');
  const [ofProject, ofTenant] = [printFunctions('project'), printFunctions('tenant')];
  return [
    '// Written by scripts/sdk-api.ts from the routes of the service: do not edit.',
    "import type { StreamEvent } from '../stream.ts';",
    "import type { CallOptions } from './call.ts';",
    '',
    printContent(),
    ...[...definitions.printed.values()].filter((definition) => definition !== ''),
    '/** A function for every operation on the project. */',
    `export interface ProjectApi {\n${ofProject}\n}`,
    '/** A function for every operation on a tenant. Each takes the operation’s input, and rejects with a GalleyError. */',
    `export interface TenantApi {\n${ofTenant}\n}`,
    '',
    '/** Method, form of the answer, path below `/api/v1/server/`, `retry` if it may be sent again, `form` for a file. */',
    `export const PROJECT_OPERATIONS = {\n${printTable('project')}\n} satisfies Record<keyof ProjectApi, string>;`,
    '',
    `export const TENANT_OPERATIONS = {\n${printTable('tenant')}\n} satisfies Record<keyof TenantApi, string>;`,
    '',
  ].join('\n');
}

/** The source of ADMIN_API_FILE: the operations of the admin API but those of tenants, which the client of backends has too. */
export function printAdminApi({ serverRoutes, adminRoutes, schemas }: ApiSource): string {
  const ofBackends: Definitions = { schemas, printed: new Map(OWN_TYPES.map((name) => [name, ''])) };
  for (const route of routesOfSdk(serverRoutes)) printFunction(route, ofBackends);
  const known = [...ofBackends.printed.keys()];
  const definitions: Definitions = { schemas, printed: new Map(known.map((name) => [name, ''])) };
  const own = routesOfSdk(adminRoutes).filter(({ operation }) => operation.scope !== 'tenant');
  const functions = own
    .map((route) => `/** ${route.operation.summary}. */\n${printFunction(route, definitions)}`)
    .join('\n');
  const ownTypes = [...definitions.printed.values()].filter((definition) => definition !== '');
  const text = [...ownTypes, functions].join('\n');
  const used = known.filter((name) => name !== 'Blob' && new RegExp(`\\b${name}\\b`).test(text)).sort();
  const table = own
    .map(
      (route) =>
        `${route.operation.name}: '${printServerRoute(route, ADMIN).replace(/:project\b(?!_)/, ':project_id')}',`,
    )
    .join('\n');
  return [
    '// Written by scripts/sdk-api.ts from the routes of the service: do not edit.',
    ...(used.length > 0 ? [`import type { ${used.join(', ')} } from '../server/api.generated.ts';`] : []),
    "import type { CallOptions } from '../server/call.ts';",
    '',
    ...ownTypes,
    '/** A function for every operation but those of tenants. Each takes the operation’s input, and rejects with a GalleyError. */',
    `export interface AdminApi {\n${functions}\n}`,
    '',
    '/** Method, form of the answer, path below `/api/v1/admin/`, `retry` if it may be sent again, `form` for a file. */',
    `export const ADMIN_OPERATIONS = {\n${table}\n} satisfies Record<keyof AdminApi, string>;`,
    '',
  ].join('\n');
}

/** A route for programs as one line. It says whether the request may be repeated. */
function printServerRoute(route: Route, prefix: string): string {
  const { method, answer, upload, form, operation } = route;
  const isIdempotent =
    method === 'GET' || method === 'PUT' || method === 'DELETE' || operation.effect === 'read';
  const marks = [...(isIdempotent ? ['retry'] : []), ...(upload !== undefined || form ? ['form'] : [])];
  return [method, answer, route.path.replace(prefix, ''), ...marks].join(' ');
}

/** Named types that this script prints without a schema. */
const OWN_TYPES = ['TemplateContent', 'TemplateContentInput', 'ContentOperations', 'Blob'];

function printContent(): string {
  // Answers have every field; requests may leave out most of them.
  return `${blockSchemaSource().replace(/^(interface|type) /gm, 'export $1 ')}
/** Content as it may be written: ids and fields with a default may be left out. */
export interface TemplateContentInput {
blocks: Array<{ type: string; [field: string]: unknown }>;
settings?: Partial<TemplateContent['settings']> | undefined;
}
export type ContentOperations = ${printType({ ...ContentOperations, 'x-schema-name': undefined } as TSchema, { schemas: {}, printed: new Map() })};
`;
}

function printFunction(route: Route, definitions: Definitions): string {
  const { name } = route.operation;
  const fields = inputOf(route);
  const isOptional = fields.every((field) => field.isOptional);
  const input = fields.length === 0 ? 'Record<string, never>' : printFields(fields, definitions);
  const answer = printAnswer(route, definitions);
  return `${name}(input${isOptional ? '?' : ''}: ${input}, options?: CallOptions): ${answer};`;
}

function inputOf(route: Route) {
  const { upload } = route;
  const isForBackends = route.audience === 'backends';
  const isToRecipients = !isForBackends && printRoute(route).endsWith(' recipients');
  return (
    fieldsOf(route.operation.input, true)
      // The credentials name the project, and a client of one tenant the tenant.
      .filter(({ name }) => !isForBackends || route.operation.scope !== 'project' || name !== 'project_id')
      .map((field) =>
        isToRecipients && RECIPIENT_FIELDS.includes(field.name) ? { ...field, isOptional: true } : field,
      )
      .map((field) => ({ ...field, name: nameInRoute(route, field.name) }))
      .map((field) =>
        upload?.fields.includes(field.name)
          ? { ...field, schema: { 'x-schema-name': 'Blob', description: 'The file.' } as unknown as TSchema }
          : field,
      )
  );
}

function printAnswer(route: Route, definitions: Definitions): string {
  const output: TSchema = route.operation.output;
  if (route.answer === 'nothing') return 'Promise<void>';
  if (route.answer === 'picture') return 'Promise<Blob>';
  if (route.answer === 'items') return `Promise<${printType(output.properties.items, definitions)}>`;
  if (route.answer === 'events') return `AsyncGenerator<${printEvents(route, definitions)}>`;
  return `Promise<${printType(output, definitions)}>`;
}

function printEvents({ operation, outputName }: Route, definitions: Definitions): string {
  const output = printType(operation.output, definitions);
  const done = outputName === undefined ? output : `{ ${outputName}: ${output} }`;
  return `StreamEvent | ({ type: 'done' } & ${done})`;
}

/** Reads routes and schemas from the application. */
export async function readApiSource(): Promise<ApiSource> {
  const data = mkdtempSync(join(tmpdir(), 'galley-sdk-'));
  const settings = { ...loadSettings({}, {}), data, allow_ephemeral: true, log_level: 'silent' as const };
  const app = await createApp(settings);
  try {
    return {
      ...{ routes: app.routes, serverRoutes: app.serverRoutes, adminRoutes: app.adminRoutes },
      schemas: app.schemas,
    };
  } finally {
    await app.close();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Formats the source as Biome does. */
export async function formatSource(source: string): Promise<string> {
  const root = resolve(import.meta.dir, '..');
  const biome = join(root, 'node_modules/.bin/biome');
  const child = Bun.spawn([biome, 'format', `--stdin-file-path=${API_FILE}`], {
    cwd: root,
    stdin: new Blob([source]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [text, fault] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`biome: ${fault}\n${source}`);
  return text;
}

if (import.meta.main) {
  const source = await readApiSource();
  await Bun.write(API_FILE, await formatSource(printApi(source)));
  await Bun.write(SERVER_API_FILE, await formatSource(printServerApi(source)));
  await Bun.write(ADMIN_API_FILE, await formatSource(printAdminApi(source)));
  process.stdout.write(`wrote ${API_FILE}, ${SERVER_API_FILE} and ${ADMIN_API_FILE}\n`);
}
