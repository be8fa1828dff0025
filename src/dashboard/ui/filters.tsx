import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { SHARED } from '../texts/shared.ts';
import { Button, IconButton } from './button.tsx';
import type { Choice } from './fields.tsx';

const TYPING_MS = 250;

interface SearchFieldProps {
  value: string;
  onChange(value: string): void;
  /** Its name, e.g. "Search templates". */
  label: string;
}

/** A search field; it tells its value when typing pauses. */
function SearchField({ value, onChange, label }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <div className="relative min-w-44 flex-1 max-sm:col-span-2 sm:max-w-72">
      <Search size={15} aria-hidden="true" className="absolute top-2.5 left-2.5 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        className="field pr-8! pl-8! [&::-webkit-search-cancel-button]:hidden"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed !== '' && (
        <span className="absolute top-0.25 right-0.25">
          <IconButton
            label={SHARED.list.clear}
            icon={<X size={14} aria-hidden="true" />}
            onClick={() => {
              setTyped('');
              onChange('');
            }}
          />
        </span>
      )}
    </div>
  );
}

interface FilterSelectProps {
  label: string;
  value: string;
  choices: readonly Choice[];
  /** The text of the first choice, whose value is empty. Left out: All. */
  all?: string;
  onChange(value: string): void;
}

export function FilterSelect({ label, value, choices, all, onChange }: FilterSelectProps) {
  const id = useId();
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 max-sm:flex-col max-sm:items-stretch max-sm:gap-0.5">
      <label htmlFor={id} className="text-muted max-sm:text-sm">
        {label}
      </label>
      <select
        id={id}
        className="field truncate sm:w-auto! sm:max-w-38"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{all ?? SHARED.list.all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}

interface FilterBarProps {
  filters: Filters;
  /** Label of the search, which is the filter `search`. Left out: no search. */
  search?: string;
  /** Where the choices come from. The bar says if they could not be loaded. */
  queries?: readonly ChoiceQuery[];
  children?: ReactNode;
}

export type ChoiceQuery = Pick<UseQueryResult, 'error' | 'refetch'>;

/** Search and filters above a list. */
export function FilterBar({ filters, search, queries = [], children }: FilterBarProps) {
  const { values, set, clear, isActive } = filters;
  return (
    <search className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:grid max-sm:grid-cols-2 max-sm:items-end">
      {search !== undefined && (
        <SearchField label={search} value={values.search ?? ''} onChange={(value) => set('search', value)} />
      )}
      {children}
      {isActive && (
        <Button kind="quiet" isSmall onClick={clear}>
          {SHARED.list.clearFilters}
        </Button>
      )}
      <FailedChoices queries={queries.filter(({ error }) => error !== null)} />
    </search>
  );
}

function FailedChoices({ queries }: { queries: readonly ChoiceQuery[] }) {
  if (queries.length === 0) return null;
  const retry = () => {
    for (const { refetch } of queries) void refetch();
  };
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-bad max-sm:col-span-2">
      {SHARED.list.noChoices}
      <Button isSmall onClick={retry}>
        {SHARED.actions.retry}
      </Button>
    </div>
  );
}

export interface Filters {
  values: Readonly<Record<string, string | undefined>>;
  set(name: string, value: string): void;
  /** Replaces all of them, for another part of the page, which has other filters. */
  replaceAll(values: Record<string, string>): void;
  clear(): void;
  isActive: boolean;
}

/** Filters in the address, so that a link to the page keeps them. */
export function useFilters(): Filters {
  const values = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const go = (search: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
  return {
    values,
    set: (name, value) => go({ ...values, [name]: value === '' ? undefined : value }),
    replaceAll: go,
    clear: () => go(values.tab === undefined ? {} : { tab: values.tab }),
    // The tab is no filter.
    isActive: Object.entries(values).some(
      ([name, value]) => name !== 'tab' && value !== undefined && value !== '',
    ),
  };
}

/** Filters of a part of a page. `place`: the parameters of the address that choose this part. Clearing keeps them. */
export function useFiltersWithin(place: Record<string, string>): Filters {
  const filters = useFilters();
  return {
    ...filters,
    isActive: Object.entries(filters.values).some(([name, value]) => !(name in place) && Boolean(value)),
    clear: () => filters.replaceAll(place),
  };
}
