/** A recorded call of a tool. */
export interface ToolCall {
  id: number;
  at: string;
  project_id: string;
  tenant: string;
  tenant_name: string | null;
  key_id: string;
  key_name: string;
  client: string | null;
  tool: string;
  template_id: string | null;
  outcome: string;
  version_before: number | null;
  version_after: number | null;
  duration_ms: number;
  result_bytes: number | null;
}

/** The name of an agent's key or connection, and of its program. */
export const agentOf = ({ client, key_name }: ToolCall): string =>
  client === null ? key_name : `${key_name} · ${client}`;
