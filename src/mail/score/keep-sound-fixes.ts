import { type ContentOperations, editContent } from '../model/index.ts';
import { makeTrialIds } from './fix.ts';
import type { Mail } from './mail/mail.ts';
import { readMail } from './mail/read-mail.ts';
import type { Finding } from './rule.ts';

/** Most trials in an area; each costs as much as the rating itself. */
const MAX_TRIALS = 3;

/** Most findings whose fix is considered: many may share one fix, and a fix may be as long as its block. */
const MAX_CONSIDERED = 50;

/** The findings of a mail before and after a fix; undefined when the fix is not valid. */
export interface Trials {
  before(): readonly Finding[];
  after(fix: ContentOperations): readonly Finding[] | undefined;
}

/**
 * Tries fixes of a mail out, each fix once.
 * @param findAll returns the findings of all rules in a mail
 */
export function prepareTrials(mail: Mail, findAll: (mail: Mail) => readonly Finding[]): Trials {
  const known = new Map<string, readonly Finding[] | undefined>();
  const { subject, kind, knownTags } = mail;
  const makeId = makeTrialIds();
  return {
    before: () => findAll(mail),
    after(fix) {
      const key = JSON.stringify(fix);
      if (known.has(key)) return known.get(key);
      const edited = editContent(mail.content, fix, { makeId });
      const after = edited.ok ? findAll(readMail(edited.content, { subject, kind, knownTags })) : undefined;
      known.set(key, after);
      return after;
    },
  };
}

/**
 * The findings of an area without the fixes that do not remove their finding or cause others. Only fixes with
 * `fixNeedsTrial` are tried out. Where there are too many to try, the others are not offered.
 */
export function keepSoundFixes(findings: readonly Finding[], trials: Trials): Finding[] {
  const tried = new Set<string>();
  let considered = 0;
  return findings.map((finding) => {
    const { fix, fixNeedsTrial, ...rest } = finding;
    if (fix === undefined) return finding;
    if (fixNeedsTrial !== true) return { ...rest, fix };
    considered += 1;
    if (considered > MAX_CONSIDERED) return rest;
    tried.add(JSON.stringify(fix));
    if (tried.size > MAX_TRIALS) return rest;
    const after = trials.after(fix);
    return after !== undefined && isSound(finding, trials.before(), after) ? { ...rest, fix } : rest;
  });
}

function isSound(finding: Finding, before: readonly Finding[], after: readonly Finding[]): boolean {
  const isSame = ({ rule, blockId, message }: Finding) =>
    rule === finding.rule && blockId === finding.blockId && message === finding.message;
  if (after.filter(isSame).length >= before.filter(isSame).length) return false;
  const placeOf = ({ rule, blockId }: Finding) => `${rule} ${blockId}`;
  const had = Map.groupBy(before, placeOf);
  return [...Map.groupBy(after, placeOf)].every(
    ([place, found]) => found.length <= (had.get(place)?.length ?? 0),
  );
}
