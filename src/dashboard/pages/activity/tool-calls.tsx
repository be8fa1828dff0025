import { ACTIVITY as T } from '../../texts/activity.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatBytes, formatDuration, Time } from '../../ui/format.tsx';
import { Feed } from './feed.tsx';

interface ToolCall {
  id: number;
  at: string;
  tenant: string;
  key_name: string;
  client: string | null;
  tool: string;
  outcome: string;
  duration_ms: number;
  result_bytes: number | null;
}

/** Calls of agents at the tool server. */
export function ToolCalls() {
  return (
    <Feed<ToolCall>
      label={T.tabs.calls}
      path="admin/tool-calls"
      keyOf={({ id, at }) => `${at} ${id}`}
      columns={[
        {
          id: 'who',
          header: T.who,
          cell: ({ key_name, client }) => (client === null ? key_name : `${client} · ${key_name}`),
        },
        { id: 'tool', header: T.tool, cell: ({ tool }) => tool },
        {
          id: 'outcome',
          header: T.outcome,
          cell: ({ outcome }) => (
            <Badge kind={outcome === 'ok' ? 'good' : 'bad'}>{outcome.replaceAll('_', ' ')}</Badge>
          ),
          width: '9rem',
        },
        { id: 'tenant', header: T.where, cell: ({ tenant }) => tenant, isHiddenOnPhone: true },
        {
          id: 'size',
          header: T.size,
          cell: ({ result_bytes }) => (result_bytes === null ? '' : formatBytes(result_bytes)),
          width: '5.5rem',
          isNumeric: true,
          isHiddenOnPhone: true,
        },
        {
          id: 'duration',
          header: T.duration,
          cell: ({ duration_ms }) => formatDuration(duration_ms),
          width: '5.5rem',
          isNumeric: true,
          isHiddenOnPhone: true,
        },
        {
          id: 'at',
          header: T.at,
          cell: ({ at }) => <Time value={at} />,
          width: '8rem',
          isHiddenOnPhone: true,
        },
      ]}
    />
  );
}
