import { PAGE_TITLES } from './page-titles.ts';

export const TOKENS = {
  title: PAGE_TITLES.tokens,
  description:
    'Programs use the admin API with a token: scripts, Terraform, backends. A token can never do more than the person who created it.',
  create: 'Create token',
  name: 'Name',
  nameHint: 'Such as the program that will use it.',
  effects: 'It may',
  effect: {
    read: 'read',
    comment: 'comment',
    propose: 'propose changes',
    approve: 'accept or refuse proposals',
    write: 'add and change',
    delete: 'delete',
    admin: 'manage projects, keys and tenants',
  },
  operations: 'Operations',
  operationsHint:
    'The only operations it may perform, such as listTenants, separated by commas. Left empty: all that the choice above allows.',
  oneEffect: 'Choose at least one.',
  team: 'Team',
  allTeams: 'All of your teams',
  role: 'Role at most',
  ownRole: 'Yours',
  used: 'Last use',
  neverUsed: 'Never used',
  by: 'Created by',
  value: 'Admin token',
  example: 'Try it',
  none: 'There are no admin tokens',
  noneHint: 'Create one for each program, so that you can revoke it alone.',
  revoke: 'Revoke',
  revokeTitle: 'Revoke this token?',
  revokeHint: 'The program that uses it stops working at once. This cannot be undone.',
  revoked: 'The token was revoked.',
};
