import type { Permissions } from '../../data/permissions.ts';

export interface Comment {
  id: string;
  body: string;
  author_identifier: string;
  author_name: string;
  author_type: 'user' | 'agent' | 'system';
  created_at: string;
}

/** Where the comments are, and what the person may do with them. */
export interface Access {
  path: string;
  permissions: Permissions;
}
