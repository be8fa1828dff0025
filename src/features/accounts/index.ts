export { isFresh } from './account-call.ts';
export type { Accounts } from './accounts.ts';
export { linkNotValid, signInTooOld } from './errors.ts';
export {
  type AccessChanged,
  accessChanged,
  type InvitationAccepted,
  isAddressProven,
  isInvitationAccepted,
  isRoleWithdrawn,
  type RoleWithdrawn,
} from './events.ts';
export type { Identity } from './identity.ts';
export {
  addInvitation,
  listInvitations,
  type OpenInvitation,
  sendInvitation,
  withdrawInvitation,
} from './invitations.ts';
export { addLink, type CreatedLink, pageUrl } from './links.ts';
export { createAccountLink } from './operations/create-account-link.ts';
export { deleteAccount, listAccounts, resetAccountFactors } from './operations/people.ts';
export { selectPerson } from './queries.ts';
export { people } from './table.ts';
