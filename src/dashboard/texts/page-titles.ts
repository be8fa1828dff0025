/** Titles of the pages in the navigation, which loads nothing else of their texts. */
export const PAGE_TITLES = {
  project: 'Overview',
  projects: 'Projects',
  connect: 'Connect',
  tenants: 'Tenants',
  keys: 'Keys',
  brand: 'Brand',
  templates: 'Templates',
  media: 'Media',
  agents: 'Agents',
  activity: 'Activity',
  team: 'Team',
  tokens: 'Admin tokens',
  instance: 'Instance',
};
