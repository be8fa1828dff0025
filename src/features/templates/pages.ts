import type { TemplateContent } from '../../mail/model/index.ts';
import { Cache } from '../../platform/cache.ts';
import { CacheBudget } from '../../platform/cache-budget.ts';
import { type Clock, MINUTE_MS } from '../../platform/clock.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { AnnouncedValues } from './announced-values.ts';

/** Pages that are remembered, of all templates and of one; the one not used for longest is forgotten first. */
const MAX_PAGES = 20_000;
const MAX_PAGES_PER_TEMPLATE = 100;

/** Bytes of contents that pages have and that no version has. */
const MAX_OWN_BYTES = 32 * 1024 * 1024;

/** Editors request a new token when less than a minute of the old one is left. */
const REFRESH_MS = 1.5 * MINUTE_MS;

/** How long a save may be on its way. It may have been sent before its page received what it confirmed meanwhile. */
const REQUEST_MS = 10_000;

/** An open template in a browser, as far as the server knows what it shows. */
export interface TemplatePage {
  serial: number;
  userId: string;
  tokenIssuedAt: number;
  tokenExpiresAt: number;
  /** The version whose content it was given, or saved. Undefined: unknown, as after a restart of the server. */
  version: number | undefined;
  /** The version before the last one it received over its connection, and when it confirmed that one. */
  earlier: EarlierVersion | undefined;
  /** A later version that was given to it too, though it may not show that one. */
  offered: number | undefined;
  /** It saved a content that was merged, and shows its own still: that of `Pages.ownContent`. */
  hasOwnContent: boolean;
  /** It announces its changes over its realtime connection, and applies those of others. */
  isCollaborating: boolean;
  announced: AnnouncedValues | undefined;
  /** Its realtime connections in the channel of the template. */
  connections: number;
  /** How often it was given the whole content. */
  timesGiven: number;
  wasConnected: boolean;
  /** Several realtime connections with its token were alive at once. */
  hasSeveralTabs: boolean;
  /** One of several tabs was cut off, so it may lack what the others have received since. */
  hasLostTab: boolean;
}

interface EarlierVersion {
  version: number;
  until: number;
  /** Whether a save has what somebody has announced since: then it was not made from this version. */
  isPast?: (saved: TemplateContent, earlier: TemplateContent) => boolean;
}

type Token = NonNullable<TenantScope['token']>;

/**
 * The version of a template that each page has, so that a save can be merged with later ones: published editors do not
 * send it. A page is known by its token; with a new token, by its user. Programs that only read are remembered too,
 * because their requests look the same. After a restart nothing is known.
 */
export class Pages {
  readonly #clock: Clock;
  readonly startedAt: number;
  /** Pages with tokens that were issued later are all known. */
  #completeSince: number;
  /** By template, then by token; both in the order of use. */
  readonly #templates = new Map<string, Map<string, TemplatePage>>();
  readonly #own = new Cache<Uint8Array>({ budget: new CacheBudget(MAX_OWN_BYTES) });
  #count = 0;
  #serial = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.startedAt = clock.now();
    this.#completeSince = this.startedAt - 1;
  }

  /** The page that sends a request. Undefined if no page with its token was given the template. */
  find({ actor, token }: TenantScope, templateId: string): TemplatePage | undefined {
    if (token === undefined || actor.kind !== 'user') return undefined;
    const pages = this.#templates.get(templateId);
    if (pages === undefined) return undefined;
    const page = pages.get(token.digest) ?? this.#takeOver(pages, templateId, token, actor.id);
    if (page !== undefined) this.#use(templateId, pages, token, page);
    return page;
  }

  /** As `find`. A page that is not known is added, without a version. */
  findOrAdd(scope: TenantScope, templateId: string): TemplatePage | undefined {
    const { actor, token } = scope;
    if (token === undefined || actor.kind !== 'user') return undefined;
    return this.find(scope, templateId) ?? this.#add(templateId, token, this.#make(token, actor.id));
  }

  /** Names the page that sends a request, or the actor if it has no token. */
  nameOf(scope: TenantScope, templateId: string): string {
    const { actor, token } = scope;
    const page = this.find(scope, templateId);
    return page === undefined ? (token?.digest ?? `${actor.kind}:${actor.id}`) : `page ${page.serial}`;
  }

  /** Notes that a request was answered with the content of a version. With a new token it comes from a new page. */
  noteGiven({ actor, token }: TenantScope, templateId: string, version: number): void {
    if (token === undefined || actor.kind !== 'user') return;
    const pages = this.#templates.get(templateId);
    const known = pages?.get(token.digest);
    if (pages !== undefined && known !== undefined) this.#use(templateId, pages, token, known);
    const page = known ?? this.#add(templateId, token, this.#make(token, actor.id));
    page.timesGiven += 1;
    // A page that has a version already may have been loaded again, or something else on it reads the template.
    if (page.version === undefined) page.version = version;
    else if (version > page.version) page.offered = version;
  }

  /** Notes that a page has exactly the content of a version, because it saved it or restored it. */
  noteShown(scope: TenantScope, templateId: string, version: number): void {
    const page = this.findOrAdd(scope, templateId);
    if (page !== undefined) setShown(page, version);
  }

  /** Notes that the content a page saved was merged with that of `version`: the page still shows what it saved. */
  noteMerged(scope: TenantScope, templateId: string, version: number, saved: Uint8Array): void {
    const page = this.findOrAdd(scope, templateId);
    if (page === undefined) return;
    setShown(page, version, true);
    this.#own.set(String(page.serial), saved, saved.byteLength);
  }

  /** What a page saved when it was merged. Undefined if it shows a version, or if it was forgotten. */
  ownContent({ serial, hasOwnContent }: TemplatePage): Uint8Array | undefined {
    return hasOwnContent ? this.#own.get(String(serial)) : undefined;
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
  mayHaveBeenGiven({ actor, token }: TenantScope, templateId: string): boolean {
    if (token === undefined || actor.kind !== 'user') return false;
    if (token.issuedAt <= this.#completeSince) return true;
    const pages = this.#templates.get(templateId)?.values() ?? [];
    return [...pages].some(({ userId }) => userId === actor.id);
  }

  /**
   * A page with a new token is the page of the same user whose token is about to expire, or has expired. Its realtime
   * connection may go on with the old one, so both name it. Of several pages, one that may have any of their versions is made.
   */
  #takeOver(
    pages: ReadonlyMap<string, TemplatePage>,
    templateId: string,
    token: Token,
    userId: string,
  ): TemplatePage | undefined {
    const latest = Math.min(token.expiresAt, this.#clock.now() + REFRESH_MS);
    const earlier = [...new Set(pages.values())].filter(
      (page) => page.userId === userId && page.tokenExpiresAt < latest,
    );
    const open = earlier.filter(({ connections }) => connections > 0);
    const [first, ...others] = open.length > 0 ? open : earlier;
    if (first === undefined) return undefined;
    if (others.length === 0) {
      Object.assign(first, { tokenIssuedAt: token.issuedAt, tokenExpiresAt: token.expiresAt });
      return this.#add(templateId, token, first);
    }
    const page = this.#add(templateId, token, this.#make(token, userId));
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

  #make(token: Token, userId: string): TemplatePage {
    this.#serial += 1;
    return {
      serial: this.#serial,
      userId,
      tokenIssuedAt: token.issuedAt,
      tokenExpiresAt: token.expiresAt,
      version: undefined,
      earlier: undefined,
      offered: undefined,
      hasOwnContent: false,
      isCollaborating: false,
      announced: undefined,
      connections: 0,
      timesGiven: 0,
      wasConnected: false,
      hasSeveralTabs: false,
      hasLostTab: false,
    };
  }

  #add(templateId: string, token: Token, page: TemplatePage): TemplatePage {
    let pages = this.#templates.get(templateId);
    if (pages === undefined) {
      pages = new Map();
      this.#templates.set(templateId, pages);
    }
    pages.set(token.digest, page);
    this.#count += 1;
    if (pages.size > MAX_PAGES_PER_TEMPLATE) this.#forgetOldest(templateId, pages);
    for (const [id, oldest] of this.#templates) {
      if (this.#count <= MAX_PAGES) break;
      this.#forgetOldest(id, oldest);
    }
    return page;
  }

  #forgetOldest(templateId: string, pages: Map<string, TemplatePage>): void {
    for (const [tokenId, { serial, tokenIssuedAt }] of pages) {
      pages.delete(tokenId);
      this.#completeSince = Math.max(this.#completeSince, tokenIssuedAt);
      this.#own.delete(String(serial));
      this.#count -= 1;
      break;
    }
    if (pages.size === 0) this.#templates.delete(templateId);
  }
}

function setShown(page: TemplatePage, version: number | undefined, hasOwnContent = false): void {
  Object.assign(page, { version, earlier: undefined, offered: undefined, hasOwnContent });
}

/**
 * Notes that a page has received all changes up to a version over its realtime connection. `isComplete`: and what it lacked
 * after a merge.
 */
export function noteReceived(page: TemplatePage, version: number, now: number, isComplete = false): void {
  if (page.version === undefined || version < page.version || (page.hasOwnContent && !isComplete)) return;
  if (!page.isCollaborating) {
    page.offered = version;
    return;
  }
  if (version > page.version && !page.hasOwnContent) {
    const isRecent = page.earlier !== undefined && page.earlier.until > now;
    page.earlier = { version: (isRecent && page.earlier?.version) || page.version, until: now + REQUEST_MS };
  }
  Object.assign(page, { version, offered: undefined, hasOwnContent: false });
}

/**
 * Whether several tabs may share the token of a page, so that one may save what it was given before another one saved. A
 * page without realtime connections that was given the content twice may as well have been loaded again. Tabs that announce
 * their changes show the same while they are connected.
 */
export function mayHaveOutdatedTab({ isCollaborating, hasLostTab, ...page }: TemplatePage): boolean {
  if (isCollaborating) return hasLostTab;
  return page.hasSeveralTabs || (!page.wasConnected && page.timesGiven > 1);
}

/** Notes that a page announces its changes. Then it has applied those it was sent. */
export function noteCollaborating(page: TemplatePage, now: number): void {
  if (page.isCollaborating) return;
  page.isCollaborating = true;
  if (page.offered !== undefined) noteReceived(page, page.offered, now);
}

/** Notes an operation that a page has sent to the others. */
export function noteAnnounced(page: TemplatePage, operation: unknown): void {
  page.announced ??= new AnnouncedValues();
  page.announced.note(operation);
}
