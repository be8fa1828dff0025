export { linkNotValid, notSignedIn } from './errors.ts';
export {
  type AccessChanged,
  accessChanged,
  isAddressProven,
  isInvitationAccepted,
  isRoleWithdrawn,
} from './events.ts';
export { addInvitation, listInvitations, sendInvitation } from './invitations.ts';
export { deleteInvitation } from './link-queries.ts';
export { addLink, pageUrl } from './links.ts';
export { createAccountLink } from './operations/create-account-link.ts';
export { deleteAccount, listAccounts, resetAccountFactors } from './operations/people.ts';
export { selectAccount } from './queries.ts';
export { people } from './table.ts';
