import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import type { OpenPersonScope, PersonCall } from '../../platform/person.ts';
import { type AdminAccess, hasRole, type Role } from '../../platform/roles.ts';
import type { Actor, Effect, Restriction, TenantScope } from '../../platform/scope.ts';
import { createTenantScope, selectProject, selectTenant, tenantNotFound } from '../projects/index.ts';
import { selectRoles } from './queries.ts';

/** What each role may do with what belongs to a tenant. */
const EFFECTS_OF: Record<Role, readonly Effect[]> = {
  viewer: ['read'],
  reviewer: ['read', 'comment'],
  editor: ['read', 'comment', 'write', 'delete'],
  admin: ['read', 'comment', 'write', 'delete', 'admin'],
  owner: ['read', 'comment', 'write', 'delete', 'admin'],
};

/** Opens the scopes of people with accounts. */
export class PersonAccess {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly openScope: OpenPersonScope = async (credentials, call) => {
    const { actor, access } = await this.#identify(credentials);
    if (call.operation.scope === 'tenant') return this.#openTenantScope(actor, access, call);
    return { kind: 'admin', actor, access };
  };

  async #identify(
    credentials: Parameters<OpenPersonScope>[0],
  ): Promise<{ actor: Actor; access: AdminAccess }> {
    if ('token' in credentials) throw unknownToken();
    const { services, db } = this.#deps;
    const identity = await services.accounts.identify(credentials.headers);
    if (identity === undefined) throw notSignedIn();
    const { accountId, name, isOperator, signedInAt } = identity;
    const roles = await selectRoles(db.reader, accountId);
    return { actor: { kind: 'admin', id: accountId, name }, access: { isOperator, roles, signedInAt } };
  }

  async #openTenantScope(actor: Actor, access: AdminAccess, call: PersonCall): Promise<TenantScope> {
    const { db } = this.#deps;
    const project = await selectProject(db.reader, call.project ?? '');
    const role =
      project === undefined ? undefined : access.isOperator ? 'owner' : access.roles.get(project.teamId);
    const tenant = project && (await selectTenant(db.reader, project.id, call.tenant ?? ''));
    if (project === undefined || tenant === undefined || role === undefined) throw tenantNotFound();
    const scope = createTenantScope(this.#deps, project, tenant, { actor, surface: 'admin' });
    return {
      ...scope,
      restrictions: [...(scope.restrictions ?? []), restrictionOf(role)],
      readableTenants: 'all',
      ...(hasRole(role, 'admin') && { mayShareModules: true }),
    };
  }
}

const restrictionOf = (role: Role): Restriction => ({
  effects: EFFECTS_OF[role],
  message: `Your role in this team, "${role}", does not allow this.`,
});

const notSignedIn = () => new DomainError('unauthorized', 'You are not signed in.');

const unknownToken = () => new DomainError('unauthorized', 'The admin token is not valid.');
