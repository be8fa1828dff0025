import { Type } from '@sinclair/typebox';
import { toIsoTime, toIsoTimeOrNull } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { adminAction } from '../../../platform/events.ts';
import { nullable } from '../../../platform/json/nullable.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { deleteAuthenticatorApp } from '../authenticator-queries.ts';
import { accessChanged } from '../events.ts';
import { deletePasskeys } from '../factor-queries.ts';
import { deleteResetLinks } from '../link-queries.ts';
import { deleteAccountRow, selectAccountByEmail, selectPeople } from '../queries.ts';
import { Account, Email } from '../schema.ts';
import { deleteSessions } from '../session-queries.ts';

const ByEmail = Type.Object({ email: Email });

export const listAccounts = defineOperation({
  name: 'listAccounts',
  summary: 'List the people who can sign in, and what they sign in with',
  scope: 'admin',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({
    items: Type.Array(
      Type.Composite([
        Account,
        Type.Object({ created_at: Type.String(), last_sign_in_at: nullable(Type.String()) }),
      ]),
    ),
  }),
  async run({ deps }) {
    const rows = await selectPeople(deps.db.reader);
    const items = rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      is_operator: row.isOperator,
      has_password: row.hasPassword,
      has_single_sign_on: row.hasSingleSignOn,
      has_authenticator_app: row.hasAuthenticatorApp,
      passkeys: row.passkeys,
      created_at: toIsoTime(row.createdAt),
      last_sign_in_at: toIsoTimeOrNull(row.lastSignInAt),
    }));
    return { items };
  },
});

export const deleteAccount = defineOperation({
  name: 'deleteAccount',
  summary: 'Delete the account of a person, with their sessions and memberships',
  scope: 'admin',
  effect: 'admin',
  managesAccess: true,
  input: ByEmail,
  output: Type.Object({ id: Type.String(), email: Type.String() }),
  async run({ deps, scope, emit }, input) {
    const deleted = await deps.db.transaction(async (db) => {
      const { id, email } = await requireAccount(db, input.email);
      await deleteAccountRow(db, id);
      await deleteResetLinks(db, email);
      await deps.events.emitInTransaction(
        adminAction({ action: 'account.deleted', subject: email }),
        scope,
        db,
      );
      return { id, email };
    });
    emit(accessChanged(deleted.id));
    return deleted;
  },
});

/** For a person who has lost a device. Keeps the password. */
export const resetAccountFactors = defineOperation({
  name: 'resetAccountFactors',
  summary: "Remove a person's authenticator app and passkeys, and end all sessions",
  scope: 'admin',
  effect: 'admin',
  managesAccess: true,
  input: ByEmail,
  output: Type.Object({ id: Type.String(), email: Type.String() }),
  async run({ deps, scope }, input) {
    return deps.db.transaction(async (db) => {
      const { id, email } = await requireAccount(db, input.email);
      await deleteAuthenticatorApp(db, id);
      await deletePasskeys(db, id);
      await deleteSessions(db, id);
      const action = adminAction({ action: 'account.factors_reset', subject: email });
      await deps.events.emitInTransaction(action, scope, db);
      return { id, email };
    });
  },
});

async function requireAccount(db: Parameters<typeof selectAccountByEmail>[0], email: string) {
  const person = await selectAccountByEmail(db, email.trim().toLowerCase());
  if (person === undefined) throw notFound('Account');
  return person;
}
