import { useNavigate } from '@tanstack/react-router';
import { type Filters, useFilters } from '../../ui/filters.tsx';

/** Filters of a part of a page. `place`: the parameters of the address that choose this part. Clearing keeps them. */
export function useFiltersWithin(place: Record<string, string>): Filters {
  const filters = useFilters();
  const navigate = useNavigate();
  return {
    ...filters,
    isActive: Object.entries(filters.values).some(([name, value]) => !(name in place) && Boolean(value)),
    clear: () => void navigate({ to: '.', search: place as never, replace: true, resetScroll: false }),
  };
}
