import { type Static, Type } from '@sinclair/typebox';
import { CompactSign } from 'jose';
import type { Deps } from '../../platform/deps.ts';
import { type FieldErrors, invalidField, validationFailed } from '../../platform/errors.ts';
import type { Actor, TenantScope } from '../../platform/scope.ts';
import { equalInConstantTime, hmacSha256Hex, sha256 } from '../../platform/security/crypto.ts';
import { projectNotFound, selectProject } from '../projects/index.ts';
import {
  noRecipients,
  recipientsMismatch,
  userMismatch,
  wrongRecipientsSignature,
  wrongUserSignature,
} from './errors.ts';

/**
 * A project's signing key signs two kinds of texts, here and in the backends of customers, who know the key: ids of users,
 * and lists of recipients as JSON. The form of the text keeps them apart: ids of users in the form of a list are refused
 * (`refuseListAsUserId`), because the signature of one would be the signature of the list.
 */
const RECIPIENTS = /^\[(\]|")/;

/**
 * Throws `validation_failed` for a user id that could be read as a list of recipients. `field` names it in the error.
 */
export function refuseListAsUserId(id: string, field: string): void {
  if (!RECIPIENTS.test(id)) return;
  throw invalidField(field, 'must not be a JSON list of texts. Choose another id for this user.');
}

/** The id of agents that the operator runs, which have no key. */
export const OPERATOR_AGENT_ID = 'stdio';

/** The id of backends that authenticate with client ID and secret. */
export const CLIENT_ACTOR_ID = 'client';

/** Identifiers that `identifyActor` makes for agents and backends. Users must not have such an id. */
const PROGRAM_IDENTIFIER = new RegExp(
  `^(agent|system):(${OPERATOR_AGENT_ID}|${CLIENT_ACTOR_ID}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
  'i',
);

/** An identifier for actors of all kinds: a user's id unchanged, because editors compare it; for others `kind:id`. */
export function identifyActor({ kind, id }: Pick<Actor, 'kind' | 'id'>): string {
  return kind === 'user' ? id : `${kind}:${id}`;
}

/** The kind of an author in answers. */
export const AuthorType = Type.Union([Type.Literal('user'), Type.Literal('agent'), Type.Literal('system')], {
  description: '`agent`: an API key; `system`: the customer’s backend.',
});

/** `kind`: an actor's kind, as stored. */
export function typeOfAuthor(kind: string): Static<typeof AuthorType> {
  return kind === 'agent' || kind === 'system' ? kind : 'user';
}

/** Whether `identifyActor` could return this id for a program. */
function looksLikeProgram(userId: string): boolean {
  return PROGRAM_IDENTIFIER.test(userId);
}

const text = (description: string) =>
  Type.Optional(Type.String({ maxLength: 255, description, 'x-for-pages': true }));

/** The signed user, for calls on behalf of a user. Agents have a key instead, backends a name in a header. */
export const SignedUserInput = {
  user_id: text('The signed user’s id. Required of people, as are name and signature.'),
  user_name: text('The name to show.'),
  user_signature: text('Hex HMAC-SHA256 of `user_id` with the project’s signing key.'),
};

/** The field names of `SignedUserInput`. Tools hide them from agents. */
export const SIGNED_USER_FIELDS = Object.keys(SignedUserInput) as (keyof typeof SignedUserInput)[];

const SignedUser = Type.Object(SignedUserInput);
type SignedUser = Static<typeof SignedUser>;

/** The signing key of the scope's project. */
async function loadSigningKey(deps: Deps, { projectId }: TenantScope): Promise<string> {
  const keys = deps.services.access.signingKeys;
  const load = async () => (await selectProject(deps.db.reader, projectId))?.signingKey;
  const key = await keys.getOrLoad(projectId, load);
  if (key === undefined) throw projectNotFound();
  return key;
}

/**
 * A document as compact JWS (HS256), signed with the signing key of the scope's project. Too long to be the id of a user,
 * and not in the form of a list of recipients.
 */
export async function signDocument(deps: Deps, scope: TenantScope, document: object): Promise<string> {
  const key = new TextEncoder().encode(await loadSigningKey(deps, scope));
  const payload = new TextEncoder().encode(JSON.stringify(document));
  return new CompactSign(payload).setProtectedHeader({ alg: 'HS256' }).sign(key);
}

/** Whether `signature` is the lower-case hex HMAC-SHA256 of `message` with the signing key of the scope's project. */
async function isSignedByProject(
  deps: Deps,
  scope: TenantScope,
  message: string,
  signature: string,
): Promise<boolean> {
  const key = await loadSigningKey(deps, scope);
  return equalInConstantTime(Buffer.from(hmacSha256Hex(key, message)), Buffer.from(signature));
}

/**
 * The scope with its verified actor: for people the signed user of the input; agents and operators are known from the
 * scope. If the token names a user, the input must name the same one, and the name comes from the token, because the
 * signature covers the id only. Throws `validation_failed` for a missing field, `forbidden` for a wrong signature or user.
 */
export async function requireSignedUser(
  deps: Deps,
  scope: TenantScope,
  input: SignedUser,
): Promise<TenantScope> {
  if (scope.actor.kind !== 'user') return scope;
  const { user_id: id, user_name: name, user_signature: signature } = requireAll(input);
  refuseListAsUserId(id, 'user_id');
  if (!(await isSignedByProject(deps, scope, id, signature))) throw wrongUserSignature();
  if (looksLikeProgram(id))
    throw invalidField(
      'user_id',
      'has a form that is reserved for AI agents and backends. Choose another id for this user.',
    );
  if (scope.actor.isUnnamed) return { ...scope, actor: { kind: 'user', id, name } };
  if (scope.actor.id !== id) throw userMismatch();
  return scope;
}

function requireAll(input: SignedUser): Required<SignedUser> {
  const missing = SIGNED_USER_FIELDS.filter((field) => (input[field] ?? '').trim() === '');
  if (missing.length === 0) return input as Required<SignedUser>;
  const message = 'is required: the user has to be signed with the project’s signing key.';
  throw validationFailed(Object.fromEntries(missing.map((field) => [field, [message]])) as FieldErrors);
}

/** The hash of a list of recipients, short enough for a token. */
export function digestRecipients(emails: readonly string[]): string {
  return Buffer.from(sha256(JSON.stringify(emails))).toString('base64url');
}

/**
 * Throws `forbidden` unless the token names this list of recipients and the project's signing key has signed it. The
 * token matters because it expires; the signature, which the wire format requires, is valid forever.
 */
export async function requireVouchedRecipients(
  deps: Deps,
  scope: TenantScope,
  emails: readonly string[],
  signature: string,
): Promise<void> {
  const { recipientsDigest } = scope;
  // A backend has no token. It signs the list itself.
  const isBackend = scope.surface === 'server';
  if (!isBackend && recipientsDigest === undefined) {
    deps.log.warn(
      { project_id: scope.projectId, tenant: scope.tenant.slug },
      'a test email was refused: the backend did not send test_email in the token exchange',
    );
    throw noRecipients();
  }
  if (!isBackend && recipientsDigest !== digestRecipients(emails)) throw recipientsMismatch();
  if (!(await isSignedByProject(deps, scope, JSON.stringify(emails), signature))) {
    throw wrongRecipientsSignature();
  }
}
