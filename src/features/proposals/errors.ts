import { DomainError, notFound, validationFailed } from '../../platform/errors.ts';

export const proposalNotFound = () => notFound('Proposal');

export const alreadyDecided = (state: string) =>
  new DomainError('conflict', `The proposal is ${state} already. Read it again.`);

export const ownProposal = () =>
  new DomainError(
    'forbidden',
    'You cannot accept a change that you have proposed yourself. Ask somebody else to decide, or withdraw the proposal.',
  );

export const notTheAuthor = (author: string) =>
  new DomainError('forbidden', `Only its author, ${author}, can withdraw this proposal.`, {
    quotesOthers: true,
  });

export const changesNothing = () =>
  validationFailed({ operations: ['lead to the content that the template has already.'] });

/** `what`: the owner of the reached limit. */
export const tooManyProposals = (what: string) =>
  new DomainError(
    'conflict',
    `${what} has as many undecided proposals as it can have. Withdraw some, or wait until people have decided on them.`,
  );

/** The same blocks or settings of the template have changed in the meantime. */
export const proposalConflict = (conflicts: readonly string[]) =>
  new DomainError(
    'conflict',
    `Others have changed the same parts since the change was proposed: ${conflicts.join(', ')}. Accept only other blocks, refuse the proposal, or ask for a new one.`,
    { facts: { conflicts: conflicts.map((name) => ({ name })) }, quotesOthers: true },
  );
