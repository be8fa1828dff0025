import type { TemplateWithContent } from '../../data/templates.ts';

/** What each tab of a template gets. */
export interface TemplateProps {
  template: TemplateWithContent;
  /** The path of the tenant's routes. */
  tenantRoutes: string;
  /** The path of the template's routes. */
  path: string;
}
