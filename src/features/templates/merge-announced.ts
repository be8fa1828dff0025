import {
  type MergeConflict,
  type MergedContent,
  mergeContents,
  type TemplateContent,
} from '../../mail/model/index.ts';
import type { TenantScope } from '../../platform/scope.ts';
import type { AnnouncedValues } from './announced-values.ts';
import type { Pages } from './pages.ts';
import { takeParts } from './take-parts.ts';

export type Contents = Record<'base' | 'mine' | 'theirs', TemplateContent>;

/** What the pages of a template have announced: the one that saves, and the others. */
interface Announced {
  own: AnnouncedValues | undefined;
  others: readonly AnnouncedValues[];
}

export function listAnnounced(pages: Pages, scope: TenantScope, templateId: string): Announced {
  const own = pages.find(scope, templateId);
  const others = pages.listOf(templateId).filter((page) => page !== own);
  return { own: own?.announced, others: others.flatMap(({ announced }) => announced ?? []) };
}

/**
 * Merges the content that a page saves. What is stored of what the page has announced itself is no conflict. Neither is
 * what the page shows of the changes of another one, if that one has announced the stored value too. Of two values that
 * one page has announced, the later one counts.
 */
export function mergeAnnounced(contents: Contents, { own, others }: Announced): MergedContent {
  const { theirs } = contents;
  let { base, mine } = contents;
  let merged = mergeContents(base, mine, theirs);
  for (const page of own === undefined ? others : [own, ...others]) {
    if (merged.conflict === undefined) return merged;
    ({ base, mine } = settleBy(page, own, merged.conflict, { base, mine, theirs }));
    merged = mergeContents(base, mine, theirs);
  }
  return merged;
}

/** The contents without the parts of a conflict that are two values of a page. `own`: of the page that saves. */
function settleBy(
  page: AnnouncedValues,
  own: AnnouncedValues | undefined,
  conflict: MergeConflict,
  { base, mine, theirs }: Contents,
): Contents {
  const [shown, stored] = [page.findChanged(conflict, base, mine), page.findChanged(conflict, base, theirs)];
  const ownChanges = own?.findChanged(conflict, base, mine);
  const chosenOf = (part: Part, name: string) => {
    const [timeOfShown, timeOfStored] = [shown[part].get(name), stored[part].get(name)];
    if (timeOfStored === undefined) return undefined;
    // What the page that saves has not announced yet is on its way.
    if (timeOfShown === undefined) return page === own ? 'mine' : undefined;
    if (page !== own && ownChanges?.[part].has(name)) return undefined;
    return timeOfShown >= timeOfStored ? 'mine' : 'theirs';
  };
  const takeStored = (content: TemplateContent, chosen: 'mine' | 'theirs') =>
    takeParts(
      content,
      theirs,
      choose(conflict, (part, name) => chosenOf(part, name) === chosen),
    );
  return { base: takeStored(base, 'mine'), mine: takeStored(mine, 'theirs'), theirs };
}

type Part = keyof MergeConflict;

const choose = (
  { blockIds, settings }: MergeConflict,
  isChosen: (part: Part, name: string) => boolean,
): MergeConflict => ({
  blockIds: blockIds.filter((id) => isChosen('blockIds', id)),
  settings: settings.filter((name) => isChosen('settings', name)),
});
