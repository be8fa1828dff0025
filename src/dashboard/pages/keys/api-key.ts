export interface ApiKey {
  id: string;
  team_id: string;
  name: string;
  prefix: string;
  project_ids: string[] | null;
  mode: 'read' | 'comment' | 'propose' | 'write';
  tenants: string[] | null;
  template_id: string | null;
  tools: string[] | null;
  expires_at: string | null;
  last_used_at: string | null;
  last_used_by: string | null;
  created_at: string;
}

/** A new key with its value, which is answered once. */
export interface ApiKeyWithValue extends ApiKey {
  api_key: string;
  mcp_url: string;
}
