import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, CircleCheck, TriangleAlert } from 'lucide-react';
import type { Output } from '../../data/operations.ts';
import { useCurrentProject } from '../../data/projects.ts';
import { HOME as T } from '../../texts/home.ts';
import { Card } from '../../ui/page.tsx';

/** A problem that a person should solve. */
type AttentionPoint = Output<'getOverview'>['attention'][number];

export function AttentionList({ points }: { points: readonly AttentionPoint[] }) {
  if (points.length === 0)
    return (
      <Card>
        <p className="flex items-center gap-2.5">
          <CircleCheck size={17} aria-hidden="true" className="text-good" />
          {T.allGood}
        </p>
      </Card>
    );
  return (
    <Card title={T.attention}>
      <ul className="flex flex-col divide-y divide-line">
        {points.map((point) => (
          <Point key={`${point.what} ${point.id}`} {...point} />
        ))}
      </ul>
    </Card>
  );
}

function Point(point: AttentionPoint) {
  const { what, name, at, count } = point;
  const link = usePageOf(point);
  const { title, hint } = T.attentionTexts[what];
  return (
    <li className="relative flex items-start gap-2.5 py-2.5 first:pt-0 last:pb-0">
      <TriangleAlert size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {link === undefined ? (
            title
          ) : (
            <Link {...link} className="after:absolute after:inset-0 hover:underline">
              {title}
            </Link>
          )}
        </p>
        <p className="text-sm text-muted">{hint(at, name, count)}</p>
      </div>
      {link !== undefined && (
        <ChevronRight size={15} aria-hidden="true" className="mt-1 shrink-0 text-muted" />
      )}
    </li>
  );
}

/** The page where the problem can be solved. */
function usePageOf({ what, project_id, tenant }: AttentionPoint): LinkProps | undefined {
  const project = useCurrentProject()?.id;
  const instance = (search: Record<string, string>): LinkProps => ({ to: '/instance', search });
  switch (what) {
    case 'proposals_open':
      if (project_id === undefined || tenant === undefined) return undefined;
      return {
        to: '/projects/$project/tenants/$tenant',
        params: { project: project_id, tenant },
        search: { tab: 'proposals' },
      };
    case 'no_backup':
      return instance({ tab: 'backups' });
    case 'backup_failing':
    case 'certificate_failing':
      return instance({ tab: 'log' });
    case 'certificate_expires':
      return instance({ search: 'GALLEY_TLS' });
    case 'mail_not_set':
      return instance({ search: 'GALLEY_SMTP' });
    case 'demo_open':
      return instance({ search: 'GALLEY_DEMO' });
    case 'cors_open':
      return project === undefined ? undefined : { to: '/projects/$project', params: { project } };
    case 'key_expires':
      return project === undefined ? undefined : { to: '/projects/$project/keys', params: { project } };
  }
}
