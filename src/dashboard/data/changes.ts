/** What the feed of activity says of a change that is shown as a link. */
interface ChangeOfTemplate {
  project_id: string;
  tenant: string;
  type: string;
  template_id: string | null;
}

/** The page of the template that was changed; undefined if it is none, or gone. */
export const linkOfChange = ({
  project_id: project,
  tenant,
  type,
  template_id: template,
}: ChangeOfTemplate) =>
  template === null || type === 'template.deleted' || type === 'template.purged'
    ? undefined
    : {
        to: '/projects/$project/tenants/$tenant/templates/$template' as const,
        params: { project, tenant, template },
      };
