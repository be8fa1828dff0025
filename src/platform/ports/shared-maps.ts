/**
 * Small maps by name that all servers of an installation share, for what may be forgotten: they are kept in memory only. Writes
 * return at once; another server sees them a moment later.
 */
export interface SharedMaps {
  /** The fields of a map. Empty if there is none, or if it cannot be read. */
  read(name: string): Promise<Readonly<Record<string, string>>>;
  /** The map is forgotten `seconds` after its last write. */
  write(name: string, fields: Readonly<Record<string, string>>, seconds: number): void;
  remove(name: string, field: string): void;
}
