import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { teams } from '../projects/table.ts';

/** People who sign in to the dashboard. Times are in ms. */
export const people = sqliteTable(
  'account_people',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    emailVerified: integer('email_verified', { mode: 'boolean' }).notNull(),
    /** Operators of the instance act on every team. */
    isOperator: integer('is_operator', { mode: 'boolean' }).notNull(),
    /** Whether the password needs a code of the authenticator app: false until the first code was entered. */
    hasAuthenticatorApp: integer('has_authenticator_app', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('account_people_email').on(table.email)],
);

const personId = () => text('person_id').references(() => people.id, { onDelete: 'cascade' });

export const sessions = sqliteTable(
  'account_sessions',
  {
    id: text('id').primaryKey(),
    personId: personId().notNull(),
    /** SHA-256 of the token in the cookie, in hex. */
    tokenHash: text('token_hash').notNull(),
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at'),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [
    uniqueIndex('account_sessions_token').on(table.tokenHash),
    index('account_sessions_person').on(table.personId),
    index('account_sessions_expires').on(table.expiresAt),
  ],
);

export const passwords = sqliteTable('account_passwords', {
  personId: personId().primaryKey(),
  /** Argon2id, in the PHC format. */
  hash: text('hash').notNull(),
});

/** Accounts at the single sign-on provider. */
export const providerIdentities = sqliteTable(
  'account_provider_identities',
  {
    /** Issuer and subject. */
    subject: text('subject').primaryKey(),
    personId: personId().notNull(),
  },
  (table) => [index('account_provider_identities_person').on(table.personId)],
);

/** What an unfinished sign-in or registration needs, by a token in a cookie. */
export const challenges = sqliteTable(
  'account_challenges',
  {
    /** Purpose, and SHA-256 of the token in hex. */
    key: text('key').primaryKey(),
    value: text('value').notNull(),
    /** The person whose code has to follow. Null: not known yet. */
    personId: personId(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('account_challenges_person').on(table.personId),
    index('account_challenges_expires').on(table.expiresAt),
  ],
);

export const passkeys = sqliteTable(
  'account_passkeys',
  {
    id: text('id').primaryKey(),
    personId: personId().notNull(),
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
    index('account_passkeys_person').on(table.personId),
  ],
);

export const authenticatorApps = sqliteTable('account_authenticator_apps', {
  personId: personId().primaryKey(),
  /** Encrypted with the instance's secret. */
  secret: text('secret').notNull(),
  /** Number of 30 seconds since the epoch, of the last code that was accepted. Only later codes are accepted. */
  lastStep: integer('last_step').notNull(),
});

/** Codes that replace those of the authenticator app. They are deleted when they are used. */
export const recoveryCodes = sqliteTable(
  'account_recovery_codes',
  {
    personId: personId().notNull(),
    /** SHA-256, in hex. */
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.hash] })],
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
