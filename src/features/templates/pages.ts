import { Cache } from '../../platform/cache.ts';
import { CacheBudget } from '../../platform/cache-budget.ts';
import { type Clock, MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { createId } from '../../platform/ids.ts';
import type { Homes } from '../../platform/ports/homes.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { makePage, setShown, type TemplatePage, userKeyOf } from './page.ts';

/** Pages that are remembered, of all templates and of one; the one not used for longest is forgotten first. */
const MAX_PAGES = 20_000;
const MAX_PAGES_PER_TEMPLATE = 100;

/**
 * Largest share of contents that pages have and that no version has, of the bytes that all caches may use. They are
 * beside these.
 */
const OWN_SHARE = 1 / 2;

/** Editors request a new token when less than a minute of the old one is left. */
const REFRESH_MS = 1.5 * MINUTE_MS;

type Token = NonNullable<TenantScope['token']>;

/**
 * The version of a template that each page has, so that a save can be merged with later ones: published editors do not
 * send it. A page is known by its token; with a new token, by its user. Programs that only read are remembered too,
 * because their requests look the same. `PageStore` keeps those of browsers over restarts.
 */
export class Pages {
  readonly #clock: Clock;
  readonly #homes: Pick<Homes, 'since'>;
  readonly #startedAt: number;
  /** Pages with tokens that were issued later are all known. */
  #completeSince: number;
  /** By template, then by token; both in the order of use. */
  readonly #templates = new Map<string, Map<string, TemplatePage>>();
  /** With a budget of its own, because a save cannot be merged as well without them. */
  readonly #own: Cache<Uint8Array>;
  #count = 0;

  constructor({ clock, homes, cacheBudget }: Pick<Deps, 'clock' | 'homes' | 'cacheBudget'>) {
    this.#own = new Cache({ budget: new CacheBudget(cacheBudget.maxBytes * OWN_SHARE) });
    this.#clock = clock;
    this.#homes = homes;
    this.#startedAt = clock.now();
    this.#completeSince = this.#startedAt - 1;
  }

  /** Since when pages of a tenant are known: others that are open were given the template before, maybe by another server. */
  knownSince({ tenant }: Pick<TenantScope, 'tenant'>): number {
    return this.#homes.since(tenant.id) ?? this.#startedAt;
  }

  /** Forgets the pages of tenants that another server works for from now on. */
  forgetTenants(isLeaving: (tenantId: number) => boolean): void {
    for (const [templateId, pages] of this.#templates) {
      const [first] = pages.values();
      if (first === undefined || !isLeaving(first.tenantId)) continue;
      this.#templates.delete(templateId);
      this.#count -= pages.size;
    }
  }

  /** All pages, by template and token. */
  *entries(): Generator<[templateId: string, tokenDigest: string, page: TemplatePage]> {
    for (const [templateId, pages] of this.#templates)
      for (const [tokenDigest, page] of pages) yield [templateId, tokenDigest, page];
  }

  /** The pages of a template. */
  listOf(templateId: string): TemplatePage[] {
    return [...new Set(this.#templates.get(templateId)?.values())];
  }

  /** Adds a page that was stored before the server started. */
  restore(templateId: string, tokenDigest: string, page: TemplatePage): void {
    this.#add(templateId, tokenDigest, page);
  }

  /** The page that sends a request. Undefined if no page with its token was given the template. */
  find(scope: TenantScope, templateId: string): TemplatePage | undefined {
    const { actor, token } = scope;
    if (token === undefined || actor.kind !== 'user') return undefined;
    const pages = this.#templates.get(templateId);
    if (pages === undefined) return undefined;
    const page = pages.get(token.digest) ?? this.#takeOver(pages, templateId, scope, token);
    if (page !== undefined) this.#use(templateId, pages, token, page);
    return page;
  }

  /** As `find`. A page that is not known is added, without a version. */
  findOrAdd(scope: TenantScope, templateId: string): TemplatePage | undefined {
    const { actor, token } = scope;
    if (token === undefined || actor.kind !== 'user') return undefined;
    return this.find(scope, templateId) ?? this.#addNew(scope, token, templateId);
  }

  /** Names the page that sends a request, or the actor if it has no token. */
  nameOf(scope: TenantScope, templateId: string): string {
    const { actor, token } = scope;
    const page = this.find(scope, templateId);
    return page === undefined ? (token?.digest ?? `${actor.kind}:${actor.id}`) : `page ${page.id}`;
  }

  /** Notes that a request was answered with the content of a version. With a new token it comes from a new page. */
  noteGiven(scope: TenantScope, templateId: string, version: number): void {
    const { actor, token } = scope;
    if (token === undefined || actor.kind !== 'user') return;
    const pages = this.#templates.get(templateId);
    const known = pages?.get(token.digest);
    if (pages !== undefined && known !== undefined) this.#use(templateId, pages, token, known);
    const page = known ?? this.#addNew(scope, token, templateId);
    page.timesGiven += 1;
    // A page that has a version already may have been loaded again, or something else on it reads the template.
    if (page.version === undefined) page.version = version;
    else if (version > page.version) page.offered = version;
  }

  /** Notes that a page has exactly the content of a version, because it saved it or restored it. */
  noteShown(scope: TenantScope, templateId: string, version: number): void {
    const page = this.findOrAdd(scope, templateId);
    if (page === undefined) return;
    setShown(page, version);
    page.hasSaved ||= scope.page !== undefined;
  }

  /** Notes that the content a page saved was merged with that of `version`: the page still shows what it saved. */
  noteMerged(scope: TenantScope, templateId: string, version: number, saved: Uint8Array): void {
    const page = this.findOrAdd(scope, templateId);
    if (page === undefined) return;
    setShown(page, version, true);
    page.hasSaved = true;
    this.#own.set(page.id, saved, saved.byteLength);
  }

  /** What a page saved when it was merged. Undefined if it shows a version, or if it was forgotten. */
  ownContent({ id, hasOwnContent }: TemplatePage): Uint8Array | undefined {
    return hasOwnContent ? this.#own.get(id) : undefined;
  }

  /** Notes that nothing is known of what a page shows. */
  noteUnknown(scope: TenantScope, templateId: string): void {
    const page = this.find(scope, templateId);
    if (page !== undefined) setShown(page, undefined);
  }

  /**
   * Whether a page that is not known may have been given the template: before this process started, before the page was
   * forgotten, or with an earlier token that is not about to expire, such as one that was revoked.
   */
  mayHaveBeenGiven({ tenant, actor, token }: TenantScope, templateId: string): boolean {
    if (token === undefined || actor.kind !== 'user') return false;
    if (token.issuedAt <= Math.max(this.#completeSince, this.knownSince({ tenant }) - 1)) return true;
    const pages = [...(this.#templates.get(templateId)?.values() ?? [])];
    if (pages.length === 0) return false;
    const own = userKeyOf(templateId, actor.id);
    return pages.some(({ userKey }) => userKey === own);
  }

  /**
   * A page with a new token is the page of the same user whose token is about to expire, or has expired. Its realtime
   * connection may go on with the old one, so both name it. Of several pages, one that may have any of their versions is made.
   */
  #takeOver(
    pages: ReadonlyMap<string, TemplatePage>,
    templateId: string,
    scope: TenantScope,
    token: Token,
  ): TemplatePage | undefined {
    const userKey = userKeyOf(templateId, scope.actor.id);
    const latest = Math.min(token.expiresAt, this.#clock.now() + REFRESH_MS);
    const earlier = [...new Set(pages.values())].filter(
      (page) => page.userKey === userKey && page.tokenExpiresAt < latest,
    );
    const open = earlier.filter(({ connections }) => connections > 0);
    const [first, ...others] = open.length > 0 ? open : earlier;
    if (first === undefined) return undefined;
    if (others.length === 0) {
      Object.assign(first, { tokenIssuedAt: token.issuedAt, tokenExpiresAt: token.expiresAt });
      return this.#add(templateId, token.digest, first);
    }
    const page = this.#addNew(scope, token, templateId);
    const versions = [first, ...others].flatMap(({ version }) => version ?? []).sort((a, b) => a - b);
    page.version = versions[0];
    page.offered = versions.at(-1) === versions[0] ? undefined : versions.at(-1);
    return page;
  }

  #use(templateId: string, pages: Map<string, TemplatePage>, { digest }: Token, page: TemplatePage): void {
    pages.delete(digest);
    pages.set(digest, page);
    this.#templates.delete(templateId);
    this.#templates.set(templateId, pages);
  }

  #addNew({ tenant, actor }: TenantScope, token: Token, templateId: string): TemplatePage {
    const page = makePage({
      id: createId(),
      tenantId: tenant.id,
      userKey: userKeyOf(templateId, actor.id),
      tokenIssuedAt: token.issuedAt,
      tokenExpiresAt: token.expiresAt,
    });
    return this.#add(templateId, token.digest, page);
  }

  #add(templateId: string, tokenDigest: string, page: TemplatePage): TemplatePage {
    let pages = this.#templates.get(templateId);
    if (pages === undefined) {
      pages = new Map();
      this.#templates.set(templateId, pages);
    }
    pages.set(tokenDigest, page);
    this.#count += 1;
    if (pages.size > MAX_PAGES_PER_TEMPLATE) this.#forgetOldest(templateId, pages);
    for (const [id, oldest] of this.#templates) {
      if (this.#count <= MAX_PAGES) break;
      this.#forgetOldest(id, oldest);
    }
    return page;
  }

  #forgetOldest(templateId: string, pages: Map<string, TemplatePage>): void {
    for (const [tokenId, { id, tokenIssuedAt }] of pages) {
      pages.delete(tokenId);
      this.#completeSince = Math.max(this.#completeSince, tokenIssuedAt);
      this.#own.delete(id);
      this.#count -= 1;
      break;
    }
    if (pages.size === 0) this.#templates.delete(templateId);
  }
}
