import { useNavigate } from '@tanstack/react-router';
import { Bot, FileDiff, LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import { useCursorList } from '../../data/queries.ts';
import { agentOf, type ToolCall } from '../../data/tool-call.ts';
import { AGENTS as T } from '../../texts/agents.ts';
import type { Column } from '../../ui/columns.ts';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import { Time } from '../../ui/format.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { EmptyState, NO_MATCH } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { COST_COLUMNS, OUTCOME_COLUMN } from '../../ui/tool-call-columns.tsx';
import { CallChange, type ChangingCall, isChanging } from './call-change.tsx';
import { LinkToKeys } from './link-to-keys.tsx';

const COLUMNS: readonly Column<ToolCall>[] = [
  { id: 'tool', header: T.tool, cell: ({ tool }) => tool, width: 'minmax(5rem, 1fr)' },
  OUTCOME_COLUMN,
  { id: 'agent', header: T.agent, cell: agentOf, width: 'minmax(0, 1.6fr)', isHiddenWhenNarrow: true },
  { id: 'tenant', header: T.tenant, cell: ({ tenant }) => tenant, isHiddenWhenNarrow: true },
  ...COST_COLUMNS,
  { id: 'at', header: T.at, cell: ({ at }) => <Time value={at} />, width: '8rem', isHiddenWhenNarrow: true },
];

/** Calls of agents as they happen, and what they changed. */
export function Calls({ project }: { project: string }) {
  const filters = useFilters();
  const navigate = useNavigate();
  const list = useCursorList(
    'listToolCalls',
    { project_id: project, key_id: filters.values.key },
    { isLive: true },
  );
  const [shown, setShown] = useState<ChangingCall>();
  const actionsOf = (call: ToolCall) => {
    const { tenant, template_id: template } = call;
    if (template === null || call.outcome !== 'ok') return null;
    const items: MenuItem[] = [
      {
        label: T.openTemplate,
        icon: <LayoutTemplate size={15} aria-hidden="true" />,
        run: () =>
          void navigate({
            to: '/projects/$project/tenants/$tenant/templates/$template',
            params: { project, tenant, template },
          }),
      },
    ];
    if (isChanging(call))
      items.unshift({
        label: T.showChange,
        icon: <FileDiff size={15} aria-hidden="true" />,
        run: () => setShown(call),
      });
    return <Menu groups={[{ items }]} />;
  };
  return (
    <>
      {filters.isActive && <FilterBar filters={filters} />}
      <Table
        label={T.tabs.calls}
        list={list}
        keyOf={({ at, id }) => `${at} ${id}`}
        columns={COLUMNS}
        actionsOf={actionsOf}
        empty={
          <EmptyState
            icon={<Bot size={22} aria-hidden="true" />}
            {...(filters.isActive
              ? NO_MATCH
              : { title: T.noCalls, hint: T.noCallsHint, action: <LinkToKeys project={project} /> })}
          />
        }
      />
      <CallChange call={shown} onClose={() => setShown(undefined)} />
    </>
  );
}
