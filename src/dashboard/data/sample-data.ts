const OUTPUT = /\{\{-?\s*([A-Za-z_][\w.]*)/g;
const LOOP = /\{%-?\s*for\s+(\w+)\s+in\s+([A-Za-z_][\w.]*)/g;

/** Values by the name of a merge tag. The first match counts. */
const SAMPLES: readonly [RegExp, string | number][] = [
  [/first_?name|^name$/, 'Ada'],
  [/last_?name|surname/, 'Lovelace'],
  [/e?mail/, 'ada@example.com'],
  [/url|link|href|image|logo|picture/, 'https://example.com'],
  [/company|team|product|shop|brand/, 'Example Inc.'],
  [/date|day/, 'March 12'],
  [/time/, '2:30 pm'],
  [/price|total|amount|cost/, '$49.00'],
  [/count|quantity|number_of/, 3],
  [/code|order|number|id$/, '1042'],
  [/address|street/, '1 Main Street, Springfield'],
];

interface Values {
  [name: string]: string | number | Values | Values[];
}

/** Made-up values for the merge tags of a content (Liquid syntax), so that a preview reads like a mail. */
export function sampleDataOf(content: unknown): Values {
  const text = JSON.stringify(content) ?? '';
  const data: Values = {};
  const lists = new Map([...text.matchAll(LOOP)].map(([, item = '', list = '']) => [item, list]));
  for (const list of lists.values()) put(data, list.split('.'), [{}, {}]);
  for (const [, path = ''] of text.matchAll(OUTPUT)) {
    const [first = '', ...rest] = path.split('.');
    const list = lists.get(first);
    if (list === undefined) put(data, [first, ...rest], sampleOf(path));
    else if (rest.length > 0)
      for (const item of itemsAt(data, list.split('.'))) put(item, rest, sampleOf(path));
  }
  return data;
}

/** Sets a value, unless there is one. */
function put(values: Values, [name = '', ...rest]: readonly string[], value: Values[string]): void {
  if (!Object.hasOwn(values, name)) values[name] = rest.length === 0 ? value : {};
  const inner = values[name];
  if (rest.length > 0 && typeof inner === 'object' && !Array.isArray(inner)) put(inner, rest, value);
}

function itemsAt(values: Values, [name = '', ...rest]: readonly string[]): Values[] {
  const inner = Object.hasOwn(values, name) ? values[name] : undefined;
  if (Array.isArray(inner)) return rest.length === 0 ? inner : [];
  return typeof inner === 'object' ? itemsAt(inner, rest) : [];
}

function sampleOf(path: string): string | number {
  const [name = '', of = ''] = path.toLowerCase().split('.').toReversed();
  if (/item|product/.test(of) && /^(?:name|title)$/.test(name)) return 'Coffee mug';
  const found = SAMPLES.find(([pattern]) => pattern.test(name));
  if (found !== undefined) return found[1];
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
