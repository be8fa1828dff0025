import { defineFeature } from '../../platform/feature.ts';
import { deleteInBatches, scheduleSweeps } from '../../platform/tasks/periodic-task.ts';
import { type AccountSettings, Accounts } from './accounts.ts';
import { ACCOUNT_PREFIX, createAccountHandler } from './endpoint.ts';
import { deleteExpired } from './factor-queries.ts';
import { createAccountLink } from './operations/create-account-link.ts';
import { deleteAccount, listAccounts, resetAccountFactors } from './operations/people.ts';

export const accounts = defineFeature({
  name: 'accounts',
  services: (deps, settings: AccountSettings) => new Accounts(deps, settings),
  endpoints: (deps) => [
    { path: `${ACCOUNT_PREFIX}/*`, isForOwnPages: true, handle: createAccountHandler(deps) },
  ],
  background: ({ db, clock, log, leader }) =>
    scheduleSweeps({ log, leader }, 'sessions and links of accounts', (isStopped) =>
      deleteInBatches(db, (connection, atMost) => deleteExpired(connection, clock.now(), atMost), isStopped),
    ),
  commands: [createAccountLink, deleteAccount, listAccounts, resetAccountFactors],
});

declare module '../../platform/deps.ts' {
  interface Services {
    accounts: Accounts;
  }
}
