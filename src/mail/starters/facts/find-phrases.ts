import type { Clause } from './clauses.ts';

const ABOUT: Readonly<Record<string, string>> = {
  en: 'about|on the topic of|regarding|concerning',
  de: 'über|zum thema',
  fr: 'à propos d[eu]|sur|au sujet d[eu]',
  es: 'sobre|acerca de',
  nl: 'over',
  it: 'su|riguardo a',
  pt: 'sobre',
};
const TOPICS = new Map(
  Object.entries(ABOUT).map(([language, about]) => [
    language,
    new RegExp(`(?<!\\p{L})(?:${about})\\s((?:[^\\s.;:!?,]+[ ,]{1,2}){0,11}[^\\s.;:!?,]+)`, 'iu'),
  ]),
);

/**
 * Announced by a word for telling; in German and Dutch the verb of such a clause stands at its end, so it is no
 * sentence alone.
 */
const STATEMENT =
  /(?<!\p{L})(?:announc\w{0,6}|tell\w{0,4}|say\w{0,4}|inform\w{0,5}|remind\w{0,4}|explain\w{0,4}|mention\w{0,4}|let \w+ know|annonc\w{0,4}|dire|indiqu\w{0,3}|rappel\w{0,4}|anunci\w{0,4}|decir|di|avis\w{0,4}|annunci\w{0,4}|comunic\w{0,4})(?: [^\s.;:!?]+){0,3} (?:that|que|che) ([^;:!?\n]{10,220}?)(?=\.(?:\s|$)|[;:!?\n]|$)/iu;

/** German determiners in a case that a heading cannot have. */
const INFLECTED = /^(?:unsere[mn]|de[mn]|eine[mnr]|meine[mn]|der|seine[mn])\s/i;

/** What the mail is about, as a heading: "our spring collection". */
export function findTopic(prompt: string, language: string): string | undefined {
  const found = TOPICS.get(language)?.exec(prompt)?.[1];
  if (found === undefined) return undefined;
  const topic = found
    .replace(
      /(?<!\s)\s+(?:and|with|for|und|mit|für|et|avec|y|con|en|met|e|com|the|a|in|that|die|le|la)$/i,
      '',
    )
    .trim();
  const isHeading =
    topic.length >= 4 && topic.length <= 80 && !INFLECTED.test(topic) && /\p{L}{3}/u.test(topic);
  return isHeading ? capitalize(topic) : undefined;
}

/** "Announce that our office opens in May" → "Our office opens in May." */
export function findStatement(prompt: string): string | undefined {
  const found = STATEMENT.exec(prompt)?.[1]?.replace(/\s+/g, ' ').trim();
  if (found === undefined || found.split(' ').length < 3) return undefined;
  return `${capitalize(found.replace(/(?<![,.])[,.]+$/, ''))}.`;
}

const POINT = /^\s{0,8}(?:[-*•–]|\d{1,2}[.)])\s+(\S[^\n]{1,300})$/gmu;
const CONJUNCTIONS: Readonly<Record<string, string>> = {
  ...{ en: 'and', de: 'und', fr: 'et', es: 'y', nl: 'en', it: 'e', pt: 'e' },
};

/** The points of a list: lines with a bullet, or three and more things between commas after a colon. */
export function findPoints(prompt: string, clauses: readonly Clause[], language: string): string[] {
  const points = [...prompt.matchAll(POINT)].map(([, point = '']) => point);
  const listed = points.length > 0 ? points : listsOf(clauses, language).flat();
  return listed
    .map((point) =>
      point
        .replace(/\s+/g, ' ')
        .replace(/(?<![.,;\s])[.,;\s]+$/, '')
        .trim(),
    )
    .filter((point) => /\p{L}{3}/u.test(point))
    .map(capitalize);
}

/** The parts after the colon of a sentence, if there are three or more. */
function listsOf(clauses: readonly Clause[], language: string): string[][] {
  const groups = Map.groupBy(
    clauses.filter(({ colons }) => colons > 0),
    ({ sentence }) => sentence,
  );
  const and = CONJUNCTIONS[language] ?? 'and';
  return [...groups.values()].flatMap((group) => {
    const parts = group.map(({ text }) => text);
    const last = parts.pop() ?? '';
    const inner = new RegExp(`^(?:${and} )?(.*?)(?: ${and} (.*))?$`, 'isu').exec(last);
    const all = [...parts, ...(inner?.slice(1) ?? [last])].filter((part) => part !== undefined);
    return all.length >= 3 && all.length <= 12 && all.every(isPoint) ? [all] : [];
  });
}

/** Quotes and addresses were replaced by spaces, so "headline        ," is no point of a list. */
function isPoint(part: string): boolean {
  return part.trim().length <= 120 && !/\s{2}/.test(part);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
