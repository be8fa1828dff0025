import type { TOKENS } from '../../texts/tokens.ts';

export type Effect = keyof typeof TOKENS.effect;

export interface AdminToken {
  id: string;
  name: string;
  prefix: string;
  created_by: string;
  team_id: string | null;
  role: string | null;
  effects: Effect[];
  operations: string[] | null;
  expires_at: string | null;
  last_used_at: string | null;
}

/** A new token with its value, which is answered once. */
export interface AdminTokenWithValue extends AdminToken {
  admin_token: string;
}
