import { route } from '../../http/route.ts';
import { defineFeature } from '../../platform/feature.ts';
import { acceptProposal, refuseProposal, withdrawProposal } from './operations/decide-proposal.ts';
import { proposeChange } from './operations/propose-change.ts';
import { proposeTemplate } from './operations/propose-template.ts';
import { getProposal, listProposals } from './operations/read-proposals.ts';
import { readProposed } from './proposal.ts';
import { proposalTools, proposingTools } from './tools.ts';

export const proposals = defineFeature({
  name: 'proposals',
  listeners(deps) {
    deps.services.rendering.proposalReader = (scope, place) => readProposed(scope, deps.db.reader, place);
  },
  routes: [
    route('GET', '/proposals', listProposals, { answer: 'page' }),
    route('POST', '/proposals', proposeTemplate, { status: 201 }),
    route('POST', '/templates/:template_id/proposals', proposeChange, { status: 201 }),
    route('GET', '/proposals/:proposal_id', getProposal),
    route('POST', '/proposals/:proposal_id/accept', acceptProposal),
    route('POST', '/proposals/:proposal_id/refuse', refuseProposal),
    route('POST', '/proposals/:proposal_id/withdraw', withdrawProposal),
  ],
  tools: proposalTools,
  proposingTools,
});
