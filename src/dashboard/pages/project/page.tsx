import { useParams } from '@tanstack/react-router';
import { usePermissions } from '../../data/permissions.ts';
import { type Project, useProject } from '../../data/projects.ts';
import { PROJECT as T } from '../../texts/project.ts';
import { PROJECTS } from '../../texts/projects.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { DailyUsage } from '../../ui/daily-usage.tsx';
import { Time } from '../../ui/format.tsx';
import { LoadedProject } from '../../ui/loaded-project.tsx';
import { Card, Facts, Page as PageFrame } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Access } from './access.tsx';
import { Credentials } from './credentials.tsx';
import { Origins } from './origins.tsx';
import { Settings } from './settings.tsx';

export function Page() {
  const { project: id = '' } = useParams({ strict: false });
  const project = useProject(id).data;
  return (
    <PageFrame
      title={project?.name ?? T.facts}
      heading={project && <Heading {...project} />}
      above={[{ label: T.above, link: { to: '/projects' } }]}
      isNarrow
    >
      <LoadedProject id={id} skeleton={<Skeleton className="h-40 rounded-lg" />}>
        {(found) => <Overview key={found.id} project={found} />}
      </LoadedProject>
    </PageFrame>
  );
}

const Heading = ({ name, suspended }: Project) => (
  <span className="flex flex-wrap items-center gap-2">
    {name}
    {suspended !== null && <Badge kind="warn">{PROJECTS.suspended[suspended]}</Badge>}
  </span>
);

function Overview({ project }: { project: Project }) {
  const { mayManage } = usePermissions();
  const { id, plan, client_id, created_at } = project;
  return (
    <div className="flex flex-col gap-5">
      <Card title={T.facts}>
        <Facts
          facts={[
            [T.id, <CopyLine key="id" text={id} label={T.id} />],
            [T.clientId, <CopyLine key="client" text={client_id} label={T.clientId} />],
            [T.plan, plan],
            [T.created, <Time key="created" value={created_at} />],
          ]}
        />
      </Card>
      <DailyUsage project_id={id} />
      <Settings project={project} />
      {mayManage && <Credentials projectId={id} />}
      <Origins projectId={id} />
      {mayManage && <Access project={project} />}
    </div>
  );
}
