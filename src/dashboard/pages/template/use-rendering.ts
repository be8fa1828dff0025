import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RenderingSource, renderingQuery } from '../../data/templates.ts';

/** Renders a content as a mail. Keeps the last mail while another one is rendered. */
export const useRendering = (source: RenderingSource) =>
  useQuery({
    ...renderingQuery(source),
    enabled: source.content !== undefined,
    placeholderData: keepPreviousData,
  });
