import type { StarterName } from './choose-starter.ts';
import type { Kit } from './kit.ts';
import { STAND_INS } from './tags.ts';

/** Starters whose list of stories or changes is ours until somebody says what theirs are. */
const HAS_FILLER: ReadonlySet<StarterName> = new Set(['welcome', 'newsletter', 'changelog']);

/** What was assumed, and what is to be filled in before the mail is sent. */
export function listNotes(
  kit: Kit,
  {
    starter,
    languageNote,
    hasTexts,
    isForAgent,
  }: { starter: StarterName; languageNote: string | undefined; hasTexts: boolean; isForAgent: boolean },
): string[] {
  return [
    `Composed from the built-in starter "${starter}", without a language model: only names, quoted texts, dates, figures, codes and addresses of the prompt were taken over. Change the rest ${isForAgent ? 'by operations' : 'by hand'}.`,
    ...(languageNote === undefined ? [] : [languageNote]),
    ...noteLinks(kit),
    ...noteFooter(kit),
    ...noteTags(kit),
    ...(HAS_FILLER.has(starter) && !hasTexts
      ? ['The prompt quoted no texts, so the points of the list are general ones: replace them by your own.']
      : []),
    ...(starter === 'receipt' && kit.facts.items.length === 0
      ? [
          'The prompt named no items with prices: add them to the table, or let your sending service print them.',
        ]
      : []),
  ];
}

function noteLinks({ actionUrl }: Kit): string[] {
  if (actionUrl === '') {
    return [
      'No address for the button was found, neither in the prompt nor among the merge tags: set its url.',
    ];
  }
  if (actionUrl !== STAND_INS.action) return [];
  return [
    `No address for the button was named, so it leads to ${STAND_INS.action}: have your sending service fill it in, or set url.`,
  ];
}

function noteFooter({ kind, leaveUrl, brand, tags, name }: Kit): string[] {
  const notes: string[] = [];
  if (kind === 'transactional') return notes;
  if (leaveUrl === undefined) {
    notes.push(
      'Marketing mail needs a link to unsubscribe; none of the merge tags is one, and the brand has none. Add it to the footer, or set unsubscribe_url of the brand.',
    );
  } else if (leaveUrl === STAND_INS.unsubscribe) {
    notes.push(
      `The link to unsubscribe is ${STAND_INS.unsubscribe}: put in what your sending service calls it, or set unsubscribe_url of the brand.`,
    );
  }
  if (brand.postal_address === undefined && tags.find('address') === undefined) {
    notes.push(
      tags.isKnown
        ? 'Marketing mail has to name a postal address: add yours to the footer, or set postal_address of the brand.'
        : `The postal address is ${STAND_INS.address}: put in yours, or set postal_address of the brand.`,
    );
  }
  if (brand.company_name === undefined && name === undefined) {
    notes.push('The sender is not known: set company_name of the brand.');
  }
  return notes;
}

function noteTags({ tags }: Kit): string[] {
  const name = tags.find('firstName', 'fullName');
  if (name === undefined || /default|fallback|\?\?/i.test(name)) return [];
  return [`${name} stands as it was offered; give it a fallback if some readers have no name.`];
}
