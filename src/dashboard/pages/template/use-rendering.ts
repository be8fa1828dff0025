import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RenderingSource, renderingQuery } from '../../data/templates.ts';

/** A content as a mail. */
export const useRendering = (source: RenderingSource) =>
  useQuery({
    ...renderingQuery(source),
    enabled: source.content !== undefined,
    placeholderData: keepPreviousData,
  });
