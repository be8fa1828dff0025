import { PAGE_TITLES } from './page-titles.ts';

export const PROJECTS = {
  title: PAGE_TITLES.projects,
  description:
    'A project stands for one product that embeds the editor. Its tenants are the customers of that product.',
  create: 'Create project',
  created: 'The project was created.',
  createdTitle: 'Keep these credentials',
  createdHint: 'Store them in the backend of your product. They are not shown again.',
  name: 'Name',
  team: 'Team',
  plan: 'Plan',
  planHint: 'The plan decides on features and limits.',
  createdAt: 'Created',
  tenants: 'Tenants',
  templates: 'Templates',
  none: 'There is no project yet',
  noneHint: 'Create one for each product that embeds the editor.',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  signingKey: 'Signing key',
  open: 'Open project',
  suspended: { read_only: 'Read only', blocked: 'Blocked' },
};
