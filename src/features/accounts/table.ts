import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { teams } from '../projects/table.ts';

/*
 * People who sign in to the dashboard. The property names are those of better-auth, which reads and writes these tables
 * through `adapter-queries.ts`. Times are in ms.
 */

export const people = sqliteTable(
  'account_people',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    emailVerified: integer('email_verified', { mode: 'boolean' }).notNull().default(false),
    image: text('image'),
    /** Operators of the instance act on every team. */
    isOperator: integer('is_operator', { mode: 'boolean' }).notNull().default(false),
    twoFactorEnabled: integer('two_factor_enabled', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [uniqueIndex('account_people_email').on(table.email)],
);

const personId = () =>
  text('person_id')
    .notNull()
    .references(() => people.id, { onDelete: 'cascade' });

export const sessions = sqliteTable(
  'account_sessions',
  {
    id: text('id').primaryKey(),
    userId: personId(),
    /** SHA-256 of the token in the cookie, in hex. */
    token: text('token').notNull(),
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    lastSeenAt: integer('last_seen_at'),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
  },
  (table) => [
    uniqueIndex('account_sessions_token').on(table.token),
    index('account_sessions_person').on(table.userId),
    index('account_sessions_expires').on(table.expiresAt),
  ],
);

/** Passwords (`credential`), and identities at the single sign-on provider (`oidc`). */
export const credentials = sqliteTable(
  'account_credentials',
  {
    id: text('id').primaryKey(),
    userId: personId(),
    providerId: text('provider_id').notNull(),
    /** The person's id at the provider. */
    accountId: text('account_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: integer('access_token_expires_at'),
    refreshTokenExpiresAt: integer('refresh_token_expires_at'),
    scope: text('scope'),
    /** Argon2id, in the PHC format. */
    password: text('password'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('account_credentials_person').on(table.userId),
    uniqueIndex('account_credentials_identity').on(table.providerId, table.accountId),
  ],
);

/** Proofs that an unfinished sign-in still needs: passkey challenges and second factors. */
export const verifications = sqliteTable(
  'account_verifications',
  {
    id: text('id').primaryKey(),
    /** A hash of the identifier. */
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('account_verifications_identifier').on(table.identifier),
    index('account_verifications_expires').on(table.expiresAt),
  ],
);

export const passkeys = sqliteTable(
  'account_passkeys',
  {
    id: text('id').primaryKey(),
    userId: personId(),
    name: text('name').notNull(),
    credentialId: text('credential_id').notNull(),
    /** Base64url. */
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    /** JSON of a list of texts. */
    transports: text('transports').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [
    uniqueIndex('account_passkeys_credential').on(table.credentialId),
    index('account_passkeys_person').on(table.userId),
  ],
);

/** Authenticator apps. The secret and the recovery codes are encrypted with the instance's secret. */
export const twoFactors = sqliteTable(
  'account_two_factors',
  {
    id: text('id').primaryKey(),
    userId: personId(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    /** False until the first code has been entered. */
    verified: integer('verified', { mode: 'boolean' }).notNull().default(false),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: integer('locked_until'),
  },
  (table) => [uniqueIndex('account_two_factors_person').on(table.userId)],
);

/** Codes of authenticator apps that were sent once, so that they are not accepted again. */
export const usedCodes = sqliteTable(
  'account_used_codes',
  {
    userId: personId(),
    /** SHA-256 of person and code, in hex. */
    hash: text('hash').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

/** `set_up` makes an operator, `invitation` a member of a team, `reset` gives a person new credentials. */
const LINK_KINDS = ['set_up', 'invitation', 'reset'] as const;

/** Links that work once. */
export const links = sqliteTable(
  'account_links',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: LINK_KINDS }).notNull(),
    /** SHA-256 of the token, in hex. */
    hash: text('hash').notNull(),
    /** The only address that can use it; null: any. */
    email: text('email'),
    teamId: text('team_id').references(() => teams.id, { onDelete: 'cascade' }),
    role: text('role'),
    createdBy: text('created_by').notNull(),
    /**
     * The person who made an invitation. The link ends with this person's right to invite. Null: an operator at the
     * command line.
     */
    creatorId: text('creator_id'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [uniqueIndex('account_links_hash').on(table.hash), index('account_links_team').on(table.teamId)],
);

/** Failed sign-ins in a row, by account, by address, or by both. */
export const failures = sqliteTable(
  'account_failures',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    lastAt: integer('last_at').notNull(),
    lockedUntil: integer('locked_until').notNull(),
  },
  (table) => [index('account_failures_last').on(table.lastAt)],
);
