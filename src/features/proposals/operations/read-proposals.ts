import { type Static, Type } from '@sinclair/typebox';
import type { TemplateContent } from '../../../mail/model/index.ts';
import { storedJson } from '../../../platform/json/stored-json.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, cutPage, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import { requireTemplate, TemplateId } from '../../templates/index.ts';
import { findProposal, toProposal } from '../proposal.ts';
import { selectProposals, UNDECIDED } from '../queries.ts';
import { Proposal, ProposalId, ProposalState, WholeProposal } from '../schema.ts';

const PER_PAGE = 25;

export const listProposals = defineOperation({
  name: 'listProposals',
  summary: 'List proposed changes of templates, newest first',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({
    template_id: Type.Optional(TemplateId),
    kind: Type.Optional(Proposal.properties.kind),
    state: Type.Optional(
      Type.Union([...ProposalState.anyOf, Type.Literal('undecided')], {
        description: '`undecided`: open and conflicting ones. All if left out.',
      }),
    ),
    mine: Type.Optional(Type.Boolean({ description: 'Only those of the caller.' })),
    cursor: CursorInput,
  }),
  output: pageOf(Proposal, PER_PAGE),
  async run({ deps, scope }, { template_id, kind, state, mine, cursor }) {
    if (template_id !== undefined) await requireTemplate(scope, deps.db.reader, template_id);
    const audience = JSON.stringify(['proposals', scope.tenant.id, template_id, kind, state, mine]);
    const [before] = cursor === undefined ? [] : decodeCursor(deps.urlSigningKey, audience, cursor);
    const { actor } = scope;
    const found = await selectProposals(
      scope,
      deps.db.reader,
      {
        templateId: template_id,
        kind,
        states: state === undefined ? undefined : state === 'undecided' ? UNDECIDED : [state],
        ...(mine === true
          ? { authorKind: actor.kind, authorId: actor.id }
          : { authorKind: undefined, authorId: undefined }),
        before: before === undefined ? undefined : String(before),
      },
      PER_PAGE + 1,
    );
    const { rows, ...page } = cutPage(found, PER_PAGE, (last) =>
      encodeCursor(deps.urlSigningKey, audience, [last.id]),
    );
    return { items: rows.map((row) => toProposal({ deps, scope }, row)), ...page };
  },
});

export const getProposal = defineOperation({
  name: 'getProposal',
  summary: 'Get one proposal with its diff, and while it is undecided the proposed content',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({ template_id: Type.Optional(TemplateId), proposal_id: ProposalId }),
  output: WholeProposal,
  async run({ deps, scope }, place) {
    const row = await findProposal(scope, deps.db.reader, place);
    return {
      ...toProposal({ deps, scope }, row),
      diff: row.diff,
      ...(row.content.byteLength > 0 && { content: storedJson<Static<typeof TemplateContent>>(row.content) }),
    };
  },
});
