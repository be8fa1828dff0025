export { listGrants, revokeGrant } from './operations/grants.ts';
