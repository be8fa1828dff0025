import { PAGE_TITLES } from './page-titles.ts';

export const TENANTS = {
  title: PAGE_TITLES.tenants,
  description:
    'Each customer of your product is a tenant with templates and media of its own. It is created with its first token.',
  search: 'Search tenants',
  name: 'Name',
  tenant: 'Identifier',
  tenantHint: 'The id of the customer in your product. It cannot be changed later.',
  templates: 'Templates',
  storage: 'Storage',
  plan: 'Plan',
  ofProject: 'As the project',
  created: 'Created',
  create: 'Create tenant',
  done: 'The tenant was created.',
  none: 'There are no tenants',
  noneHint: 'A tenant appears when your backend requests its first token.',
  rename: 'Rename',
  renameHint: 'The name people read. The identifier stays.',
  suspend: { read_only: 'Make read only', blocked: 'Block', none: 'End suspension' },
  state: { read_only: 'Read only', blocked: 'Blocked' },
  changed: 'The tenant was changed.',
  delete: 'Delete',
  deleteTitle: 'Delete this tenant?',
  deleteHint: 'It goes to the trash with all it has stored. It can be restored from there for some days.',
  deleted: 'The tenant is in the trash.',
  views: { label: 'Which tenants', present: 'Tenants', trash: 'Trash' },
  trash: {
    label: 'Deleted tenants',
    deleted: 'Deleted',
    purged: 'Deleted for good',
    action: 'Action',
    none: 'The trash is empty',
    noneHint: 'Deleted tenants stay here for some days and can be restored.',
    restore: 'Restore',
    title: 'Restore this tenant?',
    hint: 'It comes back with everything it had.',
    asHint: 'Choose another one if it is in use by now.',
    restored: 'The tenant was restored.',
  },
};

/** Where a page shows the things of one tenant. */
export const TENANT_CHOICE = {
  label: 'Tenants',
  search: 'Search tenants',
  tenant: 'Tenant',
  count: 'Templates',
  created: 'Created',
  none: 'No tenants yet',
  noneHint: 'A tenant appears when your backend requests its first token.',
};
