import { HOUR_MS } from '../../../platform/clock.ts';
import { DomainError, notFound } from '../../../platform/errors.ts';
import { adminAction } from '../../../platform/events.ts';
import { createPublicScope } from '../../../platform/scope.ts';
import { normalizeEmail } from '../accept-link.ts';
import type { AccountCall } from '../account-call.ts';
import { addLink } from '../links.ts';
import { selectAccountByEmail } from '../queries.ts';
import type { AccountHandlers } from '../schema.ts';

export const forgottenPasswordRoutes = {
  /** Sends a reset link, if there is an account. The answer does not show whether there is one. */
  async 'POST /forgotten-password'(call, input) {
    const email = normalizeEmail(input.email);
    await call.takeRate();
    const { mailer } = call.deps.services.accounts;
    if (mailer === undefined) throw notFound('Mail server');
    // The same for every address, so that it does not show whether there is an account.
    if (mailer.isFull)
      throw new DomainError('unavailable', 'Too many mails are waiting to be sent. Try again in a minute.');
    // Not awaited, so that the duration does not show it either.
    if (email !== undefined)
      sendResetLink(call, email).catch((error) => {
        call.deps.log.warn({ err: error }, 'a reset link could not be made');
      });
    return {};
  },
} satisfies Partial<AccountHandlers>;

/** Most mails to an account. */
const MAILS = [{ limit: 5, windowMs: HOUR_MS }];

async function sendResetLink({ deps, address }: AccountCall, email: string): Promise<void> {
  const person = await selectAccountByEmail(deps.db.reader, email);
  if (person === undefined) return;
  if (!(await deps.rateLimits.take(`account mail ${person.id}`, MAILS)).allowed) return;
  const { url } = await deps.db.transaction(async (db) => {
    const action = adminAction({ action: 'account.link_created', subject: `${email}, from ${address}` });
    await deps.events.emitInTransaction(action, createPublicScope(address), db);
    return addLink(deps, db, { kind: 'reset', email, createdBy: 'forgotten password' });
  });
  deps.services.accounts.mailer?.send({
    recipient: email,
    subject: 'A new password for Galley',
    text: [
      `Open this link within an hour to set a new password. It works once:\n${url}`,
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  });
}
