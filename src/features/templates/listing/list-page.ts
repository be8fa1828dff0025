import type { TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { selectTenantUsage } from '../../projects/index.ts';
import { type ArchivedFilter, FILTERS, type FilterName } from './filter-queries.ts';
import {
  type Access,
  countCandidates,
  isBefore,
  type Position,
  type SortedTemplate,
  selectBoundary,
  selectTemplates,
  type TemplateListing,
} from './list-queries.ts';

/** Most rows of the order's index that are read for one page with filters. */
const MAX_SCANNED = 5_000;

/** Rows that are read first: enough for a page if most templates match. */
const FIRST_SCANNED = 200;

/** Up to this number, matching templates are always sorted instead of reading the index of the order. */
const MIN_SORTED = 200;

/** Safety factor for the number of rows that a page of a search reads, because matches are not spread evenly. */
const UNEVEN = 2;

type Listing = Omit<TemplateListing, 'isArchived'> & { archived: ArchivedFilter };

export interface ListPage {
  /** At most `limit`. */
  rows: SortedTemplate[];
  /** Where to continue; undefined at the end. With filters there can be more even if the page is short or empty. */
  next: Position | undefined;
}

/**
 * One page of a list. Each order has an index. With filters, either the templates of the filter that finds fewest are
 * sorted, or, if all filters find many, the order's index is read until enough are found or a limit is reached. So a page
 * costs about the square root of the number of templates, and never more than `MAX_SCANNED` rows. What a search finds is
 * sorted only if reading the index would take longer: comparing ids takes a third of the time of reading templates.
 */
export async function readPage(
  { deps, scope }: TenantContext,
  { archived, ...listing }: Listing,
): Promise<ListPage> {
  const states = archived === 'all' ? [false, true] : [archived === 'true'];
  const db = deps.db.reader;
  const all = { ...listing, limit: listing.limit + 1 };
  const size = await measure(scope, db, all);
  const parts = await Promise.all(
    states.map((isArchived) => readPart(scope, db, { ...all, isArchived }, size)),
  );
  return joinParts(parts, listing);
}

/** What the choice of a plan depends on. */
interface ListSize {
  /** Number of the tenant's templates; 0 for a list without filters, where it is not needed. */
  total: number;
  /** The filter with few enough matches to sort them all, and how many it has. */
  driver: { name: FilterName; count: number } | undefined;
}

type Measured = Pick<TemplateListing, 'filters' | 'limit'>;

async function measure(scope: TenantScope, db: Connection, listing: Measured): Promise<ListSize> {
  if (Object.keys(listing.filters).length === 0) return { total: 0, driver: undefined };
  const total = (await selectTenantUsage(scope, db)).templateCount;
  return { total, driver: await chooseDriver(scope, db, listing, total) };
}

interface ListPart {
  /** In the order of the list. */
  rows: SortedTemplate[];
  /** Rows after this position have not been read. Undefined: all were read. */
  readUntil: Position | undefined;
}

async function readPart(
  scope: TenantScope,
  db: Connection,
  listing: TemplateListing,
  { total, driver }: ListSize,
): Promise<ListPart> {
  if (driver?.name === 'found' && driver.count > Math.max(MIN_SORTED, Math.sqrt(total))) {
    const scanned = Math.ceil((UNEVEN * listing.limit * total) / driver.count);
    const read = await scan(scope, db, listing, scanned, { members: 'found' });
    if (read.readUntil === undefined) return read;
  }
  if (driver !== undefined || total <= MAX_SCANNED)
    return {
      rows: await selectTemplates(scope, db, listing, { driver: driver?.name }),
      readUntil: undefined,
    };
  const first = await scan(scope, db, listing, FIRST_SCANNED);
  return first.readUntil === undefined ? first : scan(scope, db, listing, MAX_SCANNED);
}

/** Reads this many rows of the order's index. */
async function scan(
  scope: TenantScope,
  db: Connection,
  listing: TemplateListing,
  scanned: number,
  access: Access = {},
): Promise<ListPart> {
  const until = await selectBoundary(scope, db, listing, scanned - 1);
  const rows = await selectTemplates(scope, db, listing, { ...access, until });
  return { rows, readUntil: rows.length < listing.limit ? until : undefined };
}

async function chooseDriver(
  scope: TenantScope,
  db: Connection,
  { filters, limit }: Measured,
  total: number,
): Promise<ListSize['driver']> {
  let most = Math.max(MIN_SORTED, Math.ceil(Math.sqrt(limit * total)));
  let driver: ListSize['driver'];
  for (const name of Object.keys(filters) as FilterName[]) {
    if (FILTERS[name].ids === undefined) continue;
    const count = await countCandidates(scope, db, name, filters, most + 1);
    if (count > most) continue;
    driver = { name, count };
    most = count;
  }
  return driver;
}

/** Merges the sorted rows of several lists, up to the position to which all of them were read. */
function joinParts(parts: readonly ListPart[], { order, limit }: Pick<Listing, 'order' | 'limit'>): ListPage {
  const compare = (a: Position, b: Position) => (isBefore(order, a, b) ? -1 : 1);
  const positionOf = ({ sortKey, id }: SortedTemplate): Position => [sortKey, id];
  const [readUntil] = parts
    .flatMap((part) => (part.readUntil === undefined ? [] : [part.readUntil]))
    .sort(compare);
  const all = parts.flatMap(({ rows }) => rows);
  if (parts.length > 1) all.sort((a, b) => compare(positionOf(a), positionOf(b)));
  const read =
    readUntil === undefined ? all : all.filter((row) => !isBefore(order, readUntil, positionOf(row)));
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  const next = read.length > limit && last !== undefined ? positionOf(last) : readUntil;
  return { rows, next };
}
