import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity as ActivityIcon, Bot, Server, UserRound } from 'lucide-react';
import { type Change, linkOfChange } from '../../data/changes.ts';
import { useCurrentProject } from '../../data/projects.ts';
import { get, LIVE_MS } from '../../data/queries.ts';
import { sessionQuery } from '../../data/session.ts';
import { CHANGES } from '../../texts/changes.ts';
import { HOME as T } from '../../texts/home.ts';
import { Time } from '../../ui/format.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';

const SHOWN = 10;

/** The latest changes. Operators see those of all projects, others those of the current one. */
export function Activity() {
  const { data: session } = useQuery(sessionQuery);
  const project = useCurrentProject();
  const isOperator = session?.account.is_operator === true;
  const changes = useQuery({
    ...get('listAllActivity', isOperator ? {} : { project_id: project?.id }),
    refetchInterval: LIVE_MS,
    enabled: isOperator || project !== undefined,
  });
  const hasNone = !isOperator && project === undefined;
  return (
    <Card title={T.activity} description={T.activityHint}>
      {hasNone ? (
        <NoActivity />
      ) : (
        <Loaded query={changes}>
          {({ items }) =>
            items.length === 0 ? (
              <NoActivity />
            ) : (
              <ol className="flex flex-col gap-3">
                {groupAlike(items)
                  .slice(0, SHOWN)
                  .map(({ change, more }) => (
                    <Entry key={`${change.project_id} ${change.id}`} change={change} more={more} />
                  ))}
              </ol>
            )
          }
        </Loaded>
      )}
    </Card>
  );
}

const NoActivity = () => (
  <EmptyState icon={<ActivityIcon size={22} />} title={T.noActivity} hint={T.noActivityHint} />
);

const ICONS: Readonly<Record<string, typeof UserRound>> = {
  user: UserRound,
  agent: Bot,
  system: Server,
  admin: UserRound,
};

interface Group {
  /** The latest change. */
  change: Change;
  /** How many of the same kind came directly before. */
  more: number;
}

/** Makes one entry of equal changes in a row by one person, such as uploads of many files. */
function groupAlike(changes: readonly Change[]): Group[] {
  const groups: Group[] = [];
  const kindOf = ({ actor, type, tenant, project_id }: Change) =>
    [actor.kind, actor.name, type, tenant, project_id].join('\n');
  for (const change of changes) {
    const last = groups.at(-1);
    if (last !== undefined && kindOf(last.change) === kindOf(change)) last.more += 1;
    else groups.push({ change, more: 0 });
  }
  return groups;
}

function Entry({ change, more }: Group) {
  const { at, actor, summary, tenant, tenant_name } = change;
  const link = linkOfChange(change);
  const Icon = ICONS[actor.kind] ?? UserRound;
  return (
    <li className="flex gap-2.5">
      <span className="mt-0.5 shrink-0 text-muted">
        <Icon size={16} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 break-words">
          <span className="font-medium">{actor.name}</span> {CHANGES.done(change.type)}
        </p>
        {summary !== null && (
          <p className="truncate">
            {link === undefined ? (
              summary
            ) : (
              <Link {...link} className="text-accent hover:underline">
                {summary}
              </Link>
            )}
          </p>
        )}
        <p className="truncate text-sm text-muted">
          {more > 0 && `${T.andMore(more)} · `}
          {tenant_name ?? tenant} · <Time value={at} />
        </p>
      </div>
    </li>
  );
}
