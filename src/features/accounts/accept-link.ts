import type { Deps } from '../../platform/deps.ts';
import { DomainError, invalidField } from '../../platform/errors.ts';
import { adminAction } from '../../platform/events.ts';
import { createId } from '../../platform/ids.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { sha256Hex } from '../../platform/security/crypto.ts';
import { cleanLine } from '../../platform/text/names.ts';
import { type Identity, scopeOfAccount } from './account-call.ts';
import { linkNotValid } from './errors.ts';
import { accessChanged, invitationAccepted } from './events.ts';
import { deleteResetLinks, type LinkRow, useLink } from './link-queries.ts';
import { proveAddress } from './prove-address.ts';
import { type AccountRow, deletePassword, insertAccount, selectAccountByEmail } from './queries.ts';
import type { LinkOwner } from './schema.ts';
import { deleteSessions } from './session-queries.ts';

const accountExists = () =>
  new DomainError(
    'conflict',
    'There is an account with this email address. Sign in, then open the link again.',
    { facts: { reason: 'account_exists' } },
  );

/**
 * Throws `conflict` for a person with an authenticator app: a passkey signs in without the app, so a link sent by mail
 * could be used to avoid it.
 */
export function requireNoAuthenticatorApp({ hasAuthenticatorApp }: Partial<AccountRow>): void {
  if (hasAuthenticatorApp)
    throw new DomainError(
      'conflict',
      'This account has an authenticator app. Set a new password with this link, and add a passkey after the sign-in.',
      { facts: { reason: 'has_authenticator_app' } },
    );
}

/** The account that a link creates or changes. `id` is absent for a new one. */
interface LinkAccount {
  id?: string;
  name: string;
  email: string;
  hasAuthenticatorApp?: boolean;
}

/**
 * Uses up a link and creates its account, unless the link resets the credentials of one. `addCredentials` stores the
 * person's password or passkey in the same transaction.
 */
export async function acceptLink(
  deps: Deps,
  entered: LinkOwner,
  addCredentials: (db: Connection, account: AccountRow) => Promise<void>,
): Promise<AccountRow> {
  const accepted = await deps.db.transaction(async (db) => {
    const link = await useLink(db, sha256Hex(entered.token), deps.clock.now());
    if (link === undefined) throw linkNotValid();
    const account = await findLinkAccount(db, link, entered);
    const person =
      link.kind === 'reset' ? await resetAccount(deps, db, link) : await addAccount(deps, db, link, account);
    await addCredentials(db, person);
    const action = link.kind === 'reset' ? 'account.credentials_reset' : 'account.created';
    const scope = scopeOfAccount(person);
    await deps.events.emitInTransaction(adminAction({ action, subject: person.email }), scope, db);
    await announceJoining(deps, db, link, person);
    return person;
  });
  deps.events.publish([accessChanged(accepted.id)], scopeOfAccount(accepted));
  return accepted;
}

/** Uses up an invitation for a person who has signed in. */
export async function joinByLink(deps: Deps, token: string, identity: Identity): Promise<void> {
  await deps.db.transaction(async (db) => {
    const link = await useLink(db, sha256Hex(token), deps.clock.now());
    if (link === undefined || link.kind !== 'invitation') throw linkNotValid();
    if (link.email !== null && link.email !== identity.email) throw linkNotValid();
    await announceJoining(deps, db, link, { id: identity.accountId, name: identity.name });
  });
}

async function announceJoining(
  deps: Deps,
  db: Connection,
  { teamId, role, creatorId }: LinkRow,
  person: { id: string; name: string },
): Promise<void> {
  if (teamId === null || role === null) return;
  const scope = scopeOfAccount(person);
  const joining = { accountId: person.id, teamId, role, inviterId: creatorId ?? undefined };
  await deps.events.emitInTransaction(invitationAccepted(joining), scope, db);
  const action = adminAction({ action: 'account.invitation_accepted', teamId, subject: role });
  await deps.events.emitInTransaction(action, scope, db);
}

/** Throws unless the link and the entered data create or identify an account. */
export async function findLinkAccount(
  db: Connection,
  link: LinkRow,
  entered: LinkOwner,
): Promise<LinkAccount> {
  const email = normalizeEmail(link.email ?? entered.email ?? '');
  if (email === undefined) throw invalidField('email', 'Enter your email address, such as anna@example.com.');
  const known = await selectAccountByEmail(db, email);
  if (link.kind === 'reset') {
    if (known === undefined) throw linkNotValid();
    return known;
  }
  if (known !== undefined) throw accountExists();
  const name = cleanLine(entered.name ?? '');
  if (name === '') throw invalidField('name', 'Enter your name.');
  return { name, email };
}

/** Removes the person's old password, all sessions and other reset links. */
async function resetAccount(deps: Deps, db: Connection, link: LinkRow): Promise<AccountRow> {
  const person = await selectAccountByEmail(db, link.email ?? '');
  if (person === undefined) throw linkNotValid();
  await proveAddress(deps, db, person);
  await deleteResetLinks(db, person.email);
  await deleteSessions(db, person.id);
  await deletePassword(db, person.id);
  return person;
}

async function addAccount(
  deps: Deps,
  db: Connection,
  link: LinkRow,
  { name, email }: LinkAccount,
): Promise<AccountRow> {
  const account: AccountRow = {
    id: createId(),
    name,
    email,
    // The person who sets up the installation does not need to prove the address.
    emailVerified: link.kind === 'set_up',
    isOperator: link.kind === 'set_up',
    hasAuthenticatorApp: false,
    createdAt: deps.clock.now(),
  };
  await insertAccount(db, account);
  return account;
}

const EMAIL = /^[^\s@<>"(),;:\\]{1,64}@[^\s@<>"(),;:\\]{1,189}$/;

/** In lower case; undefined if it is not an address. */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return EMAIL.test(email) ? email : undefined;
}
