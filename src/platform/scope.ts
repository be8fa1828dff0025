import type { Plan } from './plan.ts';
import type { RequestAddress } from './server-address.ts';

/** Who acts. An agent is an API key at the tool server; admin is the operator at the command line or dashboard. */
export interface Actor {
  kind: 'user' | 'agent' | 'admin' | 'system';
  /** Stable within its kind: the signed user's id, the key's id, … */
  id: string;
  name: string;
  /** Nobody in particular: the customer has named no person, so `id` and `name` are the tenant’s. */
  isUnnamed?: true;
}

/** What a tenant is worked on through: the interface of editors, the tool server, or `galley mcp`. */
export type Surface = 'rest' | 'mcp' | 'cli';

/** The operator: may act on every team. Built only by the command line and its control socket. */
export interface AdminScope {
  kind: 'admin';
  actor: Actor;
}

/** Nobody has been identified yet: the token exchange and the health check. */
export interface PublicScope {
  kind: 'public';
  actor: Actor;
  /** Address of the peer, or the forwarded one if a trusted proxy vouches for it. */
  address: string;
  /** Set where a route asks for it. */
  requestAddress?: RequestAddress;
}

/** A page in a browser. */
export interface Page {
  /** Its realtime connection, as it says. */
  socketId?: string;
}

/** One tenant of one project. Every query on tenant data takes it, so another tenant's row cannot be found. */
export interface TenantScope {
  kind: 'tenant';
  actor: Actor;
  teamId: string;
  projectId: string;
  /** `id` is the row's number, `slug` what the customer calls it. */
  tenant: { id: number; slug: string };
  plan: Plan;
  surface: Surface;
  /** The page in a browser a request came from; absent for programs. */
  page?: Page;
  /** Set where a route asks for it. */
  requestAddress?: RequestAddress;
  /** Digest of the list of recipients the token vouches for, see `digestRecipients`; absent if it names none. */
  recipientsDigest?: string;
}

export type Scope = AdminScope | PublicScope | TenantScope;

export type ScopeKind = Scope['kind'];

export type ScopeOf<Kind extends ScopeKind> = Extract<Scope, { kind: Kind }>;

/** The scope of somebody at the operator's command line. */
export function createAdminScope(name: string): AdminScope {
  return { kind: 'admin', actor: { kind: 'admin', id: name, name } };
}

/** The scope of a caller who has not shown any credential. */
export function createPublicScope(address: string): PublicScope {
  return { kind: 'public', actor: { kind: 'system', id: 'public', name: 'public' }, address };
}
