import { type ContentOperations, editContent } from '../model/index.ts';
import { makeTrialIds } from './fix.ts';
import type { Mail } from './mail/mail.ts';
import { readMail } from './mail/read-mail.ts';
import type { Finding } from './rule.ts';

/** Of an area; each costs as much as the rating itself. */
const MAX_TRIALS = 3;

/** Many findings may share one fix; but a fix may be as long as its block. */
const MAX_LOOKED_AT = 50;

/** What is found in a mail as it is, and after a fix; undefined when the fix is not accepted. */
export interface Trials {
  before(): readonly Finding[];
  after(fix: ContentOperations): readonly Finding[] | undefined;
}

/**
 * Makes trials of fixes of a mail, each fix once.
 * @param findAll what all rules find in a mail
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
 * Findings of an area without those fixes that would leave theirs or bring others. Only fixes that need a trial are
 * tried out, since what comes of the rest is known; where there are many, the first ones, and others are not offered.
 */
export function keepSoundFixes(findings: readonly Finding[], trials: Trials): Finding[] {
  const tried = new Set<string>();
  let looked = 0;
  return findings.map((finding) => {
    const { fix, fixNeedsTrial, ...rest } = finding;
    if (fix === undefined) return finding;
    if (fixNeedsTrial !== true) return { ...rest, fix };
    looked += 1;
    if (looked > MAX_LOOKED_AT) return rest;
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
