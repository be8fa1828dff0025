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
 * what the page shows of the changes of another one, if that one has announced the stored value too: the later value counts.
 */
export function mergeAnnounced({ base, mine, theirs }: Contents, { own, others }: Announced): MergedContent {
  let contents = { base, mine, theirs };
  let merged = mergeContents(base, mine, theirs);
  if (merged.conflict !== undefined && own !== undefined) {
    const stored = own.findChanged(merged.conflict, base, theirs);
    contents.base = takeParts(
      base,
      theirs,
      choose(merged.conflict, (part, name) => stored[part].has(name)),
    );
    merged = mergeContents(contents.base, mine, theirs);
  }
  for (const other of others) {
    if (merged.conflict === undefined) return merged;
    contents = settleBy(other, own, merged.conflict, contents);
    merged = mergeContents(contents.base, contents.mine, theirs);
  }
  return merged;
}

/** The contents without the parts of a conflict that are two values of another page. */
function settleBy(
  other: AnnouncedValues,
  own: AnnouncedValues | undefined,
  conflict: MergeConflict,
  { base, mine, theirs }: Contents,
): Contents {
  const [shown, stored] = [
    other.findChanged(conflict, base, mine),
    other.findChanged(conflict, base, theirs),
  ];
  const ownChanges = own?.findChanged(conflict, base, mine);
  const isLater = (part: Part, name: string) => {
    const [a, b] = [shown[part].get(name), stored[part].get(name)];
    return a === undefined || b === undefined || ownChanges?.[part].has(name) ? undefined : a >= b;
  };
  return {
    base: takeParts(
      base,
      theirs,
      choose(conflict, (part, name) => isLater(part, name) === true),
    ),
    mine: takeParts(
      mine,
      theirs,
      choose(conflict, (part, name) => isLater(part, name) === false),
    ),
    theirs,
  };
}

type Part = keyof MergeConflict;

const choose = (
  { blockIds, settings }: MergeConflict,
  isChosen: (part: Part, name: string) => boolean,
): MergeConflict => ({
  blockIds: blockIds.filter((id) => isChosen('blockIds', id)),
  settings: settings.filter((name) => isChosen('settings', name)),
});
