import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { render } from '../../data/templates.ts';

interface Source {
  tenantRoutes: string;
  /** Path of the state that the content is of. */
  path: string;
  version: number | string;
  content: unknown;
  data?: unknown;
}

/** A content as a mail. `version` stands for the content in the cache. */
export const useRendering = ({ tenantRoutes, path, version, content, data }: Source) =>
  useQuery({
    queryKey: [...path.split('/'), 'render', version, data],
    queryFn: ({ signal }) => render(tenantRoutes, content, data, signal),
    enabled: content !== undefined,
    placeholderData: keepPreviousData,
  });
