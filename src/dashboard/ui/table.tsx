import { Link, type LinkProps } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CursorList } from '../data/queries.ts';
import { SHARED } from '../texts/shared.ts';
import { announce } from './announcer.tsx';
import { type Column, columnStyle, type Layout, layoutOf } from './columns.ts';
import { cx } from './cx.ts';
import { ErrorNotice } from './notice.tsx';
import { Skeleton } from './states.tsx';

interface TableProps<Item> {
  /** Name for screen readers. */
  label: string;
  list: CursorList<Item>;
  columns: readonly Column<Item>[];
  keyOf(item: Item): string;
  /** The page of a row, if it has one. The first cell is the link, and the whole row can be clicked. */
  linkOf?(item: Item): LinkProps | undefined;
  /** The end of a row, such as a `Menu`. */
  actionsOf?(item: Item): ReactNode;
  /** Shown if there is nothing: an `EmptyState`. */
  empty: ReactNode;
  /** Pixels of a row. */
  rowHeight?: number;
}

const SKELETON_ROWS = 8;

/** A list of any length: it renders visible rows, and loads more while a person scrolls. */
export function Table<Item>(props: TableProps<Item>) {
  const { label, list, columns, keyOf, empty, rowHeight = 46 } = props;
  const { element, virtualizer } = useRows(list, rowHeight);
  if (list.error !== null && list.items.length === 0)
    return <ErrorNotice error={list.error} retry={list.retry} />;
  if (!list.isPending && list.items.length === 0)
    return <div className="rounded-lg border border-line bg-surface">{empty}</div>;
  return (
    <div
      className={cx(
        '@container rounded-lg border border-line bg-surface shadow-raised',
        list.isOutdated && 'opacity-60',
      )}
    >
      <div
        role="table"
        aria-label={label}
        aria-rowcount={list.hasMore ? -1 : list.items.length + 1}
        aria-busy={list.isPending || list.isOutdated}
      >
        <HeaderRow {...props} />
        <div
          role="rowgroup"
          ref={element}
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {list.isPending && <SkeletonRows columns={columns} height={rowHeight} />}
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const item = list.items[index];
            const top = start - virtualizer.options.scrollMargin;
            const style = { top, height: rowHeight };
            if (item === undefined) return null;
            return <Row key={keyOf(item)} {...props} item={item} index={index} style={style} />;
          })}
        </div>
      </div>
      <ListEnd list={list} />
    </div>
  );
}

/** Announces how many entries were found, after the search or the filters have changed. */
function useAnnouncedCount({ items, hasMore, isOutdated }: CursorList<unknown>): void {
  const wasOutdated = useRef(false);
  useEffect(() => {
    if (wasOutdated.current && !isOutdated) announce(SHARED.list.found(items.length, hasMore));
    wasOutdated.current = isOutdated;
  }, [isOutdated, items.length, hasMore]);
}

/** The visible rows of a list. Near the end it loads the next page. */
export function useRows(
  list: CursorList<unknown>,
  rowHeight: number,
  { perRow = 1, overscan = 8 }: { perRow?: number; overscan?: number } = {},
) {
  useAnnouncedCount(list);
  const element = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const count = list.isPending ? SKELETON_ROWS : Math.ceil(list.items.length / perRow);
  // After each render, because elements above may change their height.
  useLayoutEffect(() => {
    const top = (element.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(top - scrollMargin) > 1) setScrollMargin(top);
  });
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are kept until they are measured again
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const last = virtualizer.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (!list.isPending && list.hasMore && list.error === null && last >= count - 2 * overscan - 4)
      list.loadMore();
  }, [last, count, overscan, list]);
  return { element, virtualizer };
}

const ROW = 'grid items-center gap-x-4 px-4 sm:gap-x-5 sm:px-5 grid-cols-(--narrow-columns)';

const cellClass = <Item,>({ isNumeric, isHiddenWhenNarrow }: Column<Item>, { ifWide }: Layout) =>
  cx('min-w-0 truncate', isNumeric && 'text-right tabular-nums', isHiddenWhenNarrow && ifWide);

function HeaderRow<Item>({ columns, actionsOf }: TableProps<Item>) {
  const hasMenu = actionsOf !== undefined;
  const layout = layoutOf(columns, hasMenu);
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-10 rounded-t-lg border-b border-line bg-surface max-md:top-13"
    >
      <div
        role="row"
        aria-rowindex={1}
        className={cx(ROW, layout.columns, 'h-9 text-sm text-muted')}
        style={columnStyle(columns, hasMenu)}
      >
        {columns.map((column) => (
          <div key={column.id} role="columnheader" className={cellClass(column, layout)}>
            {column.header}
          </div>
        ))}
        {hasMenu && (
          <div role="columnheader">
            <span className="sr-only">{SHARED.actions.more}</span>
          </div>
        )}
      </div>
    </div>
  );
}

interface RowProps<Item> extends TableProps<Item> {
  item: Item;
  index: number;
  style: { top: number; height: number };
}

function Row<Item>({ columns, linkOf, actionsOf, item, index, style }: RowProps<Item>) {
  const link = linkOf?.(item);
  const hasMenu = actionsOf !== undefined;
  const layout = layoutOf(columns, hasMenu);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={cx(
        ROW,
        layout.columns,
        'absolute inset-x-0 not-first:border-t not-first:border-line',
        link && 'hover:bg-hover/60',
      )}
      style={{ ...columnStyle(columns, hasMenu), ...style }}
    >
      {columns.map((column, position) => (
        <div key={column.id} role="cell" className={cellClass(column, layout)}>
          {position === 0 && link !== undefined ? (
            <Link {...link} className="font-medium -outline-offset-2 after:absolute after:inset-0">
              <Cell column={column} item={item} layout={layout} />
            </Link>
          ) : (
            <Cell column={column} item={item} layout={layout} />
          )}
        </div>
      ))}
      {hasMenu && (
        <div role="cell" className="relative flex justify-end">
          {actionsOf(item)}
        </div>
      )}
    </div>
  );
}

interface CellProps<Item> {
  column: Column<Item>;
  item: Item;
  layout: Layout;
}

function Cell<Item>({ column: { cell, detail }, item, layout }: CellProps<Item>) {
  if (detail === undefined) return cell(item);
  return (
    <>
      {cell(item)}
      <span className={cx('block truncate text-sm font-normal text-muted', layout.ifNarrow)}>
        {detail(item)}
      </span>
    </>
  );
}

function SkeletonRows<Item>({ columns, height }: { columns: readonly Column<Item>[]; height: number }) {
  const layout = layoutOf(columns, false);
  return (
    <div aria-hidden="true">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          key={index}
          className={cx(ROW, layout.columns)}
          style={{ ...columnStyle(columns, false), height }}
        >
          {columns.map((column) => (
            <div key={column.id} className={cellClass(column, layout)}>
              <Skeleton className="h-3.5 w-3/5" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The end of a list: that more is loading, or an error. */
export function ListEnd({ list }: { list: CursorList<unknown> }) {
  return (
    <div role="status" className="text-center text-sm text-muted">
      {list.isLoadingMore && <p className="border-t border-line py-3">{SHARED.list.loadingMore}</p>}
      {list.error !== null && !list.isPending && <ErrorNotice error={list.error} retry={list.retry} />}
    </div>
  );
}
