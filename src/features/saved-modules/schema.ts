import { Type } from '@sinclair/typebox';
import type { Block } from '../../mail/model/index.ts';
import { nullable } from '../../platform/json/nullable.ts';
import type { StoredJson } from '../../platform/json/stored-json.ts';
import { Timestamp } from '../projects/index.ts';

export const ModuleId = Type.String({ description: 'The module’s id.' });

export const ModuleName = Type.String({ maxLength: 255, description: '1-255 characters.' });

/** The content model validates it. */
export const ModuleContentInput = Type.Unknown({
  description: 'The blocks, at least one. Stored as sent. Editors give them new ids when they insert them.',
});

export const CategoryInput = nullable(
  Type.String({ maxLength: 100 }),
  'What it is listed under, up to 100 characters; empty or null: nothing.',
);

export const SharedInput = Type.Optional(
  Type.Boolean({
    description:
      'Whether all tenants of the project can use it. Only a token with `share_modules` may change this, or a shared module.',
  }),
);

/** Dates in both spellings: editors up to 0.10 read one, later ones the other. */
export const SavedModule = Type.Object({
  id: ModuleId,
  name: Type.String(),
  category: Type.Optional(Type.String({ description: 'Absent if it has none.' })),
  content: Type.Unsafe<StoredJson<Block[]>>(
    Type.Array(Type.Unknown(), { description: 'The blocks as they were sent.' }),
  ),
  shared: Type.Boolean({ description: 'Whether all tenants of the project can use it.' }),
  canUpdate: Type.Boolean({ description: 'Whether this session may change it.' }),
  canDelete: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
});
