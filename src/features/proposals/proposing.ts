import { DAY_MS } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { perform, type TenantContext } from '../../platform/operation.ts';
import { ownerOf, type TenantScope } from '../../platform/scope.ts';
import { scoreTemplate } from '../scoring/index.ts';
import { parseContentBytes } from '../templates/index.ts';
import { tooManyProposals } from './errors.ts';
import { type ProposalEvent, proposalActivity, proposalEvent } from './events.ts';
import type { FieldChanges } from './fields.ts';
import { toProposal } from './proposal.ts';
import { deleteDecided, insertProposal, type WholeProposalRow } from './queries.ts';
import type { ProposalOutput, ProposedAnswer } from './schema.ts';
import { startThread } from './thread.ts';

/** Limits of undecided proposals. Their bytes are those of the contents before and after. */
const LIMITS = { perTemplate: 20, perTenant: 500, bytesPerTenant: 64 * 1024 * 1024 };

/** Largest content of a proposal. Merging a larger one would block the server for too long. */
const MAX_CONTENT_BYTES = 400 * 1024;

/** How long decided proposals are kept. */
const KEPT_MS = 90 * DAY_MS;

export function requirePossibleSize(...contents: Uint8Array[]): void {
  if (Math.max(...contents.map(({ byteLength }) => byteLength)) > MAX_CONTENT_BYTES)
    throw new DomainError(
      'too_large',
      'The template is larger than 400 KB, which is too large for a proposal.',
    );
}

/** The score of a content; null if the plan has none, or the scorer is busy. */
export async function scoreContent(
  { deps, scope }: TenantContext,
  json: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  if (!scope.plan.features.ai_generation) return null;
  try {
    const content = parseContentBytes(json);
    return (await perform(scoreTemplate, deps, scope, { content }, { signal })).score;
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'internal') return null;
    throw error;
  }
}

/** A proposed change. */
export interface Proposed {
  kind: WholeProposalRow['kind'];
  /** Undefined: a new template. */
  template?: { id: string; version: number };
  /** Undefined: the content stays. */
  content?: { before: Uint8Array; after: Uint8Array };
  fields?: FieldChanges | undefined;
  diff: string;
  changes: ProposalOutput['changes'];
  score_before: number | null;
  score_after: number | null;
  note: string | undefined;
}

/** Stores a proposal with its thread. `signed`: the user who proposes, as the request of `caller` has it. */
export async function storeProposal(
  { deps, scope }: TenantContext,
  caller: TenantScope,
  proposed: Proposed,
  signed: object,
): Promise<{ answer: ProposedAnswer; event: ProposalEvent }> {
  const row = makeRow({ deps, scope }, proposed);
  await deps.db.transaction(async (db) => {
    await deleteDecided(scope, db, row.createdAt - KEPT_MS);
    if (!(await insertProposal(db, row, LIMITS))) throw tooManyProposals('The template or its tenant');
    const activity = proposalActivity('proposal.created', row, row.note);
    await deps.events.emitInTransaction(activity, scope, db);
  }, ownerOf(scope));
  row.commentId = (await startThread({ deps, scope: caller }, row, signed)) ?? null;
  const proposal = toProposal({ deps, scope }, row);
  return {
    answer: {
      ...showProposed(proposed),
      proposal_id: row.id,
      state: row.state,
      review_url: proposal.review_url,
    },
    event: proposalEvent('proposal.created', proposal),
  };
}

/** The answer of a dry run. */
export function showProposed({ template, diff, score_before, score_after }: Proposed): ProposedAnswer {
  return {
    ...(template && { template_id: template.id, version: template.version }),
    ...{ diff, score_before, score_after },
  };
}

function makeRow({ deps, scope: { tenant, actor } }: TenantContext, proposed: Proposed): WholeProposalRow {
  const { kind, template, content, fields } = proposed;
  return {
    id: createId(),
    tenantId: tenant.id,
    templateId: template?.id ?? null,
    kind,
    baseVersion: template?.version ?? 0,
    base: Buffer.from(content?.before ?? []),
    fields: fields === undefined ? null : JSON.stringify(fields),
    content: Buffer.from(content?.after ?? []),
    diff: proposed.diff,
    changes: JSON.stringify(proposed.changes),
    note: proposed.note?.trim() || null,
    authorKind: actor.kind,
    authorId: actor.id,
    authorName: actor.name,
    state: 'open',
    conflicts: null,
    scoreBefore: proposed.score_before,
    scoreAfter: proposed.score_after,
    commentId: null,
    createdAt: deps.clock.now(),
    decidedAt: null,
    decidedBy: null,
    decidedByName: null,
    reason: null,
    acceptedBlocks: null,
    acceptedVersion: null,
  };
}
