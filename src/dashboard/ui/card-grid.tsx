import { type ReactNode, useEffect, useState } from 'react';
import type { CursorList } from '../data/queries.ts';
import { cx } from './cx.ts';
import { ErrorNotice } from './notice.tsx';
import { Skeleton } from './states.tsx';
import { ListEnd, useRows } from './table.tsx';

interface CardGridProps<Item> {
  /** Name for screen readers. */
  label: string;
  list: CursorList<Item>;
  keyOf(item: Item): string;
  /** It must fit into `height` at every width from `minWidth` on. */
  card(item: Item): ReactNode;
  /** Pixels. */
  minWidth?: number;
  height: number;
  empty: ReactNode;
}

const GAP = 16;
/** Rows of cards above and below the window. Each card has a picture to load. */
const OVERSCAN = 2;

/** Cards in columns, for lists of any length: it renders visible rows, and loads more while a person scrolls. */
export function CardGrid<Item>({
  label,
  list,
  keyOf,
  card,
  minWidth = 220,
  height,
  empty,
}: CardGridProps<Item>) {
  const [width, setWidth] = useState(0);
  const perRow = Math.max(1, Math.floor((width + GAP) / (minWidth + GAP)));
  const { element, virtualizer } = useRows(list, height + GAP, { perRow, overscan: OVERSCAN });
  const isEmpty = !list.isPending && list.items.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an empty list has no element
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    if (element.current !== null) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isEmpty]);
  if (list.error !== null && list.items.length === 0)
    return <ErrorNotice error={list.error} retry={list.retry} />;
  if (isEmpty) return <div className="rounded-lg border border-line bg-surface">{empty}</div>;
  const columns = { gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))`, gap: GAP, height };
  return (
    <div>
      <div
        ref={element}
        role="list"
        aria-label={label}
        aria-busy={list.isPending || list.isOutdated}
        className={cx('relative', list.isOutdated && 'opacity-60')}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {width > 0 &&
          virtualizer.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              role="presentation"
              className="absolute inset-x-0 grid"
              style={{ ...columns, top: start - virtualizer.options.scrollMargin }}
            >
              {list.isPending
                ? Array.from({ length: perRow }, (_, position) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
                    <Skeleton key={position} className="h-full rounded-lg" />
                  ))
                : list.items.slice(index * perRow, (index + 1) * perRow).map((item) => (
                    <div key={keyOf(item)} role="listitem" className="min-w-0">
                      {card(item)}
                    </div>
                  ))}
            </div>
          ))}
      </div>
      <ListEnd list={list} />
    </div>
  );
}
