import { type Static, Type } from '@sinclair/typebox';
import { equalInConstantTime, hmacSha256Hex, sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import { type FieldErrors, invalidField, validationFailed } from '../../platform/errors.ts';
import type { Actor, TenantScope } from '../../platform/scope.ts';
import { projectNotFound, selectProject } from '../projects/index.ts';
import { recipientsMismatch, userMismatch, wrongRecipientsSignature, wrongUserSignature } from './errors.ts';

/** The id of every agent that the operator has started, which has no key. */
export const OPERATOR_AGENT_ID = 'stdio';

const AGENT_PREFIX = 'agent:';

/** The identifiers that `identifyActor` makes for agents. Users must not have such an id. */
const AGENT_IDENTIFIER = new RegExp(
  `^${AGENT_PREFIX}(${OPERATOR_AGENT_ID}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
  'i',
);

/** An identifier for actors of all kinds: the id of a user unchanged, because editors compare it; of others `kind:id`. */
export function identifyActor({ kind, id }: Pick<Actor, 'kind' | 'id'>): string {
  return kind === 'user' ? id : `${kind}:${id}`;
}

/** Whether `identifyActor` could return this id for an agent. */
function looksLikeAgent(userId: string): boolean {
  return AGENT_IDENTIFIER.test(userId);
}

const text = (description: string) => Type.Optional(Type.String({ maxLength: 255, description }));

/** The signed user, as calls on behalf of a user contain it. Agents have a key instead. */
export const SignedUserInput = {
  user_id: text('The signed user’s id. Required of people, as are name and signature.'),
  user_name: text('The name to show.'),
  user_signature: text('Hex HMAC-SHA256 of `user_id` with the project’s signing key.'),
};

/** The field names of `SignedUserInput`. Tools hide them from agents. */
export const SIGNED_USER_FIELDS = Object.keys(SignedUserInput) as (keyof typeof SignedUserInput)[];

const SignedUser = Type.Object(SignedUserInput);
type SignedUser = Static<typeof SignedUser>;

/** Whether `signature` is the lower-case hex HMAC-SHA256 of `message` with the signing key of the scope's project. */
export async function isSignedByProject(
  deps: Deps,
  { projectId }: TenantScope,
  message: string,
  signature: string,
): Promise<boolean> {
  const keys = deps.services.access.signingKeys;
  const load = async () => (await selectProject(deps.db.reader, projectId))?.signingKey;
  const key = await keys.getOrLoad(projectId, load);
  if (key === undefined) throw projectNotFound();
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
  if (!(await isSignedByProject(deps, scope, id, signature))) throw wrongUserSignature();
  if (looksLikeAgent(id))
    throw invalidField(
      'user_id',
      'has a form that is reserved for AI agents. Choose another id for this user.',
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
 * Throws `forbidden` unless the customer has signed this list of recipients, and the token, if it names a list, names this
 * one. Without the second check, lists that were signed earlier would stay valid forever.
 */
export async function requireVouchedRecipients(
  deps: Deps,
  scope: TenantScope,
  emails: readonly string[],
  signature: string,
): Promise<void> {
  if (!(await isSignedByProject(deps, scope, JSON.stringify(emails), signature))) {
    throw wrongRecipientsSignature();
  }
  const { recipientsDigest } = scope;
  if (recipientsDigest !== undefined && recipientsDigest !== digestRecipients(emails))
    throw recipientsMismatch();
}
