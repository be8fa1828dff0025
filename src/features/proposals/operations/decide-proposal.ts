import { Type } from '@sinclair/typebox';
import { invalidField } from '../../../platform/errors.ts';
import { defineOperation, type TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { requireSignedUser, SignedUserInput } from '../../access/index.ts';
import {
  ExpectedVersion,
  requireTemplateWithContent,
  requireVersion,
  TemplateId,
  transactOnTemplate,
} from '../../templates/index.ts';
import { type Applied, applyChange, applyCreation, applyDeletion } from '../apply.ts';
import { decide, decision } from '../deciding.ts';
import { notTheAuthor, ownProposal, proposalConflict } from '../errors.ts';
import { proposalEvent } from '../events.ts';
import { findUndecided, isAuthor, toProposal } from '../proposal.ts';
import type { WholeProposalRow } from '../queries.ts';
import { MAX_TEXT, Proposal, ProposalId } from '../schema.ts';
import { endThread, signedFields } from '../thread.ts';

const place = { template_id: Type.Optional(TemplateId), proposal_id: ProposalId };
const Reason = Type.String({ maxLength: MAX_TEXT, description: 'For the author, who reads it.' });

const AcceptInput = Type.Object({
  ...place,
  blocks: Type.Optional(
    Type.Array(Type.String({ maxLength: 255 }), {
      minItems: 1,
      maxItems: 1000,
      description:
        'Accept the changes of these blocks and fields only, by the ids in `changes`. All if left out.',
    }),
  ),
  expected_version: ExpectedVersion,
  ...SignedUserInput,
});

export const acceptProposal = defineOperation({
  name: 'acceptProposal',
  summary: 'Accept a proposal, or the changes of single blocks and fields',
  scope: 'tenant',
  effect: 'approve',
  input: AcceptInput,
  output: Proposal,
  async run({ deps, scope: caller, emit }, input) {
    const scope = await requireSignedUser(deps, caller, input);
    const context = { deps, scope };
    const { row, event, conflicts } = await transactOnTemplate(context, async (db) => {
      const proposal = await findUndecided(scope, db, input);
      if (isAuthor(scope, proposal)) throw ownProposal();
      return applyProposal(context, db, proposal, input);
    });
    const type = conflicts === undefined ? 'proposal.accepted' : 'proposal.conflicting';
    const proposal = toProposal(context, row);
    const changed = proposalEvent(type, proposal);
    if (conflicts !== undefined) {
      // An operation that fails publishes nothing.
      deps.events.publish([changed], scope);
      throw proposalConflict(conflicts);
    }
    emit(changed);
    if (event !== undefined) emit(event);
    await endThread({ deps, scope: caller }, row, 'Accepted.', signedFields(input));
    return proposal;
  },
});

async function applyProposal(
  context: TenantContext,
  db: Connection,
  proposal: WholeProposalRow,
  { blocks, expected_version }: { blocks?: string[]; expected_version?: number },
): Promise<Applied> {
  const { kind, templateId } = proposal;
  if (kind !== 'change' && blocks !== undefined)
    throw invalidField('blocks', 'cannot be chosen: a new template or a deletion is accepted as a whole.');
  if (kind === 'create') return applyCreation(context, db, proposal);
  const template = await requireTemplateWithContent(context.scope, db, templateId ?? '');
  requireVersion(template, expected_version);
  return kind === 'delete'
    ? applyDeletion(context, db, proposal, template)
    : applyChange(context, db, proposal, template, blocks);
}

export const refuseProposal = defineOperation({
  name: 'refuseProposal',
  summary: 'Refuse a proposal, with a reason that its author reads',
  scope: 'tenant',
  effect: 'approve',
  input: Type.Object({ ...place, reason: Type.Optional(Reason), ...SignedUserInput }),
  output: Proposal,
  async run({ deps, scope: caller, emit }, input) {
    const scope = await requireSignedUser(deps, caller, input);
    const reason = input.reason?.trim() || null;
    const row = await deps.db.transaction(async (db) => {
      const proposal = await findUndecided(scope, db, input);
      const change = { ...decision({ deps, scope }, 'refused'), reason };
      await decide({ deps, scope }, db, proposal, change, 'proposal.refused');
      return { ...proposal, ...change };
    }, ownerOf(scope));
    const proposal = toProposal({ deps, scope }, row);
    emit(proposalEvent('proposal.refused', proposal));
    const body = reason === null ? 'Refused.' : `Refused: ${reason}`;
    await endThread({ deps, scope: caller }, row, body, signedFields(input));
    return proposal;
  },
});

export const withdrawProposal = defineOperation({
  name: 'withdrawProposal',
  summary: 'Withdraw one’s own proposal',
  scope: 'tenant',
  effect: 'propose',
  input: Type.Object({ ...place, ...SignedUserInput }),
  output: Proposal,
  async run({ deps, scope: caller, emit }, input) {
    const scope = await requireSignedUser(deps, caller, input);
    const row = await deps.db.transaction(async (db) => {
      const proposal = await findUndecided(scope, db, input);
      if (!isAuthor(scope, proposal)) throw notTheAuthor(proposal.authorName);
      const change = decision({ deps, scope }, 'withdrawn');
      await decide({ deps, scope }, db, proposal, change, 'proposal.withdrawn');
      return { ...proposal, ...change };
    }, ownerOf(scope));
    const proposal = toProposal({ deps, scope }, row);
    emit(proposalEvent('proposal.withdrawn', proposal));
    await endThread({ deps, scope: caller }, row, 'Withdrawn.', signedFields(input));
    return proposal;
  },
});
