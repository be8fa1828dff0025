/** Path of the tool server. */
export const ENDPOINT = '/api/v1/mcp';

/** A limit that no run reaches; one sends more than a hundred requests in a second or two. */
export const UNLIMITED_REQUESTS = 100_000;

/** Whom a client of the tool server works for. */
export interface Caller {
  apiKey: string;
  projectId: string;
  tenant: string;
}

/** What a client sends with every request. */
export const headersOf = ({ apiKey, projectId, tenant }: Caller) => ({
  Authorization: `Bearer ${apiKey}`,
  'X-Project-Id': projectId,
  'X-Tenant': tenant,
});
