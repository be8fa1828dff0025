import { tool } from '../../mcp/tool.ts';
import { SIGNED_USER_FIELDS } from '../access/index.ts';
import { withdrawProposal } from './operations/decide-proposal.ts';
import { proposeChange } from './operations/propose-change.ts';
import { listProposals } from './operations/read-proposals.ts';

export const proposalTools = [
  tool('list-proposals', listProposals, {
    title: 'List proposals',
    description:
      'Lists proposed changes, newest first: what became of yours, and the reason of who refused one.',
    effect: 'read',
    isForProposers: true,
  }),
  tool('withdraw-proposal', withdrawProposal, {
    title: 'Withdraw a proposal',
    description: 'Withdraws one of your own undecided proposals.',
    effect: 'write',
    hidden: SIGNED_USER_FIELDS,
    isForProposers: true,
  }),
];

/** What tools of these names do for agents that may propose changes and make none. */
export const proposingTools = [
  tool('update-template', proposeChange, {
    title: 'Propose a change of a template',
    description:
      'Proposes a change of a template by operations, or a whole content; note says why. Nothing changes until a person accepts it: list-proposals tells what became of it.',
    effect: 'write',
    hidden: SIGNED_USER_FIELDS,
  }),
];
