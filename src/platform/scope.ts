import type { Plan } from './limits/plan.ts';
import type { RequestAddress } from './network/server-address.ts';
import type { Connection } from './ports/database.ts';
import type { AdminAccess } from './security/roles.ts';

/** Who acts. An agent uses an API key at the tool server; admin is the operator. */
export interface Actor {
  kind: 'user' | 'agent' | 'admin' | 'system';
  /** Stable within its kind: the signed user's id, the key's id, … */
  id: string;
  name: string;
  /** The token names no user, so `id` and `name` are the tenant’s. */
  isUnnamed?: true;
}

/** The REST API of editors, the API of customers' backends, the API of people with accounts, the tool server, or `galley mcp`. */
export type Surface = 'rest' | 'server' | 'admin' | 'mcp' | 'cli';

/**
 * What an operation does. `read` changes nothing; `comment` adds or changes comments; `propose` proposes changes that
 * others decide on; `approve` decides on such proposals; `write` adds or changes anything else, sends a mail, or uses AI
 * tokens; `delete` removes something; `admin` changes a tenant or a project itself: its name, plan, brand, access or existence.
 */
export const EFFECTS = ['read', 'comment', 'propose', 'approve', 'write', 'delete', 'admin'] as const;
export type Effect = (typeof EFFECTS)[number];

/** Narrows a scope. An operation is performed only if every restriction of its scope includes its effect. */
export interface Restriction {
  effects: readonly Effect[];
  /** Why other operations are refused. End users read it. */
  message: string;
}

/** The operator, or a person with an account. */
export interface AdminScope {
  kind: 'admin';
  actor: Actor;
  /**
   * Absent: it may act on everything. Such scopes are created only by the command line, its control socket and the
   * server itself.
   */
  access?: AdminAccess;
  restrictions?: readonly Restriction[];
}

/** A caller without credentials, e.g. of the token exchange and the health check. */
interface PublicScope {
  kind: 'public';
  actor: Actor;
  /** IP address of the client, as forwarded by a trusted proxy. */
  address: string;
  /** Present if the route requests it. */
  requestAddress?: RequestAddress;
}

/** A customer's backend, which acts on the tenants of its project. */
export interface ProjectScope {
  kind: 'project';
  actor: Actor;
  teamId: string;
  projectId: string;
  restrictions?: readonly Restriction[];
  /** Identifiers of the only tenants it may act on; absent: all of the project. */
  tenants?: ReadonlySet<string>;
}

/** An editor in a tab of a browser. */
interface EditorTab {
  /** Its realtime connection, as sent by the client. */
  socketId?: string;
}

/** One tenant of one project. Every query on tenant data takes it, so another tenant's row cannot be found. */
export interface TenantScope {
  kind: 'tenant';
  actor: Actor;
  teamId: string;
  projectId: string;
  /** `id` is the row's number, `slug` the customer's identifier. */
  tenant: { id: number; slug: string };
  plan: Plan;
  /** Absent: it may do everything. */
  restrictions?: readonly Restriction[];
  /** Names of the only tools that it may call; absent: all. */
  tools?: ReadonlySet<string>;
  /**
   * The only template that it may act on and know about; absent: all of the tenant. `perform` compares it with
   * `template_id`.
   */
  templateId?: string;
  surface: Surface;
  /** The editor tab that sent the request; absent for programs. */
  tab?: EditorTab;
  /** Present if the route requests it. */
  requestAddress?: RequestAddress;
  /** Other tenants of the project whose templates the caller may read, to copy them; absent: none. */
  readableTenants?: ReadonlySet<string> | 'all';
  /** Digest of the recipients in the token, see `digestRecipients`; absent if the token has none. */
  recipientsDigest?: string;
  /** The customer's backend lets this session share saved modules with the project, and change shared ones. */
  mayShareModules?: true;
  /**
   * The access token: its SHA-256, the times between which it is valid (ms), and the person with an account for whom it
   * was created, unless the customer's backend created it. Absent without a token.
   */
  token?: { digest: string; issuedAt: number; expiresAt: number; accountId: string | undefined };
  /** The key that signed the token; absent without a token. */
  tokenKeyId?: string;
  /**
   * Whether an agent's key or grant is still there. Asked in the transaction of a change, because a slow call may outlive
   * it. Absent for other callers.
   */
  isAccessOpen?(db: Connection): Promise<boolean>;
  /** The token is genuine, but has expired. Only operations that declare `acceptsExpiredToken` are performed. */
  isTokenExpired?: true;
}

/** The owner for fair queues, in which tenants take turns. The tenant's row number is unique in the installation. */
export function ownerOf(scope: { tenant: { id: number } } | AdminScope | PublicScope | ProjectScope): string {
  if ('tenant' in scope) return String(scope.tenant.id);
  return scope.kind === 'project' ? scope.projectId : scope.kind;
}

export type Scope = AdminScope | PublicScope | ProjectScope | TenantScope;

export type ScopeKind = Scope['kind'];

/** The scopes that perform an operation of this kind. The operator may perform those of a project, too. */
export type ScopeOf<Kind extends ScopeKind> = Kind extends 'project'
  ? ProjectScope | AdminScope
  : Extract<Scope, { kind: Kind }>;

export function createAdminScope(name: string): AdminScope {
  return { kind: 'admin', actor: { kind: 'admin', id: name, name } };
}

export function createPublicScope(address: string): PublicScope {
  return { kind: 'public', actor: { kind: 'system', id: 'public', name: 'public' }, address };
}
