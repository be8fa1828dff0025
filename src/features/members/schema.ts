import { Type } from '@sinclair/typebox';
import { nullable } from '../../platform/json/nullable.ts';
import { EFFECTS } from '../../platform/scope.ts';
import { ROLES } from '../../platform/security/roles.ts';

export const RoleName = Type.Union(
  ROLES.map((role) => Type.Literal(role)),
  {
    description:
      'viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members.',
  },
);

const Time = Type.String({ description: 'ISO 8601, UTC.' });
export const Member = Type.Object({
  account_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  joined_at: Time,
  last_sign_in_at: nullable(Type.String(), 'Of a sign-in that has not ended; null: none.'),
});

export const Invitation = Type.Object({
  id: Type.String(),
  email: nullable(Type.String(), 'Only this address can accept; null: everybody with the link.'),
  role: RoleName,
  created_by: Type.String(),
  created_at: Time,
  expires_at: Time,
});

/** An invitation with its link, which is shown only once. */
export const CreatedInvitation = Type.Object({
  id: Type.String(),
  role: RoleName,
  url: Type.String({ description: 'The link that accepts it, once. Shown only now.' }),
  is_mailed: Type.Boolean({ description: 'It is also sent by mail.' }),
  expires_at: Time,
});

export const AdminToken = Type.Object({
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'How the token begins.' }),
  account_id: nullable(
    Type.String(),
    'Whose rights it has at most; null: those of the operator at the command line.',
  ),
  created_by: Type.String(),
  team_id: nullable(Type.String(), 'Its only team; null: all of its maker.'),
  role: nullable(RoleName, 'Its highest role; null: that of its maker.'),
  effects: Type.Array(Type.Union(EFFECTS.map((effect) => Type.Literal(effect)))),
  operations: nullable(
    Type.Array(Type.String()),
    'The only operations it may perform; null: all that have the effects, but none on members and tokens.',
  ),
  expires_at: nullable(Type.String(), 'null: never.'),
  last_used_at: nullable(Type.String(), 'To the minute; null: never used.'),
  created_at: Time,
});

export const AdminTokenWithValue = Type.Composite([
  AdminToken,
  Type.Object({ admin_token: Type.String({ description: 'The token. Shown only now.' }) }),
]);
