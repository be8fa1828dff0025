import { defineFeature } from '../../platform/feature.ts';
import { Accounts } from './accounts.ts';
import { ACCOUNT_PREFIX, createAccountHandler } from './endpoint.ts';
import { createAccountLink } from './operations/create-account-link.ts';

export const accounts = defineFeature({
  name: 'accounts',
  services: (deps) => new Accounts(deps),
  endpoints: (deps) => [
    { path: `${ACCOUNT_PREFIX}/*`, isForOwnPages: true, handle: createAccountHandler(deps) },
  ],
  commands: [createAccountLink],
});

declare module '../../platform/deps.ts' {
  interface Services {
    accounts: Accounts;
  }
}
