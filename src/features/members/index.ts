export { restrictionOfRole } from './account-access.ts';
export { isMembershipEnded } from './events.ts';
export { createAdminToken, listAdminTokens, revokeAdminToken } from './operations/admin-tokens.ts';
export { setMemberRole } from './operations/members.ts';
export { selectRoleIn } from './queries.ts';
