import { escapeText } from '../parse/escape.ts';
import { showUrl } from './facts/read-urls.ts';
import type { Kit } from './kit.ts';
import { link, type Part, strong } from './look/parts.ts';

/** Lines of HTML for the facts that no block says yet: what the prompt names must not get lost. */
export function listLeftovers(
  { facts, words, name }: Kit,
  parts: readonly Part[],
  subject: string,
): string[] {
  const isSaid = searchOf(parts);
  const { labels } = words;
  const labelled = (label: string, values: readonly (string | undefined)[]) => {
    const missing = values.filter((value) => value !== undefined && !isSaid(value)) as string[];
    return missing.length === 0 ? [] : [`${strong(`${label}:`)} ${missing.map(escapeText).join(', ')}`];
  };
  // One thing with a price is mostly none that was bought: "tickets €35".
  const listed = facts.items.length > 1 ? facts.items : [];
  const items = listed.filter((item) => !isSaid(item.name) || !isSaid(item.amount));
  const links = facts.urls.filter((url) => !isSaid(url));
  return [
    ...facts.texts.filter((text) => !isSaid(text)).map(escapeText),
    ...labelled(labels.about, [name, isIn(subject, facts.topic) ? undefined : facts.topic]),
    ...labelled(labels.when, [...facts.dates, ...facts.times]),
    ...labelled(labels.where, [facts.place]),
    ...labelled(labels.duration, facts.durations),
    ...labelled(labels.discount, facts.percents),
    ...labelled(labels.code, facts.codes),
    ...labelled(labels.order, [facts.order]),
    ...labelled(labels.tracking, [facts.tracking]),
    ...labelled(labels.version, facts.versions),
    ...items.map((item) => `${strong(`${item.name}:`)} ${escapeText(item.amount)}`),
    ...labelled(labels.total, [facts.total]),
    ...labelled(
      labels.price,
      facts.amounts.filter((amount) => !items.some((item) => item.amount === amount)),
    ),
    ...links.map((url) => `${strong(`${labels.link}:`)} ${link(showUrl(url), url)}`),
  ];
}

function isIn(text: string, part: string | undefined): boolean {
  return part !== undefined && text.toLowerCase().includes(part.toLowerCase());
}

/** Tells whether a text stands in the blocks, escaped or, in labels and addresses, as it is. */
function searchOf(parts: readonly Part[]): (text: string) => boolean {
  const strings: string[] = [];
  collect(parts, strings);
  const all = strings
    .join('\n')
    .replace(/<\/?(?:strong|span)\b[^>]*>/g, '')
    .toLowerCase();
  return (text) => all.includes(text.toLowerCase()) || all.includes(escapeText(text).toLowerCase());
}

function collect(value: unknown, strings: string[]): void {
  if (typeof value === 'string') strings.push(value);
  else if (Array.isArray(value)) for (const one of value) collect(one, strings);
  else if (typeof value === 'object' && value !== null) collect(Object.values(value), strings);
}
