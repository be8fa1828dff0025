import { toIsoTime } from '../../../platform/clock.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import { createId } from '../../../platform/ids.ts';
import { acceptLink } from '../accept-link.ts';
import type { AccountRoutes } from '../account-call.ts';
import { linkNotValid } from '../errors.ts';
import { hashPassword, requireStrongPassword } from '../passwords.ts';
import { selectLink, upsertPassword } from '../queries.ts';
import { LinkAcceptance, LinkToken } from '../schema.ts';

export const linkRoutes: AccountRoutes = {
  /** What a link is for, without using it. */
  async 'POST /link'(call) {
    const { token } = await call.readInput(LinkToken);
    const link = await selectLink(call.deps.db.reader, sha256Hex(token), call.deps.clock.now());
    if (link === undefined) throw linkNotValid();
    return { kind: link.kind, email: link.email, role: link.role, expires_at: toIsoTime(link.expiresAt) };
  },

  /** Uses the link with a password, and signs in. */
  async 'POST /link/password'(call) {
    const input = await call.readInput(LinkAcceptance);
    await requireStrongPassword(input.password, [input.email ?? '', input.name ?? '']);
    const password = await hashPassword(input.password);
    const { deps } = call;
    const person = await acceptLink(deps, input, (db, { id: personId }) =>
      upsertPassword(db, { id: createId(), personId, password, now: deps.clock.now() }),
    );
    const body = { personId: person.id };
    await call.ask((api, headers) => api.startSession({ body, headers, returnHeaders: true }));
    return { next: null };
  },
};
