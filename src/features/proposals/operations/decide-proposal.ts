import { Type } from '@sinclair/typebox';
import {
  editContent,
  mergeContents,
  planOperations,
  type TemplateContent,
} from '../../../mail/model/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { invalidField } from '../../../platform/errors.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { createId } from '../../../platform/ids.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { identifyActor, requireSignedUser, SignedUserInput } from '../../access/index.ts';
import {
  changeContent,
  ExpectedVersion,
  parseContentBytes,
  requireVersion,
  selectTemplateWithContent,
  TemplateId,
  type TemplateWithContent,
  templateNotFound,
  transactOnTemplate,
} from '../../templates/index.ts';
import { alreadyDecided, notTheAuthor, ownProposal, proposalConflict } from '../errors.ts';
import { proposalActivity, proposalEvent } from '../events.ts';
import { findProposal, findUndecided, isAuthor, SETTINGS, toProposal } from '../proposal.ts';
import { type ProposalRow, updateUndecided, type WholeProposalRow } from '../queries.ts';
import { MAX_TEXT, Proposal, ProposalId, type ProposalOutput } from '../schema.ts';
import { endThread, signedFields } from '../thread.ts';

interface Context {
  deps: Deps;
  scope: TenantScope;
}

const place = { template_id: TemplateId, proposal_id: ProposalId };
const Reason = Type.String({ maxLength: MAX_TEXT, description: 'For the author, who reads it.' });

const AcceptInput = Type.Object({
  ...place,
  blocks: Type.Optional(
    Type.Array(Type.String({ maxLength: 255 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Accept the changes of these blocks only, by the ids in `changes`. All if left out.',
    }),
  ),
  expected_version: ExpectedVersion,
  ...SignedUserInput,
});

export const acceptProposal = defineOperation({
  name: 'acceptProposal',
  summary: 'Accept a proposal, or the changes of single blocks: the template gets a new version',
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
      const template = await selectTemplateWithContent(scope, db, input.template_id);
      if (template === undefined) throw templateNotFound();
      requireVersion(template, input.expected_version);
      return applyProposal(context, db, { proposal, template, blocks: input.blocks });
    });
    const type = conflicts === undefined ? 'proposal.accepted' : 'proposal.conflicting';
    const changed = proposalEvent(type, row.templateId, row.id, row.state);
    if (conflicts !== undefined) {
      // An operation that fails publishes nothing.
      deps.events.publish([changed], scope);
      throw proposalConflict(conflicts);
    }
    emit(changed);
    if (event !== undefined) emit(event);
    await endThread({ deps, scope: caller }, row, 'Accepted.', signedFields(input));
    return toProposal(row);
  },
});

interface Decided {
  row: ProposalRow;
  event?: DomainEvent | undefined;
  /** Blocks and settings that others have changed since. Then only the state of the proposal was changed. */
  conflicts?: string[];
}

async function applyProposal(
  context: Context,
  db: Connection,
  {
    proposal,
    template,
    blocks,
  }: { proposal: WholeProposalRow; template: TemplateWithContent; blocks: string[] | undefined },
): Promise<Decided> {
  const { deps, scope } = context;
  const base = parseContentBytes(proposal.base);
  const proposed = parseContentBytes(proposal.content);
  const wanted = blocks === undefined ? proposed : keepChanges(proposal, base, proposed, blocks);
  const merged = mergeContents(base, wanted, parseContentBytes(template.json));
  if (merged.conflict !== undefined) {
    const conflicts = [...merged.conflict.blockIds, ...merged.conflict.settings];
    const change = { state: 'conflicting', conflicts: JSON.stringify(conflicts) } as const;
    await decide(context, db, proposal, change, 'proposal.conflicting');
    return { row: { ...proposal, ...change }, conflicts };
  }
  const { row: changed, event } = await changeContent(context, db, template, merged.content);
  const change = {
    ...decision(context, 'accepted'),
    acceptedBlocks: blocks === undefined ? null : JSON.stringify(blocks),
    acceptedVersion: changed.version,
  };
  await decide({ deps, scope }, db, proposal, change, 'proposal.accepted');
  return { row: { ...proposal, ...change }, event };
}

/** The base with the changes of these blocks only. */
function keepChanges(
  { changes }: ProposalRow,
  base: TemplateContent,
  proposed: TemplateContent,
  blocks: readonly string[],
): TemplateContent {
  const known = (JSON.parse(changes) as ProposalOutput['changes']).map(({ id }) => id);
  const strange = blocks.find((id) => !known.includes(id));
  if (strange !== undefined)
    throw invalidField(
      'blocks',
      `names a block that the proposal does not change. It changes: ${known.join(', ')}.`,
      { quotesOthers: true },
    );
  const { operations } = planOperations(base, proposed);
  const chosen = operations?.filter((operation) => blocks.includes(subjectOf(operation)));
  const edited =
    chosen === undefined || chosen.length === 0
      ? undefined
      : editContent(base, chosen, { makeId: createId, unknown: 'keep' });
  if (edited?.ok) return edited.content;
  throw invalidField('blocks', 'cannot be accepted by themselves. Accept the whole proposal, or refuse it.');
}

/** The block that an operation changes, or `settings`. */
function subjectOf(operation: object): string {
  const { id, block } = operation as { id?: string; block?: { id?: string } };
  return id ?? block?.id ?? SETTINGS;
}

function decision({ deps, scope: { actor } }: Context, state: 'accepted' | 'refused' | 'withdrawn') {
  return {
    state,
    decidedAt: deps.clock.now(),
    decidedBy: identifyActor(actor),
    decidedByName: actor.name,
    base: Buffer.alloc(0),
    content: Buffer.alloc(0),
  };
}

/** Stores a decision. Throws `conflict` if somebody else has decided meanwhile. */
async function decide(
  { deps, scope }: Context,
  db: Connection,
  proposal: ProposalRow,
  change: Partial<WholeProposalRow>,
  type: Parameters<typeof proposalActivity>[0],
): Promise<void> {
  if (!(await updateUndecided(scope, db, proposal.id, change))) {
    const present = await findProposal(scope, db, {
      template_id: proposal.templateId,
      proposal_id: proposal.id,
    });
    throw alreadyDecided(present.state);
  }
  const activity = proposalActivity(type, proposal.templateId, proposal.id, change.reason ?? proposal.note);
  await deps.events.emitInTransaction(activity, scope, db);
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
    emit(proposalEvent('proposal.refused', row.templateId, row.id, row.state));
    const body = reason === null ? 'Refused.' : `Refused: ${reason}`;
    await endThread({ deps, scope: caller }, row, body, signedFields(input));
    return toProposal(row);
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
    emit(proposalEvent('proposal.withdrawn', row.templateId, row.id, row.state));
    await endThread({ deps, scope: caller }, row, 'Withdrawn.', signedFields(input));
    return toProposal(row);
  },
});
