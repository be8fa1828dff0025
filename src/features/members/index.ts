export { createAdminToken, listAdminTokens, revokeAdminToken } from './operations/admin-tokens.ts';
export { selectRoles, upsertMember } from './queries.ts';
