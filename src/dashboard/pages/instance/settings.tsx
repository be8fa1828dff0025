import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { call } from '../../data/api.ts';
import { get, type Page, useAction } from '../../data/queries.ts';
import { INSTANCE as T } from '../../texts/instance.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FilterBar, FilterSelect, type Filters } from '../../ui/filters.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';

interface Setting {
  name: string;
  variable: string;
  description: string;
  value: unknown;
  is_secret: boolean;
  is_changed: boolean;
}

/** The settings with their values, and a test of the language model. */
export function Settings({ filters }: { filters: Filters }) {
  const settings = useQuery(get<Page<Setting>>('admin/settings'));
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
        {({ data }) => {
          const shown = data.filter((one) => (set === undefined || one.is_changed) && contains(one, search));
          if (shown.length === 0)
            return (
              <EmptyState
                icon={<SlidersHorizontal size={22} aria-hidden="true" />}
                title={T.noSettings}
                hint={T.noSettingsHint}
              />
            );
          return (
            <Card description={T.howToChange}>
              <ul className="flex flex-col divide-y divide-line">
                {shown.map((setting) => (
                  <Entry key={setting.variable} setting={setting} />
                ))}
              </ul>
            </Card>
          );
        }}
      </Loaded>
      <div className="mt-6">
        <ModelTest />
      </div>
    </>
  );
}

const contains = ({ variable, description }: Setting, search: string): boolean =>
  `${variable} ${description}`.toLowerCase().includes(search.toLowerCase());

function Entry({ setting: { variable, description, value, is_secret, is_changed } }: { setting: Setting }) {
  return (
    <li className="flex flex-wrap gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <code className="font-mono text-sm font-medium break-all">{variable}</code>
          {is_changed && <Badge kind="info">{T.isSet}</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-muted">{description.replaceAll('`', '')}</p>
      </div>
      <p className="min-w-0 basis-56 font-mono text-sm break-all">
        {is_secret && is_changed ? <span className="text-muted">{T.secret}</span> : show(value)}
      </p>
    </li>
  );
}

function show(value: unknown) {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return text === '' ? <span className="text-muted">{T.empty}</span> : text;
}

function ModelTest() {
  const check = useAction(() => call('POST', 'admin/ai/check'), { success: T.modelWorks, showsErrors: true });
  return (
    <Card
      title={T.model}
      description={T.modelHint}
      actions={
        <Button isSmall isBusy={check.isRunning} onClick={() => check.run()}>
          {T.tryModel}
        </Button>
      }
    >
      <div role="status">{check.error !== null && <Notice kind="bad">{check.error.message}</Notice>}</div>
    </Card>
  );
}
