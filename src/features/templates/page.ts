import type { TemplateContent } from '../../mail/model/index.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { AnnouncedValues } from './announced-values.ts';

/** How long a save may be on its way. It may have been sent before its page received what it confirmed meanwhile. */
export const REQUEST_MS = 10_000;

/** An open template in a browser, as far as the server knows what it shows. */
export interface TemplatePage {
  id: string;
  tenantId: number;
  /** See `userKeyOf`. */
  userKey: string;
  tokenIssuedAt: number;
  tokenExpiresAt: number;
  /** The version whose content it was given, or saved. Undefined: unknown. */
  version: number | undefined;
  /** The version before the last one it received over its connection, and when it confirmed that one. */
  earlier: EarlierVersion | undefined;
  /** With an unknown version: the last one that is known from before a restart; its user has saved since then. */
  versionBefore: number | undefined;
  /** What is known of it is from before a restart, and may be older than what it shows. */
  isRestored: boolean;
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
  /** A browser has saved from it. Other requests may come from programs. */
  hasSaved: boolean;
  /** What is stored of it, by token, see `describeState`. */
  stored: Map<string, string>;
  /** Whether the open editors of the template show a content, and have received a version. Undefined: it has not joined them. */
  isShown: ((saved: { content: TemplateContent; version: number }) => Promise<boolean>) | undefined;
  /** Several realtime connections with its token were alive at once. */
  hasSeveralTabs: boolean;
  /** One of several tabs was cut off, so it may lack what the others have received since. */
  hasLostTab: boolean;
}

interface EarlierVersion {
  version: number;
  until: number;
  /** Whether a save has what somebody has announced since: then it was not made from this version. `newer`: the one after. */
  isPast?: (saved: TemplateContent, versions: Record<'earlier' | 'newer', TemplateContent>) => boolean;
}

/** A hash of a user and a template, stored with pages in place of the id of the user. */
export const userKeyOf = (templateId: string, userId: string): string =>
  sha256Hex(`${templateId} ${userId}`).slice(0, 32);

/** A page of which nothing is known yet. */
export function makePage(
  known: Pick<TemplatePage, 'id' | 'tenantId' | 'userKey' | 'tokenIssuedAt' | 'tokenExpiresAt'>,
): TemplatePage {
  return {
    ...known,
    version: undefined,
    earlier: undefined,
    versionBefore: undefined,
    isRestored: false,
    offered: undefined,
    hasOwnContent: false,
    isCollaborating: false,
    announced: undefined,
    connections: 0,
    timesGiven: 0,
    wasConnected: false,
    hasSaved: false,
    stored: new Map(),
    isShown: undefined,
    hasSeveralTabs: false,
    hasLostTab: false,
  };
}

/** Notes that a page shows a version, or its own content, which was merged with that version. */
export function setShown(page: TemplatePage, version: number | undefined, hasOwnContent = false): void {
  Object.assign(page, {
    version,
    earlier: undefined,
    offered: undefined,
    versionBefore: undefined,
    isRestored: false,
    hasOwnContent,
  });
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
  Object.assign(page, { version, offered: undefined, isRestored: false, hasOwnContent: false });
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
