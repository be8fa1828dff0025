import { sha256Hex } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError, invalidField } from '../../platform/errors.ts';
import { adminAction } from '../../platform/events.ts';
import { createId } from '../../platform/ids.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { scopeOfPerson } from './account-call.ts';
import { linkNotValid } from './errors.ts';
import { invitationAccepted } from './events.ts';
import { insertPerson, type LinkRow, type PersonRow, selectPersonByEmail, useLink } from './queries.ts';

export interface Newcomer {
  token: string;
  name?: string | undefined;
  email?: string | undefined;
}

const accountExists = () =>
  new DomainError(
    'conflict',
    'There is an account with this email address. Sign in, then open the link again.',
    {
      facts: { reason: 'account_exists' },
    },
  );

/**
 * Uses up a link, and makes its person unless it resets the credentials of one. `addCredentials` stores what the person
 * signs in with, in the same transaction.
 */
export async function acceptLink(
  deps: Deps,
  newcomer: Newcomer,
  addCredentials: (db: Connection, person: PersonRow) => Promise<void>,
): Promise<PersonRow> {
  return deps.db.transaction(async (db) => {
    const link = await useLink(db, sha256Hex(newcomer.token), deps.clock.now());
    if (link === undefined) throw linkNotValid();
    const person =
      link.kind === 'reset' ? await requirePerson(db, link) : await addPerson(deps, db, link, newcomer);
    await addCredentials(db, person);
    const action = link.kind === 'reset' ? 'account.credentials_reset' : 'account.created';
    const scope = scopeOfPerson(person);
    const { teamId, role } = link;
    const team = teamId === null ? {} : { teamId };
    await deps.events.emitInTransaction(adminAction({ action, subject: person.email, ...team }), scope, db);
    if (teamId !== null && role !== null)
      await deps.events.emitInTransaction(
        invitationAccepted({ accountId: person.id, teamId, role }),
        scope,
        db,
      );
    return person;
  });
}

async function requirePerson(db: Connection, link: LinkRow): Promise<PersonRow> {
  const person = await selectPersonByEmail(db, link.email ?? '');
  if (person === undefined) throw linkNotValid();
  return person;
}

async function addPerson(deps: Deps, db: Connection, link: LinkRow, newcomer: Newcomer): Promise<PersonRow> {
  const email = normalizeEmail(link.email ?? newcomer.email ?? '');
  if (email === undefined) throw invalidField('email', 'Enter your email address, such as anna@example.com.');
  const name = newcomer.name?.trim() ?? '';
  if (name === '') throw invalidField('name', 'Enter your name.');
  if ((await selectPersonByEmail(db, email)) !== undefined) throw accountExists();
  const now = deps.clock.now();
  const person: PersonRow = {
    id: createId(),
    name,
    email,
    emailVerified: false,
    image: null,
    isOperator: link.kind === 'set_up',
    twoFactorEnabled: false,
    createdAt: now,
    updatedAt: now,
  };
  await insertPerson(db, person);
  return person;
}

const EMAIL = /^[^\s@<>"(),;:\\]{1,64}@[^\s@<>"(),;:\\]{1,189}$/;

/** In lower case; undefined for what is no address. */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return EMAIL.test(email) ? email : undefined;
}
