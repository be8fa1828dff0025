export { selectRoles, upsertMember } from './queries.ts';
