import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import type { Item } from '../../data/operations.ts';
import { useProject } from '../../data/projects.ts';
import { get, LIVE_MS, useCursorList } from '../../data/queries.ts';
import { AGENTS as T } from '../../texts/agents.ts';
import { Badge } from '../../ui/badge.tsx';
import { Time } from '../../ui/format.tsx';
import { LoadedProject } from '../../ui/loaded-project.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { LinkToKeys } from './link-to-keys.tsx';

type ApiKey = Item<'listApiKeys'>;
type Grant = Item<'listGrants'>;

interface Agent {
  id: string;
  kind: keyof typeof T.kinds;
  name: string;
  /** The person who connected it, or the program that used the key last. */
  detail: string | undefined;
  mode: string;
  reach: string;
  lastUsedAt: string | null;
}

/** An agent counts as active for so long after its last use, which is stored to the minute. */
const ACTIVE_MS = 5 * 60_000;

/** Keys of the project and connections that people made, those in use first. */
export function Connected({ project }: { project: string }) {
  const teamId = useProject(project).data?.team_id;
  const keys = useQuery({
    ...get('listApiKeys', { team_id: teamId }),
    enabled: teamId !== undefined,
    refetchInterval: LIVE_MS,
  });
  const grants = useQuery({
    ...get('listGrants', { project_id: project }),
    refetchInterval: LIVE_MS,
  });
  const calls = useCursorList('listToolCalls', { project_id: project }, { isLive: true });
  const clientOf = (id: string) => calls.items.find(({ key_id }) => key_id === id)?.client ?? undefined;
  const list = (ofTeam: readonly ApiKey[], granted: readonly Grant[]) => {
    const own = ofTeam.filter(({ project_ids: ids }) => ids === null || ids.includes(project));
    const agents = [...own.map((key) => ofKey(key, clientOf(key.id))), ...granted.map(ofGrant)];
    return agents.length === 0 ? <NoAgents project={project} /> : <Agents agents={agents} />;
  };
  return (
    <LoadedProject id={project}>
      {() => (
        <Loaded query={keys}>
          {(ofTeam) => <Loaded query={grants}>{(granted) => list(ofTeam, granted)}</Loaded>}
        </Loaded>
      )}
    </LoadedProject>
  );
}

function Agents({ agents }: { agents: readonly Agent[] }) {
  const byLastUse = agents.toSorted((a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? ''));
  return (
    <Card>
      <ul className="divide-y divide-line">
        {byLastUse.map((agent) => (
          <Entry key={agent.id} agent={agent} />
        ))}
      </ul>
    </Card>
  );
}

const ofKey = ({ id, name, mode, tenants, last_used_at }: ApiKey, client: string | undefined): Agent => ({
  ...{ id, kind: 'key', name, mode, lastUsedAt: last_used_at },
  detail: client,
  reach: tenants?.join(', ') ?? T.allTenants,
});

const ofGrant = ({ id, client, mode, tenant, account, last_used_at }: Grant): Agent => ({
  ...{ id, kind: 'grant', name: client, mode, lastUsedAt: last_used_at },
  detail: T.by(account.name),
  reach: tenant,
});

function Entry({ agent: { id, kind, name, detail, mode, reach, lastUsedAt } }: { agent: Agent }) {
  const isActive = lastUsedAt !== null && Date.now() - Date.parse(lastUsedAt) < ACTIVE_MS;
  const facts = [T.kinds[kind], detail, T.modes[mode] ?? mode, reach].filter((fact) => fact !== undefined);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
      <Bot size={17} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">
          <Link to="." search={{ tab: 'calls', key: id } as never} className="rounded-sm hover:underline">
            {name}
          </Link>
        </p>
        <p className="text-sm break-words text-muted">{facts.join(' · ')}</p>
      </div>
      <span className="flex items-center gap-2 text-sm text-muted">
        {lastUsedAt === null ? (
          T.unused
        ) : (
          <>
            {T.lastUse} <Time value={lastUsedAt} />
            <Badge kind={isActive ? 'good' : 'neutral'}>{isActive ? T.active : T.idle}</Badge>
          </>
        )}
      </span>
    </li>
  );
}

const NoAgents = ({ project }: { project: string }) => (
  <Card>
    <EmptyState
      icon={<Bot size={22} aria-hidden="true" />}
      title={T.noAgents}
      hint={T.noAgentsHint}
      action={<LinkToKeys project={project} />}
    />
  </Card>
);
