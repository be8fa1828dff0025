import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { identifyActor } from '../access/index.ts';
import { alreadyDecided } from './errors.ts';
import { proposalActivity } from './events.ts';
import { findProposal } from './proposal.ts';
import { type ProposalRow, updateUndecided, type WholeProposalRow } from './queries.ts';

export function decision(
  { deps, scope: { actor } }: TenantContext,
  state: 'accepted' | 'refused' | 'withdrawn',
) {
  return {
    state,
    decidedAt: deps.clock.now(),
    decidedBy: identifyActor(actor),
    decidedByName: actor.name,
    base: Buffer.alloc(0),
    content: Buffer.alloc(0),
  };
}

/** Stores a decision. Throws `conflict` if somebody else has decided in the meantime. */
export async function decide(
  { deps, scope }: TenantContext,
  db: Connection,
  proposal: ProposalRow,
  change: Partial<WholeProposalRow>,
  type: Parameters<typeof proposalActivity>[0],
): Promise<void> {
  if (!(await updateUndecided(scope, db, proposal.id, change))) {
    const present = await findProposal(scope, db, { proposal_id: proposal.id });
    throw alreadyDecided(present.state);
  }
  const activity = proposalActivity(type, { ...proposal, ...change }, change.reason ?? proposal.note);
  await deps.events.emitInTransaction(activity, scope, db);
}
