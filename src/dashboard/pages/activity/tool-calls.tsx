import { agentOf } from '../../data/tool-call.ts';
import { ACTIVITY as T } from '../../texts/activity.ts';
import { Time } from '../../ui/format.tsx';
import { COST_COLUMNS, OUTCOME_COLUMN } from '../../ui/tool-call-columns.tsx';
import { Feed } from './feed.tsx';

/** Calls of agents at the tool server. */
export function ToolCalls() {
  return (
    <Feed
      label={T.tabs.calls}
      log="listToolCalls"
      keyOf={({ id, at }) => `${at} ${id}`}
      columns={[
        {
          id: 'who',
          header: T.who,
          cell: agentOf,
        },
        { id: 'tool', header: T.tool, cell: ({ tool }) => tool },
        OUTCOME_COLUMN,
        {
          id: 'tenant',
          header: T.where,
          cell: ({ tenant, tenant_name }) => tenant_name ?? tenant,
          isHiddenWhenNarrow: true,
        },
        ...COST_COLUMNS,
        {
          id: 'at',
          header: T.at,
          cell: ({ at }) => <Time value={at} />,
          width: '8rem',
          isHiddenWhenNarrow: true,
        },
      ]}
    />
  );
}
