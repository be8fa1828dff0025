import type { TSchema } from '@sinclair/typebox';
import type { AnyOperation, Operation, RequestClass } from '../platform/operation.ts';
import type { TenantScope } from '../platform/scope.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface RouteOptions {
  /**
   * How the output goes out: wrapped as `{data}` (the default), as a page `{data, meta}`, its `items` alone as `{data}`,
   * as a list `{data, …}` with the rest beside the items, bare, or not at all (204). `events`: as a stream of events,
   * see event-stream.ts. `picture`: its bytes, with an ETag. `file`: a download.
   */
  answer?: 'data' | 'page' | 'items' | 'list' | 'bare' | 'nothing' | 'events' | 'picture' | 'file';
  /** For `events`: the property of the last event that holds the output. Left out: the output's own properties. */
  outputName?: string | undefined;
  /**
   * For `events`: the text of the output that is sent as an event `text` before the last event, for clients that append
   * texts.
   */
  textName?: string | undefined;
  /** Fields of the body whose names differ from the operation's input: name in the body → name in the input. */
  renamed?: Readonly<Record<string, string>>;
  /** Fields of the body that clients send although the operation does not have them. */
  ignored?: readonly string[];
  /** Status of success; 200 if left out, 204 for `nothing`. */
  status?: 200 | 201;
  /** The output's `version` is the ETag, `If-Match` becomes the input `expected_version`. */
  versioned?: boolean;
  /** For `file`: its media type. */
  fileType?: string;
  /** The body is a form with a file (`multipart/form-data`), not JSON. */
  upload?: UploadOptions;
  /** The body may be a form (application/x-www-form-urlencoded) too. */
  form?: boolean;
  /** The input has a field `spelling`. It is the spelling of the request unless the client sets it. */
  spelling?: boolean;
  /** The operation returns addresses, so its scope tells the address that the client used. */
  requestAddress?: boolean;
  /**
   * Pages may send cookies, which are ignored. `project` is the output's property with the id of the project whose
   * origins may read the answer, because the path does not name the project.
   */
  credentialed?: { project: string } | undefined;
  /** The operation needs the access token of a page, so the backend API does not have it. */
  needsToken?: boolean;
  /** Only people with accounts call it, so only the admin API has it. */
  isForPeople?: boolean;
}

/**
 * Options of a route that takes a file. The file becomes the input of its name, the texts of the form the other inputs.
 */
export interface UploadOptions {
  /** The names of the form's fields that may hold the file. A form has one file. */
  fields: readonly [string, ...string[]];
  /** The form may have no file. */
  isOptional?: boolean;
  /** Size of the largest file that this tenant may send, in bytes. */
  maxBytes(scope: TenantScope): number;
}

/**
 * Who calls a route: pages with a token and programs without credentials; backends with credentials of their own (the
 * backend API); or people with accounts (the admin API).
 */
type Audience = 'pages' | 'backends' | 'people';

/** An operation under a method and a path. Path parameters are properties of its input. */
export interface Route extends Required<Omit<RouteOptions, 'upload'>>, Pick<RouteOptions, 'upload'> {
  method: Method;
  /** Below `/api/v1`, and below the tenant for operations on tenants. `:name` is a parameter. */
  path: string;
  operation: AnyOperation;
  audience: Audience;
}

/** Prefix of the routes of the backend API. */
export const SERVER_PREFIX = '/api/v1/server';

/** Prefix of the routes of the admin API. */
export const ADMIN_PREFIX = '/api/v1/admin';

const PREFIXES: Record<'tenant' | 'public' | 'project' | 'admin', string> = {
  public: '/api/v1',
  tenant: '/api/v1/projects/:project/tenants/:tenant',
  project: SERVER_PREFIX,
  admin: ADMIN_PREFIX,
};

/** The routes for pages, and for programs without credentials. */
export const pageRoutesOf = (routes: readonly Route[]): Route[] =>
  routes.filter(({ audience, isForPeople }) => audience === 'pages' && !isForPeople);

/** The routes of the backend API: those of the project, and every route of a tenant under a second path. */
export function serverRoutesOf(routes: readonly Route[]): Route[] {
  const ofTenants = routes.filter(
    ({ operation, needsToken, isForPeople }) => operation.scope === 'tenant' && !needsToken && !isForPeople,
  );
  const ofProjects = routes.filter(({ operation }) => operation.scope === 'project');
  return [...ofProjects, ...ofTenants.map(toServerRoute)];
}

function toServerRoute(route: Route): Route {
  const path = `${SERVER_PREFIX}/tenants/:tenant${route.path.slice(PREFIXES.tenant.length)}`;
  return { ...route, path, audience: 'backends' };
}

/** Prefix of a project's routes in the admin API. */
const PROJECT_PATH = `${ADMIN_PREFIX}/projects/:project`;

/**
 * The routes of the admin API: those of the operator, and every route of a project's backend and of a tenant under
 * another path.
 */
export function adminRoutesOf(routes: readonly Route[]): Route[] {
  const own = routes.filter(({ operation }) => operation.scope === 'admin');
  const ofProjects = routes.filter(({ operation }) => operation.scope === 'project');
  const ofTenants = routes.filter(({ operation, needsToken }) => operation.scope === 'tenant' && !needsToken);
  return [
    ...own,
    ...ofProjects.map((route) => toAdminRoute(route, PROJECT_PATH, PREFIXES.project)),
    ...ofTenants.map((route) => toAdminRoute(route, `${PROJECT_PATH}/tenants/:tenant`, PREFIXES.tenant)),
  ];
}

function toAdminRoute(route: Route, prefix: string, formerPrefix: string): Route {
  const path = prefix + route.path.slice(formerPrefix.length);
  return { ...route, path, audience: 'people' };
}

/** The OpenAPI document leaves out the tenant routes of the admin API, because they repeat those of the backend API. */
export const isDocumented = ({ audience, operation }: Route): boolean =>
  audience !== 'people' || operation.scope !== 'tenant';

/** A route that takes a file. */
export type UploadRoute = Route & { upload: UploadOptions };

/** The class of a tenant's request for rate limits. */
export function requestClassOf({ operation, method, upload }: Route): RequestClass {
  const own: RequestClass | undefined = operation.requestClass;
  if (own !== undefined) return own;
  if (upload !== undefined) return 'upload';
  return method === 'GET' ? 'read' : 'write';
}

export function takesFile(route: Route): route is UploadRoute {
  return route.upload !== undefined;
}

/**
 * Whether fields may be in the query. A DELETE may have a body, but some clients cannot send one and some proxies drop
 * it.
 */
export function takesQuery({ method }: Route): boolean {
  return method === 'GET' || method === 'DELETE';
}

/** Fields of the input that a request can send in addition to path parameters. */
export function fieldsOf(route: Route): string[] {
  const { operation, path } = route;
  const inPath = new Set(path.split('/').flatMap((step) => (step.startsWith(':') ? [step.slice(1)] : [])));
  // The path names the project.
  if (inPath.has('project')) inPath.add('project_id');
  return Object.keys(operation.input.properties).filter((name) => hasField(route, name) && !inPath.has(name));
}

/**
 * Whether the input has a property that requests can send. Only pages sign their user, and the backend API takes the
 * project from the credentials.
 */
export function hasField({ operation: { scope, input }, audience }: Route, name: string): boolean {
  if (!Object.hasOwn(input.properties, name)) return false;
  if (scope === 'project' && name === 'project_id') return false;
  return audience === 'pages' || !input.properties[name]['x-for-pages'];
}

/** The name in requests of a field of the input. */
export function nameInRoute({ renamed }: Pick<Route, 'renamed'>, name: string): string {
  return Object.keys(renamed).find((shown) => renamed[shown] === name) ?? name;
}

const AUDIENCES: Record<'tenant' | 'public' | 'project' | 'admin', Audience> = {
  public: 'pages',
  tenant: 'pages',
  project: 'backends',
  admin: 'people',
};

/** Declares a route; who may use it follows from the operation's scope. */
export function route<
  Kind extends 'tenant' | 'public' | 'project' | 'admin',
  Input extends TSchema,
  Output extends TSchema,
>(
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
    ...(options.upload && { upload: options.upload }),
    outputName: options.outputName,
    textName: options.textName,
    renamed: options.renamed ?? {},
    ignored: options.ignored ?? [],
    form: options.form ?? false,
    fileType: options.fileType ?? 'application/zip',
    spelling: options.spelling ?? false,
    requestAddress: options.requestAddress ?? false,
    credentialed: options.credentialed,
    needsToken: options.needsToken ?? false,
    isForPeople: options.isForPeople ?? false,
    audience: AUDIENCES[operation.scope],
  };
}
