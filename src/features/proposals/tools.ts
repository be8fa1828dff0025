import { tool } from '../../mcp/tool.ts';
import { SIGNED_USER_FIELDS } from '../access/index.ts';
import { BLOCKS } from '../templates/index.ts';
import { withdrawProposal } from './operations/decide-proposal.ts';
import { proposeChange } from './operations/propose-change.ts';
import { proposeTemplate } from './operations/propose-template.ts';
import { listProposals } from './operations/read-proposals.ts';

export const proposalTools = [
  tool('list-proposals', listProposals, {
    title: 'List proposals',
    description:
      'Lists proposed changes, newest first: what became of yours, and the reason of who refused one.',
    effect: 'read',
    lists: { Proposal: {} },
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

const ofContent = ['content', 'operations', 'name', 'key', 'folder_id', 'tags', 'archived', 'dry_run'];

/** Replacements of the tools of these names, for agents that may propose changes but not make them. */
export const proposingTools = [
  tool('create-template', proposeTemplate, {
    title: 'Propose a template',
    description: `Proposes a new template, made as by create-template: content, copy_of, source or starter. It exists when a person has accepted it; show review_url to your user. ${BLOCKS}`,
    effect: 'write',
    hidden: [...SIGNED_USER_FIELDS, 'copy_of_tenant'],
    reachesOut: true,
    // The picture may come from a slow server.
    isSlow: ({ source }) => Object(source).url !== undefined,
  }),
  tool('update-template', proposeChange, {
    title: 'Propose a change of a template',
    description:
      'Proposes a change of content (operations, or a whole content), name, key, folder, tags or archive; note says why. Nothing changes until a person accepts it: show review_url to your user; list-proposals tells what became of it.',
    effect: 'write',
    hidden: [...SIGNED_USER_FIELDS, 'delete'],
  }),
  tool('delete-template', proposeChange, {
    title: 'Propose to delete a template',
    description: 'Proposes to delete a template. It stays until a person accepts the proposal.',
    effect: 'write',
    preset: { delete: true },
    hidden: [...SIGNED_USER_FIELDS, ...ofContent],
  }),
];
