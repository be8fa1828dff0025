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
import { ApiError, callWith } from './api.ts';
import { type Arguments, type Input, type Item, locate, type Name, type Output } from './operations.ts';

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
 * The options of `useQuery` for an operation that reads. The key is the path split at its slashes, and then the rest of the
 * input. So `pathKey('listProjects')` covers all operations below this path.
 */
export const get = <N extends Name>(name: N, ...args: Arguments<N>) => {
  const [input] = args as unknown as [Input<N>?];
  return queryOptions({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => callWith(name, input, { signal }),
    placeholderData: keepPreviousData,
  });
};

function keyOf(name: Name, input: object | undefined): QueryKey {
  const { path, fields } = locate(name, input);
  return [...path.split('/'), Object.fromEntries(fields)];
}

/** Never rejects. */
export type Prefetched = Promise<unknown>;

/** Requests what a page will read by `get`. After a failure, the page requests it again. */
export async function prefetch<N extends Name>(
  name: N,
  ...input: Arguments<N>
): Promise<Output<N> | undefined> {
  const options = get(name, ...input);
  await queryClient.prefetchQuery(options);
  return queryClient.getQueryData(options.queryKey);
}

/** The same for the first page of a list that `useCursorList` reads. */
export const prefetchList = <N extends Name>(name: N, ...[input]: Arguments<N>): Promise<void> =>
  queryClient.prefetchInfiniteQuery(listOptions(name, input as Input<N>));

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

/** A page of a list. Short lists are answered whole. */
type ListPage<Entry> = readonly Entry[] | { items: readonly Entry[]; next_cursor: string | null };

const itemsOf = <Entry>(page: ListPage<Entry>): readonly Entry[] => ('items' in page ? page.items : page);

const listOptions = <N extends Name>(name: N, input: Input<N> | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(name, input), 'pages'],
    queryFn: async ({ pageParam, signal }) =>
      (await callWith(name, { ...input, cursor: pageParam }, { signal })) as ListPage<Item<N>>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => ('next_cursor' in last ? (last.next_cursor ?? undefined) : undefined),
  });

/** Reads a list by cursor. With `isLive` it is loaded again and again, as long as it has one page. */
export function useCursorList<N extends Name>(
  name: N,
  input?: Input<N>,
  { isLive = false, enabled = true }: { enabled?: boolean; isLive?: boolean } = {},
): CursorList<Item<N>> {
  const result = useInfiniteQuery({
    ...listOptions(name, input),
    placeholderData: keepPreviousData,
    enabled,
    // A refetch would load all pages.
    refetchInterval: ({ state }) => isLive && (state.data?.pages.length ?? 0) < 2 && LIVE_MS,
  });
  return {
    items: result.data?.pages.flatMap((page) => itemsOf(page)) ?? [],
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
