import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useRef } from 'react';

export interface Tab {
  id: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  /** Name for screen readers. */
  label: string;
  tabs: readonly Tab[];
  /** The chosen tab. An unknown one is the first. Left out: the component keeps the choice. */
  value?: string;
  onChange?: (id: string) => void;
}

/** Tabs. Only the content of the chosen one is mounted. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const chosen = value === undefined || tabs.some(({ id }) => id === value) ? value : tabs[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is chosen, which a narrow screen may not show
  useEffect(() => {
    // `aria-selected` is set after this effect.
    const frame = requestAnimationFrame(() => {
      const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
      if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - list.current.clientWidth / 3;
    });
    return () => cancelAnimationFrame(frame);
  }, [chosen, tabs.length]);
  return (
    <BaseTabs.Root
      {...(chosen === undefined ? { defaultValue: tabs[0]?.id } : { value: chosen })}
      onValueChange={(id) => onChange?.(String(id))}
    >
      <BaseTabs.List
        ref={list}
        aria-label={label}
        className="relative mb-4 flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.id}
            value={tab.id}
            className="-mb-px border-b-2 border-transparent px-2.5 py-2 whitespace-nowrap text-muted -outline-offset-2 hover:text-ink data-active:border-accent data-active:font-medium data-active:text-ink"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.id} value={tab.id}>
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
