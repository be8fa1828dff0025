import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import type { Item } from '../../data/operations.ts';
import { get } from '../../data/queries.ts';
import { INSTANCE as T } from '../../texts/instance.ts';
import { Badge } from '../../ui/badge.tsx';
import { FilterBar, FilterSelect, type Filters } from '../../ui/filters.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';

type Setting = Item<'listSettings'>;

/** The settings, their values and the sources of these. */
export function Settings({ filters }: { filters: Filters }) {
  const settings = useQuery(get('listSettings'));
  const { search = '', set } = filters.values;
  return (
    <>
      <FilterBar filters={filters} search={T.search}>
        <FilterSelect
          label={T.value}
          value={set ?? ''}
          choices={[{ value: 'yes', label: T.onlyChanged }]}
          onChange={(value) => filters.set('set', value)}
        />
      </FilterBar>
      <Loaded query={settings}>
        {(data) => {
          const shown = data.filter(
            (one) => (set === undefined || one.source !== null) && contains(one, search),
          );
          if (shown.length === 0)
            return (
              <EmptyState
                icon={<SlidersHorizontal size={22} aria-hidden="true" />}
                title={T.noSettings}
                hint={T.noSettingsHint}
              />
            );
          return (
            <Card title={T.tabs.settings} description={T.howToChange}>
              <ul className="flex flex-col divide-y divide-line">
                {shown.map((setting) => (
                  <Entry key={setting.variable} setting={setting} />
                ))}
              </ul>
            </Card>
          );
        }}
      </Loaded>
    </>
  );
}

const contains = ({ variable, description }: Setting, search: string): boolean =>
  `${variable} ${description}`.toLowerCase().includes(search.toLowerCase());

function Entry({ setting }: { setting: Setting }) {
  const { variable, description, value, is_secret, is_changed, source } = setting;
  return (
    <li className="flex flex-wrap gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <code className="font-mono text-sm font-medium break-all">{variable}</code>
          {source !== null && <Badge kind="info">{T.isSet}</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-muted">{description.replaceAll('`', '')}</p>
      </div>
      <div className="min-w-0 basis-56 text-sm">
        <p className="font-mono break-all">
          {is_secret && is_changed ? <span className="text-muted">{T.secret}</span> : show(value)}
        </p>
        <p className="text-muted">{source === null ? T.fromDefault : T.from(source)}</p>
      </div>
    </li>
  );
}

function show(value: unknown) {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return text === '' ? <span className="text-muted">{T.empty}</span> : text;
}
