import type { TextPart } from '../../../mail/texts/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { foldText, readWords } from '../../../platform/text/search-folding.ts';
import type { FoundBySearch } from '../listing/filter-queries.ts';
import {
  type Candidate,
  hasNewerComment,
  selectCandidates,
  selectTexts,
  type TemplateCondition,
} from './queries.ts';
import {
  matchAnyRank,
  matchExpression,
  matchesComment,
  parseSearch,
  RANKS,
  type Rank,
  rankOf,
  type SearchQuery,
  tenantTerm,
} from './terms.ts';

/** Most entries that are read for one page. If the index has more that do not match, the page is shorter. */
const MAX_READ = 2_000;

/** Candidates that are read at a time after those of the first read. */
const NEXT_CANDIDATES = 100;

/** Characters of a snippet before the match, and in total. */
const BEFORE_MATCH = 40;
const SNIPPET = 160;

/** A found template with the place of the match. */
interface Hit {
  templateId: string;
  rank: Rank;
  /** The id of the index entry. */
  id: number;
  match: SearchMatch;
}

interface SearchMatch {
  field: Rank;
  /** Absent for matches in names. */
  snippet?: string;
  /** The block with the text, or the block to which the comment belongs. */
  block_id?: string;
  comment_id?: string;
  /** The first comment of its thread. */
  thread_id?: string;
}

interface SearchPage {
  hits: Hit[];
  /** Where to continue: rank and entry of the last one that was read. Undefined at the end. */
  next: [number, number] | undefined;
}

interface Search {
  search: string;
  after: readonly (string | number)[] | undefined;
  limit: number;
  /** A condition for the templates. */
  filter?: TemplateCondition | undefined;
}

/**
 * Templates that contain all words of a search: first matches in names, then matches in texts, links and comments, each
 * newest first. The index must be up to date.
 */
export async function searchTemplates(
  { deps, scope }: TenantContext,
  { search, after, limit, filter }: Search,
): Promise<SearchPage> {
  const run = new SearchRun(deps, scope, parseSearch(search), filter);
  const page = await run.readPage(
    after === undefined ? [0, undefined] : [Number(after[0]), Number(after[1])],
    limit,
  );
  await run.describe(page.hits);
  return page;
}

/** A search as a filter of lists in another order. Undefined if it cannot match anything. */
export function findForOrder({ plan, tenant }: TenantScope, search: string): FoundBySearch | undefined {
  const query = parseSearch(search);
  const { commenting } = plan.features;
  const match = matchAnyRank(query, tenant.id, commenting);
  if (match === undefined) return undefined;
  return {
    match,
    tenant: tenantTerm(tenant.id),
    text: query.text,
    needles: JSON.stringify(query.wanted.map(({ needle }) => needle)),
    hasWords: query.wanted.length > 0 ? 1 : 0,
    withComments: commenting ? 1 : 0,
  };
}

class SearchRun {
  readonly #deps: Deps;
  readonly #db: Connection;
  readonly #scope: TenantScope;
  readonly #query: SearchQuery;
  readonly #filter: TemplateCondition | undefined;
  #read = 0;

  constructor(deps: Deps, scope: TenantScope, query: SearchQuery, filter: TemplateCondition | undefined) {
    this.#deps = deps;
    this.#db = deps.db.reader;
    this.#scope = scope;
    this.#query = query;
    this.#filter = filter;
  }

  async readPage([start, entry]: [number, number | undefined], limit: number): Promise<SearchPage> {
    const hits: Hit[] = [];
    let before = entry;
    for (const [index, rank] of RANKS.entries()) {
      if (index < start || (rank === 'comment' && !this.#scope.plan.features.commenting)) continue;
      const match = matchExpression(this.#query, rank);
      if (match === undefined) continue;
      let size = limit + 1;
      for (;;) {
        const found = await selectCandidates(this.#scope, this.#db, {
          match,
          before,
          limit: size,
          filter: this.#filter,
        });
        const accepted =
          rank === 'comment' ? await this.#acceptComments(found, hits) : this.#accept(found, rank);
        for (const candidate of found) {
          this.#read += 1;
          before = candidate.id;
          const hit = accepted.get(candidate.id);
          if (hit !== undefined) hits.push(hit);
          if (hits.length > limit) return cutHits(hits, limit);
          if (this.#read >= MAX_READ) return { hits, next: [index, before] };
        }
        if (found.length < size) break;
        size = NEXT_CANDIDATES;
      }
      before = undefined;
    }
    return { hits, next: undefined };
  }

  /** The candidates with this rank and no better one, by entry. */
  #accept(found: readonly Candidate[], rank: Rank): Map<number, Hit> {
    const hits = found.flatMap((candidate): [number, Hit][] => {
      if (candidate.commentId !== null || rankOf(this.#query, candidate) !== rank) return [];
      const { id, templateId } = candidate;
      return [[id, { templateId, rank, id, match: { field: rank } }]];
    });
    return new Map(hits);
  }

  /** The candidates that are the newest matching comment of a template without a better match. */
  async #acceptComments(found: readonly Candidate[], earlier: readonly Hit[]): Promise<Map<number, Hit>> {
    const { commentReader } = this.#deps.services.templates.search;
    const matching = found.filter(({ text }) => matchesComment(this.#query, text));
    const ids = matching.flatMap(({ commentId }) => commentId ?? []);
    const comments = new Map((await commentReader(this.#db, ids)).map((comment) => [comment.id, comment]));
    const texts = await selectTexts(
      this.#scope,
      this.#db,
      matching.map(({ templateId }) => templateId),
    );
    const known = new Set(earlier.map(({ templateId }) => templateId));
    const needles = this.#query.wanted.map(({ needle }) => needle);
    const hits = new Map<number, Hit>();
    for (const candidate of matching) {
      const comment = comments.get(candidate.commentId ?? '');
      const template = texts.get(candidate.templateId);
      if (comment === undefined || known.has(candidate.templateId)) continue;
      if (template !== undefined && rankOf(this.#query, template) !== undefined) continue;
      if (await hasNewerComment(this.#scope, this.#db, candidate, needles)) continue;
      known.add(candidate.templateId);
      hits.set(candidate.id, {
        ...{ templateId: candidate.templateId, rank: 'comment', id: candidate.id },
        match: {
          field: 'comment',
          snippet: cutSnippet(comment.body, this.#query),
          ...(comment.blockId !== null && { block_id: comment.blockId }),
          comment_id: comment.id,
          thread_id: comment.rootId,
        },
      });
    }
    return hits;
  }

  /** Adds block and snippet to hits in texts and links. */
  async describe(hits: readonly Hit[]): Promise<void> {
    const inTexts = hits.filter(({ rank }) => rank === 'text' || rank === 'link');
    if (inTexts.length === 0) return;
    const texts = await selectTexts(
      this.#scope,
      this.#db,
      inTexts.map(({ templateId }) => templateId),
    );
    for (const hit of inTexts) {
      const stored = texts.get(hit.templateId);
      if (stored === undefined) continue;
      const kind = hit.rank as TextPart['kind'];
      const place = findBestLine(stored[kind], this.#query);
      const part = (JSON.parse(stored.parts) as TextPart[]).filter((one) => one.kind === kind)[place];
      if (part === undefined) continue;
      hit.match.snippet = cutSnippet(part.text, this.#query);
      if (part.block !== '') hit.match.block_id = part.block;
    }
  }
}

function cutHits(hits: readonly Hit[], limit: number): SearchPage {
  const shown = hits.slice(0, limit);
  const last = shown.at(-1);
  return { hits: shown, next: last && [RANKS.indexOf(last.rank), last.id] };
}

/**
 * The line with the most words of the search, or the first of several such lines. Lines of `IndexedTexts` correspond to
 * the parts.
 */
function findBestLine(text: string, { wanted }: SearchQuery): number {
  let best = { line: 0, count: 0 };
  for (const [line, words] of text.split('\n').entries()) {
    const count = wanted.filter(({ needle }) => words.includes(needle)).length;
    if (count > best.count) best = { line, count };
    if (count === wanted.length) break;
  }
  return best.line;
}

/** The part of a text around the first matching word. */
function cutSnippet(text: string, { wanted }: SearchQuery): string {
  const shown = text.toWellFormed().replace(/\s+/g, ' ').trim();
  const isWanted = (folded: string) =>
    wanted.some(({ needle }) => ` ${folded} `.includes(needle) || needle.startsWith(` ${folded} `));
  const found =
    shown.length <= SNIPPET ? undefined : readWords(shown).find((word) => isWanted(foldText(word.text)));
  const start = startOfCharacter(shown, Math.max(0, (found?.at ?? 0) - BEFORE_MATCH));
  const end = startOfCharacter(shown, start + SNIPPET);
  return `${start > 0 ? '…' : ''}${shown.slice(start, end)}${end < shown.length ? '…' : ''}`;
}

/** The given place; in the middle of a surrogate pair, the place before it. */
function startOfCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
