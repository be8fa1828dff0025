import { toIsoTime, toIsoTimeOrNull } from '../../../platform/clock.ts';
import { DomainError, notFound } from '../../../platform/errors.ts';
import {
  deletePasskey,
  insertPasskey,
  type PasskeyRow,
  renamePasskey,
  selectPasskeys,
} from '../factor-queries.ts';
import { finishRegistration, passkeyName, startRegistration } from '../passkeys.ts';
import { selectSignInMethods } from '../queries.ts';
import type { AccountHandlers } from '../schema.ts';
import { changeAccount } from './sessions.ts';

/** Most passkeys of a person. */
const MAX_PASSKEYS = 50;

export const passkeyRoutes = {
  async 'GET /passkeys'(call) {
    const { accountId } = await call.requireIdentity();
    const rows = await selectPasskeys(call.deps.db.reader, accountId);
    return { items: rows.map(describePasskey) };
  },

  async 'POST /passkeys/options'(call) {
    const { accountId: id, name, email } = await call.requireFreshIdentity();
    await call.takeRate();
    if ((await selectPasskeys(call.deps.db.reader, id)).length >= MAX_PASSKEYS)
      throw new DomainError('conflict', `An account can have ${MAX_PASSKEYS} passkeys. Remove one first.`);
    return { options: await startRegistration(call, { id, name, email }) };
  },

  async 'POST /passkeys'(call, { response, name }) {
    const { accountId: personId } = await call.requireFreshIdentity();
    const passkey = { ...(await finishRegistration(call, response, name)), personId };
    await changeAccount(call, 'account.passkey_added', passkey.name, (db) => insertPasskey(db, passkey));
    return describePasskey(passkey);
  },

  async 'PATCH /passkeys/:id'(call, input) {
    const name = passkeyName(input.name);
    const { accountId } = await call.requireIdentity();
    const { db } = call.deps;
    const renamed = await db.transaction((connection) =>
      renamePasskey(connection, accountId, call.params.id ?? '', name),
    );
    if (renamed === undefined) throw notFound('Passkey');
    return describePasskey(renamed);
  },

  async 'DELETE /passkeys/:id'(call) {
    const { accountId } = await call.requireFreshIdentity();
    await changeAccount(call, 'account.passkey_removed', undefined, async (db) => {
      if ((await deletePasskey(db, accountId, call.params.id ?? '')) === undefined) throw notFound('Passkey');
      const left = await selectSignInMethods(db, accountId);
      if (left?.hasPassword === false && !left.hasSingleSignOn && left.passkeys === 0)
        throw new DomainError(
          'conflict',
          'You could not sign in without this passkey. Set a password first.',
        );
    });
    return {};
  },
} satisfies Partial<AccountHandlers>;

function describePasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow) {
  return {
    id,
    name,
    created_at: toIsoTime(createdAt),
    last_used_at: toIsoTimeOrNull(lastUsedAt),
  };
}
