import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { SquarePen } from 'lucide-react';
import { DASHBOARD_PATH } from '../../addresses.ts';
import { usePermissions } from '../../data/permissions.ts';
import { get } from '../../data/queries.ts';
import { useMe } from '../../data/teams.ts';
import { type Template, useFeatures } from '../../data/templates.ts';
import { useTenantName } from '../../data/tenants.ts';
import { TEMPLATE as T } from '../../texts/template.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useFilters } from '../../ui/filters.tsx';
import { Time } from '../../ui/format.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { Activity } from './activity.tsx';
import { Comments } from './comments.tsx';
import { History } from './history.tsx';
import { Preview } from './preview.tsx';
import { Proposals } from './proposals.tsx';
import { Score } from './score.tsx';
import { Source } from './source.tsx';
import { TemplateMenu } from './template-menu.tsx';
import type { TemplateProps } from './template-props.ts';

/** One template of a tenant. The chosen tab is in the address. */
export function Page() {
  const { project = '', tenant = '', template: id = '' } = useParams({ strict: false });
  const at = { project_id: project, tenant };
  const query = useQuery(get('getTemplate', { ...at, template_id: id }));
  const template = query.data;
  const { mayWrite } = usePermissions();
  const name = template === undefined ? T.template : (template.name ?? T.untitled);
  const tenantName = useTenantName(at);
  const above = [
    { label: T.templates, link: { to: '/projects/$project/templates' as const, params: { project } } },
    {
      label: tenantName,
      link: { to: '/projects/$project/templates' as const, params: { project }, search: { tenant } },
    },
  ];
  return (
    <PageFrame
      title={name}
      above={above}
      heading={<span className="break-words">{name}</span>}
      description={template && <Description template={template} />}
      actions={
        template &&
        mayWrite && (
          <>
            <OpenInEditor project={project} tenant={tenant} template={id} />
            <TemplateMenu template={template} at={at} />
          </>
        )
      }
    >
      <Loaded query={query}>{(data) => <TemplateTabs template={data} at={at} />}</Loaded>
    </PageFrame>
  );
}

/** A link to the operator's own editor if one is configured, else to the built-in editor. */
function OpenInEditor(place: { project: string; tenant: string; template: string }) {
  const me = useMe().data;
  if (me === undefined) return null;
  const url = me.editor_url?.replace(/\{(project|tenant|template)\}/g, (_, name: keyof typeof place) =>
    encodeURIComponent(place[name]),
  );
  return (
    <a
      href={url ?? `${DASHBOARD_PATH}/editor?${new URLSearchParams(place)}`}
      {...(url !== undefined && { target: '_blank', rel: 'noreferrer' })}
      className={buttonClass()}
    >
      <SquarePen size={16} aria-hidden="true" />
      {T.openInEditor}
    </a>
  );
}

function Description({ template }: { template: Template }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>
        {T.version(template.version)}, {T.changed} <Time value={template.updatedAt} />
      </span>
      {template.archived_at !== undefined && <Badge kind="warn">{T.archived}</Badge>}
      {template.tags?.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </span>
  );
}

function TemplateTabs(props: TemplateProps) {
  const { values, set } = useFilters();
  const features = useFeatures(props.at);
  const { mayWrite, mayApprove } = usePermissions();
  const tabs: Tab[] = [
    { id: 'preview', label: T.preview.tab, content: <Preview {...props} /> },
    { id: 'source', label: T.source.tab, content: <Source {...props} /> },
    ...(features?.ai_generation
      ? [{ id: 'score', label: T.score.tab, content: <Score {...props} mayWrite={mayWrite} /> }]
      : []),
    { id: 'history', label: T.history.tab, content: <History {...props} mayWrite={mayWrite} /> },
    ...(features?.commenting
      ? [{ id: 'comments', label: T.comments.tab, content: <Comments {...props} /> }]
      : []),
    { id: 'activity', label: T.activity.tab, content: <Activity {...props} /> },
    {
      id: 'proposals',
      label: T.proposals.tab,
      content: <Proposals {...props} mayApprove={mayApprove} />,
    },
  ];
  return (
    <Tabs label={T.tabs} tabs={tabs} value={values.tab ?? 'preview'} onChange={(id) => set('tab', id)} />
  );
}
