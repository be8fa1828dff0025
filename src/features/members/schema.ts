import { Type } from '@sinclair/typebox';
import { ROLES } from '../../platform/roles.ts';
import { EFFECTS } from '../../platform/scope.ts';

export const RoleName = Type.Union(
  ROLES.map((role) => Type.Literal(role)),
  {
    description:
      'viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members.',
  },
);

const Time = Type.String({ description: 'ISO 8601, UTC.' });
const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const Member = Type.Object({
  account_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  joined_at: Time,
  last_sign_in_at: orNull('Of a sign-in that has not ended; null: none.'),
});

export const Invitation = Type.Object({
  id: Type.String(),
  email: orNull('Only this address can accept; null: everybody with the link.'),
  role: RoleName,
  created_by: Type.String(),
  created_at: Time,
  expires_at: Time,
});

/** With the link, which is shown only once. */
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
  account_id: orNull('Whose rights it has at most; null: those of the operator at the command line.'),
  created_by: Type.String(),
  team_id: orNull('Its only team; null: all of its maker.'),
  role: Type.Union([RoleName, Type.Null()], { description: 'Its highest role; null: that of its maker.' }),
  effects: Type.Array(Type.Union(EFFECTS.map((effect) => Type.Literal(effect)))),
  operations: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description:
      'The only operations it may perform; null: all that have the effects, but none on members and tokens.',
  }),
  expires_at: orNull('null: never.'),
  last_used_at: orNull('To the minute; null: never used.'),
  created_at: Time,
});

export const AdminTokenWithValue = Type.Composite([
  AdminToken,
  Type.Object({ admin_token: Type.String({ description: 'The token. Shown only now.' }) }),
]);
