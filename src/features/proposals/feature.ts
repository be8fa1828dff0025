import { route } from '../../http/route.ts';
import { defineFeature } from '../../platform/feature.ts';
import { acceptProposal, refuseProposal, withdrawProposal } from './operations/decide-proposal.ts';
import { proposeChange } from './operations/propose-change.ts';
import { proposeTemplate } from './operations/propose-template.ts';
import { getProposal, listProposals } from './operations/read-proposals.ts';
import { proposalTools, proposingTools } from './tools.ts';

/** Of a template, and of any, among them new ones that have no template yet. */
const PATHS = ['/templates/:template_id/proposals', '/proposals'];

export const proposals = defineFeature({
  name: 'proposals',
  routes: [
    route('GET', '/proposals', listProposals, { answer: 'page' }),
    route('POST', '/proposals', proposeTemplate, { status: 201 }),
    route('POST', '/templates/:template_id/proposals', proposeChange, { status: 201 }),
    ...PATHS.flatMap((path) => [
      route('GET', `${path}/:proposal_id`, getProposal),
      route('POST', `${path}/:proposal_id/accept`, acceptProposal),
      route('POST', `${path}/:proposal_id/refuse`, refuseProposal),
      route('POST', `${path}/:proposal_id/withdraw`, withdrawProposal),
    ]),
  ],
  tools: proposalTools,
  proposingTools,
});
