import { isOutputTag, nameOfTag } from '../../../parse/merge-tag-meaning.ts';
import { listMergeTags, mapMergeTags } from '../../../parse/merge-tags.ts';
import type { Mail } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { checkBalance } from './tag-balance.ts';
import { listWritten, type Written } from './written.ts';

/** Merge tags that are unknown, incomplete or without a fallback. */
export const mergeTagsRule: Rule = {
  id: 'best.merge-tags',
  area: 'bestPractices',
  check(mail) {
    const written = listWritten(mail);
    const tags = written.flatMap((place) => tagsOf(place));
    return [
      ...written.flatMap(findUnclosed),
      ...checkBalance(mail),
      ...findUnknown(tags, mail.knownTags),
      ...findWithoutFallback(tags),
      ...findInSubjectOnly(mail, tags),
    ];
  },
};

interface TagInBlock {
  tag: string;
  blockId: string | null;
}

function tagsOf({ blockId, text }: Written): TagInBlock[] {
  return listMergeTags(text).map((tag) => ({ tag, blockId }));
}

/** Incomplete merge tags such as `{{ name` and `name }}`, which are printed as they are. */
function findUnclosed({ blockId, text }: Written): RuleFinding[] {
  if (!/\{\{|\{%|\*\||\}\}|%\}/.test(text)) return [];
  const rest = mapMergeTags(text, () => ' ');
  if (!/\{\{|\{%|\*\||\}\}|%\}/.test(rest)) return [];
  const found = /\{\{[^{}]{0,40}|\{%[^{}]{0,40}|\*\|[A-Z0-9_:]{1,40}|[^\s{}]{0,20}\s?\}\}|%\}/.exec(
    rest,
  )?.[0];
  if (found === undefined) return [];
  return [
    {
      severity: 'high',
      blockId,
      message: `The merge tag at ${quote(found, 40)} is not complete: readers will see it as it is.`,
      suggestion: 'Write both of its ends, such as {{ name }}.',
    },
  ];
}

function findUnknown(tags: readonly TagInBlock[], knownTags: readonly string[] | undefined): RuleFinding[] {
  if (knownTags === undefined) return [];
  const known = new Set(knownTags.map(nameOfTag));
  const unknown = tags.filter(({ tag }) => isOutputTag(tag) && !known.has(nameOfTag(tag)));
  return oncePerTag(unknown).map(({ tag, blockId }) => ({
    severity: 'high',
    blockId,
    message: `The merge tag ${quote(tag)} is unknown: readers will see nothing or the tag itself.`,
    suggestion: `Use a known merge tag${suggestNames(knownTags)}.`,
  }));
}

function suggestNames(knownTags: readonly string[]): string {
  const shown = knownTags.slice(0, 5).join(', ');
  return shown === '' ? '' : `, such as ${shown}`;
}

/** How services name the parts of a person's name and the like. */
const PERSONAL =
  /^(?:(?:user|contact|customer|recipient|subscriber|person|lead|member|profile|to)[._])*(?:first_?name|fname|last_?name|lname|full_?name|name|vorname|nachname|prénom|prenom|nom|nombre|apellido|voornaam|achternaam|nome|cognome|sobrenome|company|company_?name|city)$/i;
const HAS_FALLBACK = /\|\s*(?:default|fallback|or)\b|\?\?|\|\|\s*["']|\bdefault\s*[=(:]|\bfallback\s*[=(:]/i;

function findWithoutFallback(tags: readonly TagInBlock[]): RuleFinding[] {
  const bare = tags.filter(
    ({ tag }) => isOutputTag(tag) && PERSONAL.test(nameOfTag(tag)) && !HAS_FALLBACK.test(tag),
  );
  return oncePerTag(bare).map(({ tag, blockId }) => ({
    severity: 'medium',
    blockId,
    message: `${quote(tag)} has no fallback: without a value the text has a gap, as in “Hi ,”.`,
    suggestion: `Give it one where your sending service allows, such as {{ ${nameOfTag(tag)} | default: "there" }}.`,
  }));
}

function oncePerTag(tags: readonly TagInBlock[]): TagInBlock[] {
  const seen = new Set<string>();
  return tags.filter(({ tag, blockId }) => {
    const key = `${blockId} ${tag}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Merge tags that are only in the subject. */
function findInSubjectOnly({ subject }: Mail, tags: readonly TagInBlock[]): RuleFinding[] {
  if (subject === undefined) return [];
  const inside = new Set(tags.filter(({ blockId }) => blockId !== null).map(({ tag }) => nameOfTag(tag)));
  const only = tagsOf({ blockId: null, text: subject }).filter(
    ({ tag }) => isOutputTag(tag) && !inside.has(nameOfTag(tag)),
  );
  return oncePerTag(only).map(({ tag }) => ({
    severity: 'medium',
    blockId: null,
    message: `${quote(tag)} is in the subject but not in the mail.`,
    suggestion: 'Use it in the mail too, or take it out of the subject.',
  }));
}
