const TOPIC =
  /(?<!\p{L})(?:about|on the topic of|regarding|concerning|über|zum thema|à propos d[eu]|sur|au sujet d[eu]|sobre|acerca de|over|su|riguardo a)\s((?:[^\s.;:!?,]+[ ,]{1,2}){0,11}[^\s.;:!?,]+)/iu;

/** Announced by a word for telling; in German and Dutch the verb of such a clause stands at its end, so it is no sentence alone. */
const STATEMENT =
  /(?<!\p{L})(?:announc\w{0,6}|tell\w{0,4}|say\w{0,4}|inform\w{0,5}|remind\w{0,4}|explain\w{0,4}|mention\w{0,4}|let \w+ know|annonc\w{0,4}|dire|indiqu\w{0,3}|rappel\w{0,4}|anunci\w{0,4}|decir|di|avis\w{0,4}|annunci\w{0,4}|comunic\w{0,4})(?: [^\s.;:!?]+){0,3} (?:that|que|che) ([^;:!?\n]{10,220}?)(?=\.(?:\s|$)|[;:!?\n]|$)/iu;

/** Cases that show: such a phrase is no heading. */
const INFLECTED = /^(?:unsere[mn]|de[mn]|eine[mnr]|meine[mn]|der|seine[mn])\s/i;

/** What the mail is about, as a heading: "our spring collection". */
export function findTopic(prompt: string): string | undefined {
  const found = TOPIC.exec(prompt)?.[1];
  if (found === undefined) return undefined;
  const topic = found
    .replace(/\s+(?:and|with|for|und|mit|für|et|avec|y|con|en|met|e|com|the|a|in|that|die|le|la)$/i, '')
    .trim();
  const isHeading =
    topic.length >= 4 && topic.length <= 80 && !INFLECTED.test(topic) && /\p{L}{3}/u.test(topic);
  return isHeading ? capitalise(topic) : undefined;
}

/** "Announce that our office opens in May" → "Our office opens in May." */
export function findStatement(prompt: string): string | undefined {
  const found = STATEMENT.exec(prompt)?.[1]?.replace(/\s+/g, ' ').trim();
  if (found === undefined || found.split(' ').length < 3) return undefined;
  return `${capitalise(found.replace(/[,.]+$/, ''))}.`;
}

const POINT = /^\s{0,8}(?:[-*•–]|\d{1,2}[.)])\s+(\S[^\n]{1,300})$/gmu;
const ENUMERATION = /:\s*([^.:!?\n]{8,600}?)(?=[.!?](?:\s|$)|\n|$)/gu;

/** The points of a list: lines with a bullet, or three and more things between commas after a colon. */
export function findPoints(prompt: string): string[] {
  const points = [...prompt.matchAll(POINT)].map(([, point = '']) => point);
  const listed =
    points.length > 0
      ? points
      : [...prompt.matchAll(ENUMERATION)].flatMap(([, list = '']) => splitList(list));
  return listed
    .map((point) =>
      point
        .replace(/\s+/g, ' ')
        .replace(/[.,;\s]+$/, '')
        .trim(),
    )
    .filter((point) => /\p{L}{3}/u.test(point))
    .map(capitalise);
}

function splitList(list: string): string[] {
  const parts = list.split(
    list.includes(';') ? /;/ : /,(?!\d)\s*(?:(?:and|und|et|y|en|e)\s)?|\s(?:and|und|et|y|en|e)\s/iu,
  );
  const isList = parts.length >= 3 && parts.length <= 12 && parts.every(isPoint);
  return isList ? parts : [];
}

/** Where quotes and addresses were, there are only spaces now: "headline        ," is no point of a list. */
function isPoint(part: string): boolean {
  return part.trim().length <= 120 && !/\s{2}/.test(part);
}

function capitalise(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
