import { Type } from '@sinclair/typebox';
import { AGENT_MODES } from '../../platform/agents/agent-modes.ts';
import { nullable } from '../../platform/json/nullable.ts';
import { EFFECTS } from '../../platform/scope.ts';
import { BrandInput, DisplayName, Timestamp } from '../projects/index.ts';

/** Credentials, tenant, and the user and recipients for whom the customer's backend vouches. */
export const TokenRequest = Type.Object({
  client_id: Type.String({ maxLength: 512, description: 'The project’s client ID.' }),
  client_secret: Type.String({ maxLength: 512, description: 'The project’s client secret.' }),
  tenant: Type.String({
    description: 'Stable identifier of the tenant in the customer’s system, 1-128 characters. Made if new.',
  }),
  user: Type.Optional(
    Type.Object(
      {
        id: Type.String({ minLength: 1, maxLength: 255 }),
        name: Type.String({ minLength: 1, maxLength: 255 }),
      },
      { description: 'The person at the editor; comes back signed.' },
    ),
  ),
  test_email: Type.Optional(
    Type.Object(
      { allowed_emails: Type.Array(Type.String({ minLength: 3, maxLength: 254 }), { maxItems: 100 }) },
      {
        description:
          'Who may receive test mails; comes back signed. Without it this token sends none, whatever was signed before.',
      },
    ),
  ),
  plan: Type.Optional(
    nullable(
      Type.String({ maxLength: 64 }),
      'The plan of the tenant from now on; null: that of the project. Left out: it stays as it is.',
    ),
  ),
  brand: Type.Optional(
    nullable(
      BrandInput,
      'The brand of the tenant from now on: colors, font, logo_url, … Fields it does not have are those of the project; null: all are. Left out: it stays as it is.',
    ),
  ),
  share_modules: Type.Optional(
    Type.Boolean({
      description:
        'Lets this token share saved modules with all tenants of the project, and change and delete shared ones. For your backend, and for people whose work all tenants shall see.',
    }),
  ),
});

const signature = Type.String({ description: 'Lower-case hex HMAC-SHA256 with the project’s signing key.' });

export const TokenResponse = Type.Object({
  token: Type.String({ description: 'Bearer token for API requests.' }),
  expires_at: Type.Integer({ description: 'Unix time in seconds.' }),
  project_id: Type.String(),
  tenant: Type.String(),
  user: Type.Optional(Type.Object({ id: Type.String(), name: Type.String(), signature })),
  test_email: Type.Optional(Type.Object({ allowed_emails: Type.Array(Type.String()), signature })),
});

const nullableList = (description: string) => nullable(Type.Array(Type.String()), description);

export const KeyModeName = Type.Union(
  AGENT_MODES.map((mode) => Type.Literal(mode)),
  {
    description:
      '`read` changes nothing; `comment` also writes, edits and resolves comments; `propose` also proposes changes of templates, which people accept or refuse; `write` may do everything that tools can.',
  },
);

export const ApiKey = Type.Object({
  id: Type.String(),
  team_id: Type.String(),
  name: DisplayName,
  prefix: Type.String({ description: 'First characters of the key, to recognize it.' }),
  project_ids: nullable(Type.Array(Type.String()), 'The projects it may access; null: all of the team.'),
  mode: KeyModeName,
  tenants: nullableList('The only tenants it has access to; null: all of its projects.'),
  template_id: nullable(Type.String(), 'The only template it has access to; null: all.'),
  tools: nullableList('The only tools it may call; null: all that the mode allows.'),
  expires_at: nullable(Timestamp, 'null: never.'),
  last_used_at: nullable(Timestamp, 'To the minute; null: never used.'),
  last_used_by: nullable(
    Type.String(),
    'The program that used it last, as it names itself; null: never used.',
  ),
  created_at: Timestamp,
});

/** The field `tenants` of inputs that create keys. */
export const OnlyTenants = Type.Optional(
  Type.Array(Type.String(), {
    minItems: 1,
    maxItems: 100,
    description: 'The only tenants it has access to, which may not exist yet; all if left out.',
  }),
);

/** With the value, which is shown only once. */
export const ApiKeyWithValue = Type.Composite([
  ApiKey,
  Type.Object({
    api_key: Type.String(),
    mcp_url: Type.String({ description: 'Address of the tool server.' }),
  }),
]);

export const TokenKey = Type.Object({
  kid: Type.String(),
  created_at: Timestamp,
  retires_at: nullable(
    Timestamp,
    'From then on tokens signed with it are refused; null while it signs new ones.',
  ),
});

export const EffectName = Type.Union(
  EFFECTS.map((effect) => Type.Literal(effect)),
  {
    description:
      'read; comment; write (also: send, use AI); delete; admin: create, change and delete tenants.',
  },
);

export const BackendKey = Type.Object({
  id: Type.String(),
  project_id: Type.String(),
  name: DisplayName,
  prefix: Type.String({ description: 'First characters of the key, to recognize it.' }),
  effects: Type.Array(EffectName),
  operations: nullableList('The only operations it may perform; null: all that have the effects.'),
  tenants: nullableList('The only tenants it has access to; null: all of the project.'),
  expires_at: nullable(Timestamp, 'null: never.'),
  last_used_at: nullable(Timestamp, 'To the minute; null: never used.'),
  created_at: Timestamp,
});

/** With the value, which is shown only once. */
export const BackendKeyWithValue = Type.Composite([BackendKey, Type.Object({ server_key: Type.String() })]);
