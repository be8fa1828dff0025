import { ACCOUNT } from './account.ts';
import { ACTIVITY } from './activity.ts';
import { AGENTS, CONNECT_AGENT, CONNECTED_AGENTS } from './agents.ts';
import { BRAND } from './brand.ts';
import { CHANGES } from './changes.ts';
import { CONNECT } from './connect.ts';
import { DIFF } from './diff.ts';
import { HOME } from './home.ts';
import { INSTANCE } from './instance.ts';
import { KEYS } from './keys.ts';
import { LINK } from './link.ts';
import { MEDIA } from './media.ts';
import { PAGE_TITLES } from './page-titles.ts';
import { PROJECT } from './project.ts';
import { PROJECTS } from './projects.ts';
import { SHARED } from './shared.ts';
import { SIGN_IN } from './sign-in.ts';
import { ROLES, TEAM } from './team.ts';
import { TEMPLATE } from './template.ts';
import { TEMPLATES } from './templates.ts';
import { TENANT } from './tenant.ts';
import { TENANT_CHOICE, TENANTS } from './tenants.ts';
import { TOKENS } from './tokens.ts';

/**
 * All texts of the dashboard: one section per page, in a file of its own, so that a page loads only its own. Other languages
 * have the type of this object.
 */
export const TEXTS = {
  shared: SHARED,
  pageTitles: PAGE_TITLES,
  signIn: SIGN_IN,
  link: LINK,
  account: ACCOUNT,
  home: HOME,
  templates: TEMPLATES,
  template: TEMPLATE,
  media: MEDIA,
  projects: PROJECTS,
  project: PROJECT,
  tenants: TENANTS,
  tenantChoice: TENANT_CHOICE,
  tenant: TENANT,
  brand: BRAND,
  keys: KEYS,
  connect: CONNECT,
  roles: ROLES,
  team: TEAM,
  tokens: TOKENS,
  activity: ACTIVITY,
  changes: CHANGES,
  instance: INSTANCE,
  diff: DIFF,
  agents: AGENTS,
  connectAgent: CONNECT_AGENT,
  connectedAgents: CONNECTED_AGENTS,
};
