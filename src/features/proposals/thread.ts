import { shorten } from '../../mail/parse/shorten.ts';
import { DomainError } from '../../platform/errors.ts';
import { perform, type TenantContext } from '../../platform/operation.ts';
import { SIGNED_USER_FIELDS } from '../access/index.ts';
import { createComment, resolveComment } from '../comments/index.ts';
import { isFieldId } from './fields.ts';
import { SETTINGS } from './proposal.ts';
import { type ProposalRow, updateCommentId } from './queries.ts';
import type { ProposalOutput } from './schema.ts';

/** Most characters of a diff in a comment. */
const MAX_DIFF = 1500;

/**
 * Starts the thread by which editors show a proposal, on the first block it changes. Returns its id; undefined if the plan
 * has no comments, or the template has no room for one.
 */
export async function startThread(
  { deps, scope }: TenantContext,
  { id, templateId, note, diff, changes }: ProposalRow,
  signed: object,
): Promise<string | undefined> {
  if (templateId === null || !scope.plan.features.commenting) return undefined;
  const shown = shorten(diff, MAX_DIFF);
  const body = `Proposal${note === null ? '' : `: ${note}`}\n\n${shown}`;
  const block_id = (JSON.parse(changes) as ProposalOutput['changes']).find(
    (change) => change.change !== 'added' && change.id !== SETTINGS && !isFieldId(change.id),
  )?.id;
  return withoutRefusal(async () => {
    const comment = await perform(createComment, deps, scope, {
      template_id: templateId,
      body,
      ...(block_id !== undefined && { block_id }),
      ...signed,
    });
    await deps.db.transaction((db) => updateCommentId(scope, db, id, comment.id), String(scope.tenant.id));
    return comment.id;
  });
}

/** The fields by which a request names its user. */
export function signedFields(
  input: { readonly [Name in (typeof SIGNED_USER_FIELDS)[number]]?: string | undefined },
): object {
  return Object.fromEntries(
    SIGNED_USER_FIELDS.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  );
}

/** Answers in the thread and resolves it. `signed`: the user who decided, as the request has it. */
export async function endThread(
  { deps, scope }: TenantContext,
  { templateId, commentId }: ProposalRow,
  body: string,
  signed: object,
): Promise<void> {
  if (templateId === null || commentId === null || !scope.plan.features.commenting) return;
  const place = { template_id: templateId, ...signed };
  await withoutRefusal(async () => {
    await perform(createComment, deps, scope, { ...place, parent_id: commentId, body });
    await perform(resolveComment, deps, scope, { ...place, comment_id: commentId, resolved: true });
  });
}

/** Ignores refusals: a proposal is valid without a thread, which may have been deleted or have no room. */
async function withoutRefusal<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'internal') return undefined;
    throw error;
  }
}
