import type { Deps } from '../../platform/deps.ts';
import {
  type Actor,
  EFFECTS,
  type Effect,
  type Restriction,
  type TenantScope,
} from '../../platform/scope.ts';
import type { AccountCall, OpenAccountScope } from '../../platform/security/account-call.ts';
import { roleIn } from '../../platform/security/admin-access.ts';
import { type AdminAccess, hasRole, type Role } from '../../platform/security/roles.ts';
import { notSignedIn } from '../accounts/index.ts';
import { createTenantScope, selectProject, selectTenant, tenantNotFound } from '../projects/index.ts';
import { selectRoles } from './queries.ts';
import { openToken, type TokenAccess } from './token-access.ts';

/** What each role may do with what belongs to a tenant. */
const EFFECTS_OF: Record<Role, readonly Effect[]> = {
  viewer: ['read'],
  reviewer: ['read', 'comment', 'approve'],
  editor: ['read', 'comment', 'propose', 'approve', 'write', 'delete'],
  admin: EFFECTS,
  owner: EFFECTS,
};

/** Opens the scopes of people with accounts. */
export class AccountAccess {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly openScope: OpenAccountScope = async (credentials, call) => {
    const { actor, access, restriction } =
      'token' in credentials
        ? await openToken(this.#deps, credentials.token, call.operation)
        : await this.#openSession(credentials.headers);
    const restrictions = restriction === undefined ? [] : [restriction];
    if (call.operation.scope !== 'tenant')
      return { kind: 'admin', actor, access, ...(restrictions.length > 0 && { restrictions }) };
    const scope = await this.#openTenantScope(actor, access, call);
    return { ...scope, restrictions: [...restrictions, ...(scope.restrictions ?? [])] };
  };

  async #openSession(
    headers: Headers,
  ): Promise<Omit<TokenAccess, 'restriction'> & { restriction?: undefined }> {
    const { services, db } = this.#deps;
    const identity = await services.accounts.identify(headers);
    if (identity === undefined) throw notSignedIn();
    const { accountId: id, name, email, isOperator, signedInAt } = identity;
    const roles = await selectRoles(db.reader, id);
    return {
      actor: { kind: 'admin', id, name },
      access: { isOperator, roles, signedInAt, account: { id, email } },
    };
  }

  async #openTenantScope(actor: Actor, access: AdminAccess, call: AccountCall): Promise<TenantScope> {
    const { db } = this.#deps;
    const project = await selectProject(db.reader, call.project ?? '');
    const role = project && roleIn({ access }, project.teamId);
    const tenant = project && (await selectTenant(db.reader, project.id, call.tenant ?? ''));
    if (project === undefined || tenant === undefined || role === undefined) throw tenantNotFound();
    const scope = createTenantScope(this.#deps, project, tenant, { actor, surface: 'admin' });
    return {
      ...scope,
      restrictions: [...(scope.restrictions ?? []), restrictionOfRole(role)],
      readableTenants: 'all',
      ...(hasRole(role, 'admin') && { mayShareModules: true }),
    };
  }
}

export const restrictionOfRole = (role: Role): Restriction => ({
  effects: EFFECTS_OF[role],
  message: `Your role in this team, "${role}", does not allow this.`,
});
