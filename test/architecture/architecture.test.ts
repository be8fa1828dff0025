import { describe, expect, test } from 'bun:test';
import { findCycles, readSources, type SourceFile } from './imports.ts';

const sources = readSources();

/** Features from the lowest to the highest; each may use those before it. The order is that of the list in features.ts. */
const FEATURE_ORDER = readFeatureOrder();

function readFeatureOrder(): string[] {
  const text = sources.find(({ path }) => path === 'src/features.ts')?.text ?? '';
  const folders = new Map(
    [...text.matchAll(/import \{ (\w+) \} from '\.\/features\/([\w-]+)\/feature\.ts'/g)].map((match) => [
      match[1],
      match[2] as string,
    ]),
  );
  const list = /FEATURES[^=]*= \[(.*?)\]/s.exec(text)?.[1] ?? '';
  return [...list.matchAll(/\w+/g)].flatMap(([name]) => folders.get(name) ?? []);
}

const TRANSLATIONS = new Set(['feature.ts', 'routes.ts', 'tools.ts', 'resources.ts', 'prompts.ts']);

interface Area {
  /** First folder below src, or the file itself at the top. */
  area: string;
  feature: string | undefined;
  /** Folder below src/mail. */
  part: string | undefined;
  file: string;
}

function areaOf(path: string): Area {
  const steps = path.split('/').slice(1);
  const area = steps[0] as string;
  const feature = area === 'features' ? steps[1] : undefined;
  const part = area === 'mail' ? steps[1] : undefined;
  return { area, feature, part, file: steps.at(-1) as string };
}

/** Of the package of a specifier. */
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Areas each area may import, itself apart. */
const ALLOWED: Record<string, readonly string[]> = {
  'main.ts': ['cli'],
  cli: [
    'app.ts',
    'operations.ts',
    'config',
    'control',
    'demo',
    'drivers',
    'features',
    'http',
    'mcp',
    'platform',
  ],
  demo: ['features', 'http', 'platform'],
  docs: ['http', 'platform'],
  'app.ts': [
    'features.ts',
    'operations.ts',
    'config',
    'dashboard',
    'demo',
    'docs',
    'drivers',
    'features',
    'http',
    'mcp',
    'metrics',
    'platform',
    'realtime',
    'sdk',
    'tool-servers.ts',
  ],
  'features.ts': ['config', 'features', 'platform', 'realtime'],
  'tool-servers.ts': ['operations.ts', 'config', 'features', 'http', 'mcp', 'metrics', 'platform'],
  'operations.ts': ['features.ts', 'mcp', 'platform'],
  config: ['platform'],
  control: ['platform'],
  http: ['platform'],
  mcp: ['platform'],
  metrics: ['http', 'platform'],
  realtime: ['mail', 'features', 'http', 'platform'],
  platform: [],
  drivers: ['platform'],
  mail: [],
  // The client runs in browsers, without the code of the server.
  sdk: [],
  // Pages for browsers; `bundle.ts` gives them to the server, in the shape that http serves.
  dashboard: ['http', 'platform', 'sdk'],
  features: ['mail', 'platform'],
};

function explainForbidden(from: Area, to: Area): string | undefined {
  if (from.area === 'mail' && to.area === 'mail') return explainForbiddenInMail(from, to);
  if (from.area === to.area && from.area !== 'features') return undefined;
  if (from.area === 'features') return explainForbiddenByFeature(from, to);
  if (!ALLOWED[from.area]?.includes(to.area)) return `${from.area} may not import ${to.area}`;
  const door = from.area === 'features.ts' ? 'feature.ts' : 'index.ts';
  if (to.area === 'features' && to.file !== door) return `a feature has one door here: its ${door}`;
  return undefined;
}

/** `parse` imports no other part, `model` only `parse`, and each other part only these two. */
function explainForbiddenInMail(from: Area, to: Area): string | undefined {
  if (from.part === to.part || to.part === 'parse') return undefined;
  if (to.part === 'model' && from.part !== 'parse') return undefined;
  return `mail/${from.part} may not import mail/${to.part}`;
}

function explainForbiddenByFeature(from: Area, to: Area): string | undefined {
  if (to.area === 'http' || to.area === 'mcp') {
    return TRANSLATIONS.has(from.file)
      ? undefined
      : 'only feature.ts, routes.ts, tools.ts, resources.ts and prompts.ts may import a surface';
  }
  if (to.area !== 'features') {
    return ALLOWED.features?.includes(to.area) ? undefined : `features may not import ${to.area}`;
  }
  if (from.feature === to.feature) return undefined;
  const isDownwards =
    FEATURE_ORDER.indexOf(to.feature as string) < FEATURE_ORDER.indexOf(from.feature as string);
  if (!isDownwards) return `${from.feature} is below ${to.feature}`;
  // The schema tool loads table files outside Bun, so they can refer to nothing but each other.
  const isTableOfTable = from.file === 'table.ts' && to.file === 'table.ts';
  return to.file === 'index.ts' || isTableOfTable ? undefined : 'a feature has one door: its index.ts';
}

function findOutside(pattern: RegExp, isAllowed: (source: SourceFile) => boolean): string[] {
  return sources
    .filter((source) => pattern.test(source.text) && !isAllowed(source))
    .map((source) => source.path);
}

/** Tests import these by a path that they compute, because their files are checked with other types. */
const USED_BY_PATH = [
  'src/dashboard/texts/index.ts TEXTS',
  'src/dashboard/ui/format.tsx formatRelative',
  'src/sdk/editor/describe.ts readText',
  'src/sdk/editor/top-bar.ts initialsOf',
];

describe('imports between areas', () => {
  test('every feature has its place in the order', () => {
    const features = new Set(sources.flatMap((source) => areaOf(source.path).feature ?? []));
    expect([...features].filter((feature) => !FEATURE_ORDER.includes(feature))).toEqual([]);
  });

  test('every import is one that the table allows', () => {
    // Guards the reader of imports itself: a project of this size has hundreds.
    expect(sources.flatMap((source) => source.files).length).toBeGreaterThan(300);
    const faults = sources.flatMap((source) =>
      source.files
        .filter((file) => file.startsWith('src/'))
        .flatMap((file) => {
          const reason = explainForbidden(areaOf(source.path), areaOf(file));
          return reason === undefined ? [] : [`${source.path} → ${file}: ${reason}`];
        }),
    );
    expect(faults).toEqual([]);
  });

  test('there are no cycles', () => {
    expect(findCycles(sources)).toEqual([]);
  });

  test('what a file exports, another one uses', () => {
    const all = readSources(['src', 'test', 'scripts']);
    const used = new Set([...all.flatMap(({ uses }) => uses), ...USED_BY_PATH]);
    // Clients are used by products, and tables by the tool that writes migrations.
    const isPublic = (path: string) => /^src\/(sdk\/(\w+\/)?index|drivers\/sqlite\/table)\.ts$/.test(path);
    const unused = sources
      .filter(({ path }) => !path.endsWith('.generated.ts') && !isPublic(path) && !used.has(`${path} *`))
      .flatMap(({ path, exports }) => exports.map((name) => `${path} ${name}`))
      .filter((name) => !used.has(name));
    expect(unused).toEqual([]);
  });

  test('no dependency runs a script when it is installed', () => {
    // An empty list: without one, bun runs the scripts of packages it knows, such as the analytics of @scarf/scarf.
    const manifest = require('../../package.json') as { trustedDependencies?: string[] };
    expect(manifest.trustedDependencies).toEqual([]);
  });

  test('every dependency is imported', () => {
    const manifest = require('../../package.json') as { dependencies: Record<string, string> };
    const used = new Set(sources.flatMap(({ packages }) => packages.map(packageOf)));
    expect(Object.keys(manifest.dependencies).filter((name) => !used.has(name))).toEqual([]);
  });

  test('nothing is imported that only tests and tools have', () => {
    const manifest = require('../../package.json') as { dependencies: Record<string, string> };
    const foreign = sources.flatMap((source) =>
      source.packages
        .filter(
          (specifier) =>
            !/^(node:|bun(:|$))/.test(specifier) && !(packageOf(specifier) in manifest.dependencies),
        )
        .map((specifier) => `${source.path}: ${specifier}`),
    );
    expect(foreign).toEqual([]);
  });
});

describe('what belongs to one place', () => {
  test('the environment is read in config', () => {
    // These pass options of the runtime on: the launcher before any module of the service is loaded, the other to workers.
    const isAllowed = (path: string) =>
      path.startsWith('src/config/') || /^src\/platform\/workers\/(launch|worker-process)\.ts$/.test(path);
    expect(findOutside(/process\.env\b/, ({ path }) => isAllowed(path))).toEqual([]);
  });

  test('time, randomness and ids come from platform', () => {
    const pattern = /Date\.now\(|new Date\(\)|Math\.random\(|crypto\.(randomUUID|getRandomValues)/;
    const isAllowed = ({ path }: SourceFile) => /^src\/(platform|sdk|dashboard)\//.test(path);
    expect(findOutside(pattern, isAllowed)).toEqual([]);
  });

  test('statements are written in queries.ts and the database layer', () => {
    const isAllowed = ({ path }: SourceFile) =>
      /\/([a-z-]+-)?(queries|table)\.ts$/.test(path) || /^src\/(drivers|platform\/(ports|sql))/.test(path);
    expect(findOutside(/from 'drizzle-orm|from 'bun:sqlite'/, isAllowed)).toEqual(['src/cli/version.ts']);
  });

  test('modules keep no state of the application; services do', () => {
    const isAllowed = ({ path }: SourceFile) =>
      // Pure functions whose caches are keyed by a schema or by one mail.
      path.startsWith('src/mail/') ||
      // Caches keyed by a schema or by the value of one request.
      /^src\/platform\/(json\/input|files\/upload)\.ts$/.test(path);
    const moduleState = /^(export )?const \w+ = new (Weak)?(Map|Set)(<.*>)?\(\);/m;
    expect(findOutside(moduleState, isAllowed)).toEqual([]);
  });

  test('only app.ts and the command line name a driver', () => {
    const named = sources.filter(({ files }) => files.some((file) => file.startsWith('src/drivers/')));
    const others = named.filter(({ path }) => !/^src\/(app\.ts|cli\/|drivers\/)/.test(path));
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  test('every feature is a value with the name of its folder', () => {
    for (const folder of FEATURE_ORDER) {
      const text = sources.find(({ path }) => path === `src/features/${folder}/feature.ts`)?.text;
      const name = folder.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
      expect(text).toContain(`export const ${name} = defineFeature({\n  name: '${name}',`);
    }
  });

  test('no file is longer than 300 lines', () => {
    const isLong = ({ path, text }: SourceFile) =>
      !path.endsWith('.generated.ts') && text.split('\n').length > 300;
    const long = sources.filter(isLong);
    expect(long.map((source) => source.path)).toEqual([]);
  });
});
