import { useNavigate } from '@tanstack/react-router';
import { type Filters, useFilters } from '../../ui/filters.tsx';

/** Filters in a part of the page, which `place` names in the address: clearing them stays in this part. */
export function useFiltersWithin(place: Record<string, string>): Filters {
  const filters = useFilters();
  const navigate = useNavigate();
  return {
    ...filters,
    isActive: Object.entries(filters.values).some(([name, value]) => !(name in place) && Boolean(value)),
    clear: () => void navigate({ to: '.', search: place as never, replace: true, resetScroll: false }),
  };
}
