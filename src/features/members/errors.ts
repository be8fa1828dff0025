import { DomainError, invalidField, notFound, rateLimited } from '../../platform/errors.ts';

export const memberNotFound = () => notFound('Member');

export const invitationNotFound = () => notFound('Invitation');

export const tokenNotFound = () => notFound('Admin token');

export const lastOwner = () =>
  new DomainError('conflict', 'This is the last owner of the team. Make another member an owner first.', {
    facts: { reason: 'last_owner' },
  });

export const tooManyInvitations = (limit: number) =>
  new DomainError('conflict', `The team has ${limit} open invitations, the most it can have. Revoke some.`, {
    facts: { limit },
  });

export const tooManyInvitationMails = (retryAfterSeconds: number) =>
  rateLimited(
    'Too many invitations were sent by mail today. Leave the address out, and hand over the link yourself.',
    retryAfterSeconds,
  );

export const tooManyTokens = (limit: number) =>
  new DomainError('conflict', `There are ${limit} admin tokens, the most there can be. Revoke some.`, {
    facts: { limit },
  });

export const notForTokens = () =>
  new DomainError('forbidden', 'An admin token cannot do this. Sign in to the dashboard.');

export const roleTooHigh = (own: string) =>
  invalidField('role', `must not be higher than your own role, "${own}".`);
