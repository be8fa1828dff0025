import { type Static, Type } from '@sinclair/typebox';
import { AuthorType } from '../access/index.ts';
import { Timestamp } from '../projects/index.ts';
import { ContentOutput, TemplateId } from '../templates/index.ts';
import { PROPOSAL_STATES } from './table.ts';

/** Characters of a note or a reason. */
export const MAX_TEXT = 2000;

export const ProposalId = Type.String({ maxLength: 255, description: 'The proposal’s id.' });

export const ProposalState = Type.Union(
  PROPOSAL_STATES.map((state) => Type.Literal(state)),
  {
    description:
      '`conflicting`: others have changed the same blocks since; it is undecided, as `open` ones are.',
  },
);

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const Score = Type.Union([Type.Integer(), Type.Null()], { description: '0 to 100; null: not scored.' });

const ProposedChange = Type.Object({
  id: Type.String({ description: 'The block’s id; `settings` for settings.' }),
  change: Type.String({ description: '`added`, `removed`, `moved` or `changed`.' }),
  outline: Type.String({ description: 'The block’s line in the outline.' }),
});

/** A proposal in lists. */
export const Proposal = Type.Object({
  id: Type.String({ description: 'UUID.' }),
  template_id: TemplateId,
  base_version: Type.Integer({ description: 'The version it was made from.' }),
  state: ProposalState,
  note: nullable('Why it is proposed.'),
  author_identifier: Type.String({ description: 'The user’s id; of an agent `agent:` and its key’s id.' }),
  author_name: Type.String(),
  author_type: AuthorType,
  score_before: Score,
  score_after: Score,
  changes: Type.Array(ProposedChange, { description: 'The blocks that can be accepted one by one.' }),
  conflicts: Type.Array(Type.String(), {
    description: 'Blocks and settings that others have changed since.',
  }),
  comment_id: nullable('The thread about it; null: none.'),
  created_at: Timestamp,
  decided_at: Type.Union([Timestamp, Type.Null()], { description: 'null: undecided.' }),
  decided_by_name: nullable('null: undecided.'),
  reason: nullable('What the person who decided wrote to the author.'),
  accepted_blocks: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'If only some changes were accepted: of which blocks.',
  }),
  accepted_version: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The version that the acceptance made.',
  }),
});
export type ProposalOutput = Static<typeof Proposal>;

/** One proposal with what it changes. */
export const WholeProposal = Type.Object({
  ...Proposal.properties,
  diff: Type.String({ description: 'One line per change, at most some 12,000 characters.' }),
  content: Type.Optional(ContentOutput),
});
