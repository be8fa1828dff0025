import { type Static, Type } from '@sinclair/typebox';
import { equalInConstantTime, hmacSha256Hex, sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import { type FieldErrors, invalidField, validationFailed } from '../../platform/errors.ts';
import type { Actor, TenantScope } from '../../platform/scope.ts';
import { projectNotFound, selectProject } from '../projects/index.ts';
import { otherRecipients, otherUser, wrongRecipientsSignature, wrongUserSignature } from './errors.ts';

/** The id of every agent the operator has started without a key. */
export const OPERATORS_AGENT = 'stdio';

const AGENT_PREFIX = 'agent:';

/** What `identifyActor` makes of an agent: no user may have such an id. */
const AGENT_IDENTIFIER = new RegExp(
  `^${AGENT_PREFIX}(${OPERATORS_AGENT}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
  'i',
);

/** One text for an actor of any kind: a user's id as it is, because editors compare it, others with their kind before. */
export function identifyActor({ kind, id }: Pick<Actor, 'kind' | 'id'>): string {
  return kind === 'user' ? id : `${kind}:${id}`;
}

/** True for a text that `identifyActor` makes of agents. */
export function looksLikeAgent(userId: string): boolean {
  return AGENT_IDENTIFIER.test(userId);
}

const text = (description: string) => Type.Optional(Type.String({ maxLength: 255, description }));

/** The person at the editor, as every call that is made in somebody's name carries it. Agents have a key instead. */
export const SignedUserInput = {
  user_id: text('The signed user’s id. Required of people, as are name and signature.'),
  user_name: text('The name to show.'),
  user_signature: text('Hex HMAC-SHA256 of `user_id` with the project’s signing key.'),
};

/** Names of the input that says who somebody is; of no use to agents. */
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
 * The scope with the actor in whose name something is done: the signed user of the input, or the agent or operator the
 * scope is of. A token that names a user vouches for that one and the name with it; the signature covers the id alone.
 * Throws `validation_failed` for a part that is missing, `forbidden` for a signature that is wrong or another user's.
 */
export async function requireSignedUser(
  deps: Deps,
  scope: TenantScope,
  input: SignedUser,
): Promise<TenantScope> {
  if (scope.actor.kind !== 'user') return scope;
  const { user_id: id, user_name: name, user_signature: signature } = requireAll(input);
  if (!(await isSignedByProject(deps, scope, id, signature))) throw wrongUserSignature();
  if (looksLikeAgent(id)) throw invalidField('user_id', 'has the form that is kept for AI agents.');
  if (scope.actor.isUnnamed) return { ...scope, actor: { kind: 'user', id, name } };
  if (scope.actor.id !== id) throw otherUser();
  return scope;
}

function requireAll(input: SignedUser): Required<SignedUser> {
  const missing = SIGNED_USER_FIELDS.filter((field) => (input[field] ?? '').trim() === '');
  if (missing.length === 0) return input as Required<SignedUser>;
  const message = 'is required: the user has to be signed with the project’s signing key.';
  throw validationFailed(Object.fromEntries(missing.map((field) => [field, [message]])) as FieldErrors);
}

/** A list of recipients in the few characters a token has room for. */
export function digestRecipients(emails: readonly string[]): string {
  return Buffer.from(sha256(JSON.stringify(emails))).toString('base64url');
}

/**
 * Throws `forbidden` unless the customer has signed this list of recipients and, if the token names one, it is that.
 * A list signed earlier would be accepted for ever otherwise.
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
    throw otherRecipients();
}
