import { editContent } from '../../content/index.ts';
import { createId } from '../../platform/ids.ts';
import type { Finding } from './finding.ts';
import type { Mail } from './mail/mail.ts';
import { readMail } from './mail/read-mail.ts';
import type { Rule } from './rule.ts';

/** Each costs as much as the rating itself. */
const MAX_TRIALS = 4;

/**
 * Findings without those fixes that would bring others. Only fixes that change the layout are tried out, since what
 * comes of the rest is known; where there are many, the first ones.
 */
export function keepSoundFixes(
  mail: Mail,
  findings: readonly Finding[],
  findAll: (mail: Mail, rules: readonly Rule[]) => Finding[],
  rules: readonly Rule[],
): Finding[] {
  let trials = 0;
  let before: Finding[] | undefined;
  return findings.map((finding) => {
    const { fix, fixChangesLayout, ...rest } = finding;
    if (fix === undefined || fixChangesLayout !== true) return finding;
    trials += 1;
    if (trials > MAX_TRIALS) return rest;
    before ??= findAll(mail, rules);
    const edited = editContent(mail.content, fix, { makeId: createId });
    if (!edited.ok) return rest;
    const { subject, kind, knownTags } = mail;
    const after = findAll(readMail(edited.content, { subject, kind, knownTags }), rules);
    return addsFinding(before, after) ? rest : { ...rest, fix };
  });
}

function addsFinding(before: readonly Finding[], after: readonly Finding[]): boolean {
  const placeOf = ({ rule, blockId }: Finding) => `${rule} ${blockId}`;
  const had = Map.groupBy(before, placeOf);
  return [...Map.groupBy(after, placeOf)].some(
    ([place, found]) => found.length > (had.get(place)?.length ?? 0),
  );
}
