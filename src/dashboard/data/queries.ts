import {
  infiniteQueryOptions,
  keepPreviousData,
  QueryClient,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { showToast } from '../ui/toast.tsx';
import { ApiError, call, type Query } from './api.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status < 500 && error.status > 0),
    },
  },
});

/**
 * The options of `useQuery` for a GET route. The key is the path split at its slashes, and then the query. So
 * `invalidates: [['admin', 'projects']]` covers all routes below this path.
 */
export const get = <Output>(path: string, query: Query = {}) =>
  queryOptions({
    queryKey: keyOf(path, query),
    queryFn: ({ signal }) => call<Output>('GET', path, { query, signal }),
    placeholderData: keepPreviousData,
  });

const keyOf = (path: string, query: Query = {}): QueryKey => [...path.split('/'), query];

/** Never rejects. */
export type Prefetched = Promise<unknown>;

/** Requests what a page will read by `get`. After a failure, the page requests it again. */
export async function prefetch<Output>(path: string, query: Query = {}): Promise<Output | undefined> {
  const options = get<Output>(path, query);
  await queryClient.prefetchQuery(options);
  return queryClient.getQueryData<Output>(options.queryKey);
}

/** The same for the first page of a list that `useCursorList` reads. */
export const prefetchList = (path: string, query: Query = {}): Promise<void> =>
  queryClient.prefetchInfiniteQuery(listOptions(path, query));

/** A list as the service answers it. `meta`: only if the list has pages. */
export interface Page<Item> {
  data: Item[];
  meta?: { per_page: number; next_cursor: string | null };
}

/** A list whose further pages are loaded while a person scrolls, for `Table` and `CardGrid`. */
export interface CursorList<Item> {
  items: readonly Item[];
  /** The first page has not arrived yet. */
  isPending: boolean;
  /** The items are those of the former filters, until those of the new ones arrive. */
  isOutdated: boolean;
  error: unknown;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore(): void;
  /** Repeats the request that has failed. */
  retry(): void;
}

/** How often live lists are loaded again while the window is visible. */
export const LIVE_MS = 2000;

const listOptions = <Item>(path: string, query: Query) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(path, query), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call<Page<Item>>('GET', path, { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.meta?.next_cursor ?? undefined,
  });

/** Reads a list by cursor. With `isLive` it is loaded again and again, as long as it has one page. */
export function useCursorList<Item>(
  path: string,
  query: Query = {},
  { isLive = false, enabled = true }: { enabled?: boolean; isLive?: boolean } = {},
): CursorList<Item> {
  const result = useInfiniteQuery({
    ...listOptions<Item>(path, query),
    placeholderData: keepPreviousData,
    enabled,
    // A refetch would load all pages.
    refetchInterval: ({ state }) => isLive && (state.data?.pages.length ?? 0) < 2 && LIVE_MS,
  });
  return {
    items: result.data?.pages.flatMap(({ data }) => data) ?? [],
    isPending: result.isPending,
    isOutdated: result.isPlaceholderData,
    error: result.error,
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => void (result.isFetchingNextPage || result.fetchNextPage()),
    retry: () => void (result.isFetchNextPageError ? result.fetchNextPage() : result.refetch()),
  };
}

interface ActionOptions<Input, Output> {
  /** Keys of what has changed. All queries below them are loaded again. */
  invalidates?: readonly QueryKey[];
  /** A toast after success. */
  success?: string | ((output: Output, input: Input) => string);
  onSuccess?: (output: Output, input: Input) => void;
  /** The caller shows errors, as forms do. Left out: they are shown as toasts. */
  showsErrors?: boolean;
}

/**
 * A request that changes something. `run` never throws, `perform` does. `run` ignores a call while the same one is running, for
 * buttons that are clicked twice before they are drawn as disabled.
 */
export function useAction<Input = void, Output = unknown>(
  change: (input: Input) => Promise<Output>,
  options: ActionOptions<Input, Output> = {},
) {
  const client = useQueryClient();
  const running = useRef(new Set<string>());
  const { mutate, mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: change,
    onSuccess: async (output, input) => {
      const { success, onSuccess, invalidates = [] } = options;
      if (success !== undefined)
        showToast({ text: typeof success === 'function' ? success(output, input) : success, kind: 'good' });
      onSuccess?.(output, input);
      await Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onSettled: (_output, _failure, input) => void running.current.delete(JSON.stringify([input])),
    onError: (failure) => {
      if (!options.showsErrors) showToast({ kind: 'bad', ...describeError(failure) });
    },
  });
  const run = (input: Input): void => {
    const key = JSON.stringify([input]);
    if (running.current.has(key)) return;
    running.current.add(key);
    mutate(input);
  };
  return { run, perform: mutateAsync, isRunning: isPending, error, reset };
}

/** The message of an error, and the request id under which the service has logged it. */
export function describeError(error: unknown): { text: string; requestId: string | undefined } {
  const text = error instanceof Error ? error.message : String(error);
  return { text, requestId: error instanceof ApiError ? error.requestId : undefined };
}
