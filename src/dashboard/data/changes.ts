import type { Item } from './operations.ts';

/** The beginning of a day such as `2027-12-31`, in the time zone of the person. Routes would take the day as one in UTC. */
export function startOfDay(day: string | undefined): string | undefined {
  const time = new Date(`${day}T00:00`);
  return Number.isNaN(time.getTime()) ? day : time.toISOString();
}

/** An entry of activity. */
export type Change = Item<'listAllActivity'>;

/** The page of the template that was changed. Undefined if it is not about a template, or the template is deleted. */
export const linkOfChange = ({ project_id: project, tenant, type, template_id: template }: Change) =>
  template === null || type === 'template.deleted' || type === 'template.purged'
    ? undefined
    : {
        to: '/projects/$project/tenants/$tenant/templates/$template' as const,
        params: { project, tenant, template },
      };
