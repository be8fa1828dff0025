/** The input of a search. Flags that were not given are left out. */
export function toSearch(search: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** A page as text, with the flags for the next page if there is one. */
export function describePageEnd(table: string, nextCursor: string | null): string {
  return nextCursor === null ? table : `${table}\nMore: the same command with --cursor ${nextCursor}`;
}
