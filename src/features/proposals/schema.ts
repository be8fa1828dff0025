import { type Static, Type } from '@sinclair/typebox';
import { nullable } from '../../platform/json/nullable.ts';
import { AuthorType } from '../access/index.ts';
import { Timestamp } from '../projects/index.ts';
import { ContentOutput } from '../templates/index.ts';
import { PROPOSAL_KINDS, PROPOSAL_STATES } from './table.ts';

/** Most characters of a note or a reason. */
export const MAX_TEXT = 2000;

export const NoteInput = Type.String({
  maxLength: MAX_TEXT,
  description: 'Why: people read it beside what changes.',
});

export const ProposalId = Type.String({ maxLength: 255, description: 'The proposal’s id.' });

const ProposalKind = Type.Union(
  PROPOSAL_KINDS.map((kind) => Type.Literal(kind)),
  { description: '`change` of a template, `create`: a new template, `delete`: its deletion.' },
);

export const ProposalState = Type.Union(
  PROPOSAL_STATES.map((state) => Type.Literal(state)),
  {
    description:
      '`conflicting`: others have changed the same blocks since; it is undecided, as `open` ones are.',
  },
);

const Score = nullable(Type.Integer(), '0 to 100; null: not scored.');

const ProposedChange = Type.Object({
  id: Type.String({
    description: 'The block’s id; `settings` for settings; `template.` and its name for another field.',
  }),
  change: Type.String({ description: '`added`, `removed`, `moved` or `changed`.' }),
  outline: Type.String({ description: 'The block’s line in the outline.' }),
});

/** A proposal in lists. */
export const Proposal = Type.Object({
  id: Type.String({ description: 'UUID.' }),
  kind: ProposalKind,
  template_id: nullable(Type.String(), 'null: a new template that is not accepted yet.'),
  base_version: Type.Integer({ description: 'The version it was made from; 0: a new template.' }),
  state: ProposalState,
  note: nullable(Type.String(), 'Why it is proposed.'),
  author_identifier: Type.String({ description: 'The user’s id; of an agent `agent:` and its key’s id.' }),
  author_name: Type.String(),
  author_type: AuthorType,
  score_before: Score,
  score_after: Score,
  changes: Type.Array(ProposedChange, {
    description: 'Blocks and fields. Those of a change can be accepted one by one.',
  }),
  conflicts: Type.Array(Type.String(), {
    description: 'Blocks and settings that others have changed since.',
  }),
  comment_id: nullable(Type.String(), 'The thread about it; null: none.'),
  created_at: Timestamp,
  decided_at: nullable(Timestamp, 'null: undecided.'),
  decided_by_name: nullable(Type.String(), 'null: undecided.'),
  reason: nullable(Type.String(), 'What the person who decided wrote to the author.'),
  accepted_blocks: nullable(
    Type.Array(Type.String()),
    'If only some changes were accepted: of which blocks.',
  ),
  review_url: Type.String({ description: 'The page of the dashboard on which people decide on it.' }),
  accepted_version: nullable(Type.Integer(), 'The version that the acceptance made.'),
});
export type ProposalOutput = Static<typeof Proposal>;

/** One proposal with its changes. */
export const WholeProposal = Type.Object({
  ...Proposal.properties,
  diff: Type.String({
    description: 'One line per change, or the outline of a new template; at most some 12,000 characters.',
  }),
  content: Type.Optional(ContentOutput),
});

/** The answer to the author of a proposal. */
export const ProposedAnswer = Type.Object({
  proposal_id: Type.Optional(Type.String({ description: 'Absent in a dry run.' })),
  template_id: Type.Optional(Type.String({ description: 'Absent for a new template.' })),
  version: Type.Optional(Type.Integer({ description: 'The template’s version, which has not changed.' })),
  state: Type.Optional(ProposalState),
  diff: WholeProposal.properties.diff,
  score_before: Score,
  score_after: Score,
  review_url: Type.Optional(Proposal.properties.review_url),
});
export type ProposedAnswer = Static<typeof ProposedAnswer>;
