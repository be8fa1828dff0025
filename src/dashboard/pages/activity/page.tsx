import { ACTIVITY as T } from '../../texts/activity.ts';
import { useFilters } from '../../ui/filters.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Actions } from './actions.tsx';
import { Changes } from './changes.tsx';
import { ToolCalls } from './tool-calls.tsx';

export function Page() {
  const filters = useFilters();
  return (
    <PageFrame title={T.title} description={T.description}>
      <Tabs
        label={T.title}
        value={filters.values.tab ?? 'changes'}
        onChange={(tab) => filters.set('tab', tab)}
        tabs={[
          { id: 'changes', label: T.tabs.changes, content: <Changes /> },
          { id: 'actions', label: T.tabs.actions, content: <Actions /> },
          { id: 'calls', label: T.tabs.calls, content: <ToolCalls /> },
        ]}
      />
    </PageFrame>
  );
}
