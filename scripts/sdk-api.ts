import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TSchema, Type } from '@sinclair/typebox';
import { type App, createApp } from '../src/app.ts';
import { loadSettings } from '../src/config/index.ts';
import { ACCOUNT_OPERATIONS, type AccountOperation } from '../src/features/accounts/schema.ts';
import { ADMIN_PREFIX, nameInRoute, type Route, SERVER_PREFIX } from '../src/http/route.ts';
import { blockSchemaSource, ContentOperations } from '../src/mail/model/index.ts';
import { fieldsOf, TypePrinter, toPascal } from './sdk-types.ts';

/** The files that this script writes, generated from the routes of the service: named types, and operations with them. */
export const SCHEMAS_FILE = resolve(import.meta.dir, '../src/sdk/schemas.generated.ts');
export const OPERATIONS_FILE = resolve(import.meta.dir, '../src/sdk/operations.generated.ts');

/** Operations that the client for browsers does not have, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  exchangeToken: 'it takes the client secret, which browsers must not see',
  authorizeChannel: 'the realtime client calls it itself',
};

const TENANT = '/api/v1/projects/:project/tenants/:tenant/';
const PUBLIC = '/api/v1/';

/** The part of the application from which the clients are generated. */
export interface ApiSource extends Pick<App, 'routes' | 'serverRoutes' | 'adminRoutes' | 'schemas'> {
  /** Schemas that features export, by their names. */
  exported: [string, TSchema][];
}

/** Operations that the same clients have. */
interface Group {
  name: string;
  comment: string;
  /** Where the paths of its table begin. */
  prefix: string;
  routes: readonly ClientRoute[];
}

/** What the clients need of a route. */
interface ClientRoute extends Pick<Route, 'method' | 'path' | 'answer' | 'upload' | 'form' | 'outputName'> {
  audience: Route['audience'];
  renamed: Route['renamed'];
  operation: Pick<Route['operation'], 'name' | 'input' | 'output' | 'scope' | 'effect'> & {
    summary?: string;
  };
}

/** One route for each operation; a second path of an operation is an alias for other clients. */
export function routesOfSdk(routes: readonly Route[]): Route[] {
  const byName = new Map<string, Route>();
  for (const route of routes) {
    const { name } = route.operation;
    if (!(name in LEFT_OUT) && !byName.has(name)) byName.set(name, route);
  }
  return [...byName.values()];
}

/** The routes of sign-in and of the person's own account. */
const accountRoutes = (): ClientRoute[] =>
  Object.entries<AccountOperation>(ACCOUNT_OPERATIONS).map(([pattern, operation]) => {
    const [method, path] = pattern.split(' ') as [Route['method'], string];
    const ids = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, Type.String()] as const);
    const input = Type.Composite([Type.Object(Object.fromEntries(ids)), operation.input ?? Type.Object({})]);
    return {
      ...{ method, path: `${PUBLIC}account${path}`, answer: 'bare', form: false, outputName: undefined },
      ...{ audience: 'people', renamed: {} },
      operation: { ...operation, input, scope: 'public', effect: 'write' },
    };
  });

function groupsOf({ routes, serverRoutes, adminRoutes }: ApiSource): Group[] {
  const pages = routesOfSdk(routes);
  return [
    {
      name: 'Tenant',
      comment: 'Operations on a tenant. Paths are below the tenant.',
      prefix: TENANT,
      routes: pages.filter(({ operation }) => operation.scope === 'tenant'),
    },
    {
      name: 'Public',
      comment: 'Operations for everybody. Paths are below `/api/v1/`.',
      prefix: PUBLIC,
      routes: pages.filter(({ operation }) => operation.scope === 'public'),
    },
    {
      name: 'Project',
      comment: 'Operations on a project. Paths are below the project.',
      prefix: `${SERVER_PREFIX}/`,
      routes: routesOfSdk(serverRoutes).filter(({ operation }) => operation.scope === 'project'),
    },
    {
      name: 'Admin',
      comment: 'Operations on teams, projects, keys and the installation. Paths are below `/api/v1/admin/`.',
      prefix: `${ADMIN_PREFIX}/`,
      routes: routesOfSdk(adminRoutes).filter(({ operation }) => operation.scope === 'admin'),
    },
    {
      name: 'People',
      comment: 'Operations on a tenant for people who are signed in. Paths are below the tenant.',
      prefix: `${ADMIN_PREFIX}/projects/:project/tenants/:tenant/`,
      routes: adminRoutes.filter(({ isForPeople }) => isForPeople),
    },
    {
      name: 'Account',
      comment: 'Sign-in and the person’s own account, and the token exchange. Paths are below `/api/v1/`.',
      prefix: PUBLIC,
      routes: [...accountRoutes(), ...routes.filter(({ operation }) => operation.name === 'exchangeToken')],
    },
  ];
}

/** Types that this script prints without a schema. */
const OWN_TYPES = ['TemplateContent', 'TemplateContentInput', 'ContentOperations', 'Blob'];

/** The sources of SCHEMAS_FILE and OPERATIONS_FILE. */
export async function printApi(source: ApiSource): Promise<{ schemas: string; operations: string }> {
  const types = new TypePrinter(source.schemas, OWN_TYPES);
  const groups = groupsOf(source);
  for (const [name, schema] of [...Object.entries<TSchema>(source.schemas), ...source.exported])
    if (!OWN_TYPES.includes(name)) types.name(schema, NAMES[name] ?? name);
  types.nameRepeated(
    groups.flatMap(({ routes }) => routes.flatMap(placesOf)),
    NAMES,
  );
  const operations = groups.map((group) => printGroup(group, types)).join('\n');
  const schemas = printContent() + types.definitions.join('\n');
  const names = [...schemas.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name = '']) => name);
  const code = operations.replace(/\/\*\*.*\*\//g, '');
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(code)).sort();
  const head = '// Written by scripts/sdk-api.ts from the routes of the service: do not edit.\n';
  const imports = `import type { ${used.join(', ')} } from './schemas.generated.ts';
import type { StreamEvent } from './stream.ts';\n\n`;
  return {
    schemas: await formatSource(head + schemas),
    operations: await formatSource(head + imports + operations),
  };
}

/** Names of object types that features do not export, by the first place of each, and of those that need another name. */
const NAMES: Readonly<Record<string, string>> = {
  Member: 'TeamMember',
  GetProjectConfigWebsocket: 'WebsocketAddress',
  GetUsageTemplates: 'Quota',
  ListTrashItemsDeletedBy: 'Actor',
  CreateTemplatePage: 'ContentOfPage',
  BrowseMediaItemsUsedBy: 'MediaUse',
  ExportTemplateCustomFonts: 'CustomFont',
  ExportTemplateWarnings: 'RenderWarning',
  ImportFromBeefree: 'ImportedTemplate',
  DiffTemplateFrom: 'ComparedVersion',
  DiffTemplateBlocksPlace: 'BlockPosition',
  DiffTemplateBlocksFields: 'ChangedField',
  ListActivity: 'ActivityPage',
  ListActivityItemsActor: 'ActivityActor',
  ScoreTemplateMergeTags: 'KnownMergeTag',
  ScoreTemplateCategoriesSpam: 'CategoryScore',
  ListProposalsItemsChanges: 'ProposedBlockChange',
  GetBrand: 'StoredBrand',
  ListProjectOrigins: 'ProjectOrigins',
  GetMeAccount: 'AccountSummary',
  GetMeAdminToken: 'NamedId',
  RemoveMember: 'TeamMembership',
  SignIn: 'SignInStep',
  AcceptLinkByPassword: 'LinkStep',
  ListPasskeysItems: 'Passkey',
};

const placesOf = ({ operation }: ClientRoute): [string, TSchema][] => [
  ...Object.entries<TSchema>(operation.input.properties).map(([name, schema]): [string, TSchema] => [
    toPascal(operation.name) + toPascal(name),
    schema,
  ]),
  [toPascal(operation.name), operation.output],
];

function printGroup({ name, comment, prefix, routes }: Group, types: TypePrinter): string {
  const functions = routes.map((route) => {
    const { summary } = route.operation;
    return `${summary === undefined ? '' : `/** ${summary}. */\n`}${printFunction(route, types)}`;
  });
  const table = routes.map((route) => `${route.operation.name}: '${printRoute(route, prefix)}',`);
  return [
    `/** ${comment} */`,
    `export interface ${name}Operations {\n${functions.join('\n')}\n}`,
    `export const ${name.toUpperCase()}_OPERATIONS = {\n${table.join('\n')}\n} satisfies Record<keyof ${name}Operations, string>;`,
    '',
  ].join('\n');
}

/**
 * A route as one line: method, form of the answer, path, and marks: `form` (the input is sent as a form), `signed` (with the
 * session's user), `recipients` (with the session's recipients), `read` (a POST that may be sent again).
 */
function printRoute(route: ClientRoute, prefix: string): string {
  const { method, answer, upload, form, operation, audience } = route;
  const isPage = audience === 'pages';
  const path = route.path.replace(prefix, '');
  const marks = {
    form: upload !== undefined || form,
    signed: isPage && 'user_signature' in operation.input.properties,
    recipients: isPage && 'allowed_emails' in operation.input.properties,
    read: method === 'POST' && operation.effect === 'read',
  };
  const set = Object.entries(marks).flatMap(([name, isSet]) => (isSet ? [name] : []));
  return [method, answer, path.replace(/:project\b(?!_)/, ':project_id'), ...set].join(' ');
}

function printContent(): string {
  // Answers have every field; requests may leave out most of them.
  return `${blockSchemaSource().replace(/^(interface|type) /gm, 'export $1 ')}
/** Content as it may be written: ids and fields with a default may be left out. */
export interface TemplateContentInput {
blocks: Array<Block | { type: string; [field: string]: unknown }>;
settings?: Partial<TemplateContent['settings']> | undefined;
}
export type ContentOperations = ${new TypePrinter({}).print({ ...ContentOperations, 'x-schema-name': undefined } as TSchema)};
`;
}

function printFunction(route: ClientRoute, types: TypePrinter): string {
  const fields = inputOf(route);
  const isOptional = fields.every((field) => field.isOptional);
  const input = fields.length === 0 ? 'Record<string, never>' : types.printFields(fields);
  return `${route.operation.name}(input${isOptional ? '?' : ''}: ${input}): ${printAnswer(route, types)};`;
}

function inputOf(route: ClientRoute) {
  const { upload, operation } = route;
  return (
    fieldsOf(operation.input, true)
      // The credentials name the project, and a client of one tenant the tenant.
      .filter(({ name }) => operation.scope !== 'project' || name !== 'project_id')
      .map((field) => ({ ...field, name: nameInRoute(route, field.name) }))
      .map((field) =>
        upload?.fields.includes(field.name)
          ? { ...field, schema: { 'x-schema-name': 'Blob', description: 'The file.' } as unknown as TSchema }
          : field,
      )
  );
}

function printAnswer(route: ClientRoute, types: TypePrinter): string {
  const output: TSchema = route.operation.output;
  if (route.answer === 'nothing') return 'Promise<void>';
  if (route.answer === 'picture' || route.answer === 'file') return 'Promise<Blob>';
  if (route.answer === 'items') return `Promise<${types.print(output.properties.items)}>`;
  if (route.answer === 'events') return `AsyncGenerator<${printEvents(route, types)}>`;
  return `Promise<${types.print(output)}>`;
}

function printEvents({ operation, outputName }: ClientRoute, types: TypePrinter): string {
  const output = types.print(operation.output);
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
      exported: await readExportedSchemas(),
    };
  } finally {
    await app.close();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Object types have the names under which these files export them. */
const SCHEMA_FILES = ['src/features/*/{schema,brand,plans,origin}.ts', 'src/platform/plan.ts'];

async function readExportedSchemas(): Promise<[string, TSchema][]> {
  const root = resolve(import.meta.dir, '..');
  const files = SCHEMA_FILES.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)].sort());
  const modules: Record<string, TSchema>[] = await Promise.all(files.map((file) => import(join(root, file))));
  return modules.flatMap(Object.entries<TSchema>).filter(([, value]) => value.type === 'object');
}

/** Formats the source as Biome does. */
export async function formatSource(source: string): Promise<string> {
  const root = resolve(import.meta.dir, '..');
  const biome = join(root, 'node_modules/.bin/biome');
  const child = Bun.spawn([biome, 'check', '--write', `--stdin-file-path=${SCHEMAS_FILE}`], {
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
  const { schemas, operations } = await printApi(await readApiSource());
  await Bun.write(SCHEMAS_FILE, schemas);
  await Bun.write(OPERATIONS_FILE, operations);
  process.stdout.write(`wrote ${SCHEMAS_FILE} and ${OPERATIONS_FILE}\n`);
}
