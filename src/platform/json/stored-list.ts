/** A list of names as stored in a column. null: no limit. */
export function storeList(list: readonly string[] | undefined): string | null {
  return list === undefined ? null : JSON.stringify([...new Set(list)]);
}

export function readList(json: string | null): string[] | null {
  return json === null ? null : JSON.parse(json);
}
