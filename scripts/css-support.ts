/**
 * Prints the share of readers whose mail client does not support a CSS feature: the numbers in
 * src/mail/score/rules/best-practices/css-support.json. Argument: the path of data/caniemail.json of the npm package
 * caniemail, 2.0.2 (MIT; its license is beside it).
 */
const [path] = process.argv.slice(2) as [string];

/** Share of readers in percent, by family of clients: estimated from published statistics of opens. */
const WEIGHTS: Readonly<Record<string, number>> = {
  'apple-mail': 50,
  gmail: 30,
  outlook: 7,
  yahoo: 2,
  aol: 1,
  'samsung-email': 2,
  thunderbird: 1,
  protonmail: 1,
  orange: 1,
  gmx: 1,
  'web-de': 1,
  fastmail: 1,
  'mail-ru': 1,
  hey: 1,
};

/** Features by their names in css-support.json; of several, the least supported counts. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  animation: ['css-animation'],
  filter: ['css-filter'],
  'clip-path': ['css-clip-path'],
  transform: ['css-transform'],
  'grid-template': ['css-grid-template'],
  'var()': ['css-variables'],
  'aspect-ratio': ['css-aspect-ratio'],
  inset: ['css-inset'],
  'flex-direction': ['css-flex-direction'],
  'flex-wrap': ['css-flex-wrap'],
  'align-items': ['css-align-items'],
  'justify-content': ['css-justify-content'],
  offsets: ['css-left-right-top-bottom'],
  'box-shadow': ['css-box-shadow'],
  'clamp(), min() or max()': ['css-function-clamp', 'css-function-min'],
  'calc()': ['css-unit-calc'],
  gradient: ['css-linear-gradient'],
  columns: ['css-column-count'],
  gap: ['css-gap'],
  'object-fit': ['css-object-fit'],
  'writing-mode': ['css-writing-mode'],
  'display: flex': ['css-display-flex'],
  'display: grid': ['css-display-grid'],
  'background-image': ['css-background-image'],
  float: ['css-float'],
};

/** By family, platform and version, oldest first: `y`, `n`, `a #1` for partial support, `u` for unknown. */
type Stats = Record<string, Record<string, Record<string, string>>>;

interface Feature {
  slug: string;
  stats: Stats;
}

const { data, last_update_date } = (await Bun.file(path).json()) as {
  data: Feature[];
  last_update_date: string;
};

/** Share of the platforms of a family whose newest version does not support it; partial support counts as support. */
function missingIn(family: Stats[string]): number {
  const newest = Object.values(family).map((versions) => Object.values(versions).at(-1) ?? 'u');
  return newest.filter((support) => support.startsWith('n')).length / newest.length;
}

function shareWithout(slug: string): number {
  const feature = data.find((one) => one.slug === slug);
  if (feature === undefined) throw new Error(`the data has no feature ${slug}`);
  const tested = Object.entries(WEIGHTS).filter(([family]) => feature.stats[family] !== undefined);
  const weight = tested.reduce((sum, [, share]) => sum + share, 0);
  const missing = tested.reduce((sum, [family, share]) => {
    return sum + share * missingIn(feature.stats[family] as Stats[string]);
  }, 0);
  return (100 * missing) / weight;
}

process.stdout.write(`data of ${last_update_date.slice(0, 10)}\n`);
for (const [name, slugs] of Object.entries(FEATURES)) {
  const share = Math.max(...slugs.map(shareWithout));
  process.stdout.write(`${Math.round(share)}\t${name}\n`);
}
