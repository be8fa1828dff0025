/** The input of a search, without flags that were not given. */
export function toSearch(search: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** A page as text, and how to see the next one if there is one. */
export function describePageEnd(table: string, nextCursor: string | null): string {
  return nextCursor === null ? table : `${table}\nMore: the same command with --cursor ${nextCursor}`;
}
