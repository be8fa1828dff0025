import type { ReactNode } from 'react';
import { Loaded, type LoadedProps } from './states.tsx';

interface CardListProps<Item> {
  query: LoadedProps<readonly Item[]>['query'];
  /** Which of the items are shown; left out: all. */
  isShown?: (item: Item) => boolean;
  card(item: Item): ReactNode;
  empty: ReactNode;
}

/** A short list of cards, such as keys. For long lists there is `CardGrid`. */
export function CardList<Item extends { id: string }>({
  query,
  isShown = () => true,
  card,
  empty,
}: CardListProps<Item>) {
  return (
    <Loaded query={query}>
      {(data) => {
        const shown = data.filter(isShown);
        if (shown.length === 0) return empty;
        return (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {shown.map((item) => (
              <li key={item.id} className="[&>section]:h-full">
                {card(item)}
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
