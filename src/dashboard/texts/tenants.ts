import { PAGE_TITLES } from './page-titles.ts';

export const TENANTS = {
  title: PAGE_TITLES.tenants,
  description:
    'Each customer of your product is a tenant with templates and media of its own. The first token makes it.',
  search: 'Search tenants',
  name: 'Name',
  tenant: 'Identifier',
  tenantHint: 'As your product names the customer. It cannot be changed later.',
  templates: 'Templates',
  plan: 'Plan',
  ofProject: 'As the project',
  created: 'Created',
  access: 'Access',
  create: 'Create tenant',
  done: 'The tenant was created.',
  none: 'There are no tenants',
  noneHint: 'They appear with the first token that your backend asks for.',
  suspend: { read_only: 'Make read only', blocked: 'Block', none: 'End suspension' },
  state: { read_only: 'Read only', blocked: 'Blocked' },
  changed: 'The tenant was changed.',
  delete: 'Delete',
  deleteTitle: 'Delete this tenant?',
  deleteHint: 'It goes to the trash with all it has stored. It can be restored from there for some days.',
  deleted: 'The tenant is in the trash.',
};
