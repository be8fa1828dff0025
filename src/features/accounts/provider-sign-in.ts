import type { Deps } from '../../platform/deps.ts';
import { adminAction } from '../../platform/events.ts';
import { createId } from '../../platform/ids.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { cleanLine } from '../../platform/text/names.ts';
import { selectTeams } from '../projects/index.ts';
import { scopeOfAccount } from './account-call.ts';
import { accessChanged, invitationAccepted, roleWithdrawn } from './events.ts';
import { proveAddress } from './prove-address.ts';
import {
  type AccountRow,
  insertAccount,
  insertIdentityAtProvider,
  selectAccountByEmail,
  selectPersonAtProvider,
  updateOperator,
} from './queries.ts';
import type { ProviderProfile, SingleSignOnProvider } from './single-sign-on.ts';

/** Why a person with an account at the provider cannot sign in here. */
type ProviderRefusal = 'email_not_verified' | 'domain_not_allowed' | 'no_account';

export class RefusedByPolicy extends Error {
  readonly reason: ProviderRefusal;

  constructor(reason: ProviderRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Finds or creates the account of a person at the provider, and applies the roles from there. Throws `RefusedByPolicy`.
 */
export async function findOrAddProviderAccount(
  deps: Deps,
  provider: SingleSignOnProvider,
  profile: ProviderProfile,
): Promise<string> {
  const { email } = profile;
  if (email === undefined) throw new RefusedByPolicy('email_not_verified');
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (provider.domains.length > 0 && !provider.domains.includes(domain))
    throw new RefusedByPolicy('domain_not_allowed');
  const person = await deps.db.transaction(async (db) => {
    const found = await findOrAddAccount(deps, db, { ...profile, email }, provider.domains.includes(domain));
    await applyRoles(deps, db, found, provider, profile);
    return found;
  });
  deps.events.publish([accessChanged(person.id)], scopeOfAccount(person));
  return person.id;
}

async function findOrAddAccount(
  deps: Deps,
  db: Connection,
  { subject, email, name }: ProviderProfile & { email: string },
  mayAdd: boolean,
): Promise<AccountRow> {
  const known = await selectPersonAtProvider(db, subject);
  if (known !== undefined) return known;
  let person = await selectAccountByEmail(db, email);
  if (person === undefined) {
    if (!mayAdd) throw new RefusedByPolicy('no_account');
    person = {
      id: createId(),
      name: cleanLine(name ?? '').slice(0, 200) || email,
      email,
      emailVerified: true,
      isOperator: false,
      hasAuthenticatorApp: false,
      createdAt: deps.clock.now(),
    };
    await insertAccount(db, person);
    const created = adminAction({ action: 'account.created', subject: `${email}, by single sign-on` });
    await deps.events.emitInTransaction(created, scopeOfAccount(person), db);
  }
  await proveAddress(deps, db, person);
  await insertIdentityAtProvider(db, { subject, personId: person.id });
  return person;
}

/** The highest role first. */
const RANKS = ['owner', 'admin', 'editor', 'reviewer', 'viewer'];

/**
 * Sets the person's roles in the teams that the settings name. If the settings say who is an operator, sets that too.
 */
async function applyRoles(
  deps: Deps,
  db: Connection,
  account: AccountRow,
  { roles }: SingleSignOnProvider,
  { groups }: ProviderProfile,
): Promise<void> {
  const scope = scopeOfAccount(account);
  const granted = roles.filter(({ value }) => groups.includes(value));
  const named = [...new Set(roles.flatMap(({ teamId }) => (teamId === undefined ? [] : [teamId])))];
  const teams = (await selectTeams(db)).map(({ id }) => id).filter((id) => named.includes(id));
  for (const teamId of named.filter((id) => !teams.includes(id)))
    deps.log.warn({ team_id: teamId }, 'GALLEY_OIDC_ROLES names a team that does not exist');
  for (const teamId of teams) {
    const inTeam = granted.filter((one) => one.teamId === teamId).map(({ role }) => role);
    const role = RANKS.find((rank) => inTeam.includes(rank));
    const event =
      role === undefined
        ? roleWithdrawn({ accountId: account.id, teamId })
        : invitationAccepted({ accountId: account.id, teamId, role, isExact: true });
    await deps.events.emitInTransaction(event, scope, db);
  }
  if (!roles.some(({ teamId }) => teamId === undefined)) return;
  const isOperator = granted.some(({ teamId }) => teamId === undefined);
  if (isOperator === account.isOperator) return;
  await updateOperator(db, account.id, isOperator);
  const action = isOperator ? 'account.operator_granted' : 'account.operator_withdrawn';
  await deps.events.emitInTransaction(adminAction({ action, subject: account.email }), scope, db);
}
