export { isFresh } from './account-call.ts';
export type { Accounts, Identity } from './accounts.ts';
export { signInTooOld } from './errors.ts';
export { type InvitationAccepted, isInvitationAccepted } from './events.ts';
export { addLink, type CreatedLink } from './links.ts';
export { createAccountLink } from './operations/create-account-link.ts';
