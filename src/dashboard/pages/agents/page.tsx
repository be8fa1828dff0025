import { useParams } from '@tanstack/react-router';
import { AGENTS as T } from '../../texts/agents.ts';
import { useFilters } from '../../ui/filters.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AiUsage } from './ai-usage.tsx';
import { Calls } from './calls.tsx';
import { Connected } from './connected.tsx';

export function Page() {
  const { project = '' } = useParams({ strict: false });
  const filters = useFilters();
  return (
    <PageFrame title={T.title} description={T.description}>
      <Tabs
        key={project}
        label={T.title}
        value={filters.values.tab ?? 'calls'}
        onChange={(tab) => filters.set('tab', tab)}
        tabs={[
          { id: 'calls', label: T.tabs.calls, content: <Calls project={project} /> },
          { id: 'connected', label: T.tabs.connected, content: <Connected project={project} /> },
          { id: 'usage', label: T.tabs.usage, content: <AiUsage project={project} /> },
        ]}
      />
    </PageFrame>
  );
}
