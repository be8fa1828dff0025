import type { TenantRef } from '../../data/operations.ts';
import type { Template } from '../../data/templates.ts';

/** What each tab of a template gets. */
export interface TemplateProps {
  template: Template;
  at: TenantRef;
}
