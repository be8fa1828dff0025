import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { addLink } from '../links.ts';
import { selectAccountByEmail } from '../queries.ts';
import { Email } from '../schema.ts';

/** Makes an operator, or, with the address of a person, new credentials for that person. */
export const createAccountLink = defineOperation({
  name: 'createAccountLink',
  summary: 'Make a link that works once, for a new operator or for new credentials',
  scope: 'admin',
  effect: 'admin',
  managesAccess: true,
  input: Type.Object({ email: Type.Optional(Email) }),
  output: Type.Object({
    kind: Type.Union([Type.Literal('set_up'), Type.Literal('reset')]),
    url: Type.String(),
    expires_at: Type.String(),
  }),
  async run({ deps, scope }, input) {
    return deps.db.transaction(async (db) => {
      const email = input.email?.trim().toLowerCase();
      if (email !== undefined && (await selectAccountByEmail(db, email)) === undefined)
        throw notFound('Account');
      const kind = email === undefined ? ('set_up' as const) : ('reset' as const);
      const link = await addLink(deps, db, { kind, email, createdBy: scope.actor.name });
      const action = adminAction({ action: 'account.link_created', subject: email ?? 'set-up' });
      await deps.events.emitInTransaction(action, scope, db);
      return { kind, url: link.url, expires_at: toIsoTime(link.expiresAt) };
    });
  },
});
