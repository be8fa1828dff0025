import { Type } from '@sinclair/typebox';
import { toIsoTime, toIsoTimeOrNull } from '../../../platform/clock.ts';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { tokenKeysRotated } from '../events.ts';
import { insertTokenKey, retireTokenKeys, selectTokenKeys, type TokenKeyRow } from '../queries.ts';
import { TokenKey } from '../schema.ts';
import { createTokenKey, TOKEN_LIFETIME_SECONDS } from '../token.ts';

const toTokenKey = (row: TokenKeyRow) => ({
  kid: row.kid,
  created_at: toIsoTime(row.createdAt),
  retires_at: toIsoTimeOrNull(row.retiresAt),
});

export const listTokenKeys = defineOperation({
  name: 'listTokenKeys',
  summary: 'List the keys that sign access tokens',
  scope: 'admin',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(TokenKey) }),
  async run({ deps }) {
    const rows = await selectTokenKeys(deps.db.reader, deps.clock.now());
    return { items: rows.map(toTokenKey) };
  },
});

export const rotateTokenKey = defineOperation({
  name: 'rotateTokenKey',
  summary: 'Sign new access tokens with a new key; tokens of the old one live out their 10 minutes',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({
    revoke: Type.Boolean({ default: false, description: 'Refuse tokens of the old key at once.' }),
  }),
  output: TokenKey,
  async run({ deps, scope, emit }, { revoke }) {
    const now = deps.clock.now();
    const created = createTokenKey(now);
    await deps.db.transaction(async (db) => {
      await retireTokenKeys(db, revoke ? now : now + TOKEN_LIFETIME_SECONDS * 1000);
      await insertTokenKey(db, created);
      const subject = revoke ? `${created.kid}, old tokens revoked` : created.kid;
      await deps.events.emitInTransaction(adminAction({ action: 'token_key.rotated', subject }), scope, db);
    });
    emit(tokenKeysRotated(created.kid, revoke));
    return toTokenKey(created);
  },
});
