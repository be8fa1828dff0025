export { createAdminToken, listAdminTokens, revokeAdminToken } from './operations/admin-tokens.ts';
export { setMemberRole } from './operations/members.ts';
export { selectRoles, upsertMember } from './queries.ts';
