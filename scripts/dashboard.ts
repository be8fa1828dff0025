import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { compile, optimize } from '@tailwindcss/node';
import { Scanner } from '@tailwindcss/oxide';
import type { DashboardFile, DashboardFiles } from '../src/http/dashboard.ts';
import { sha256Hex } from '../src/platform/security/crypto.ts';
import { keepBuild } from './kept-build.ts';

const root = resolve(import.meta.dir, '..');
const source = join(root, 'src/dashboard');

/** Builds the dashboard: its scripts, its style and the script of frames, each compressed. Throws the bundler's messages. */
async function buildDashboard(): Promise<DashboardFiles> {
  const [scripts, style] = await Promise.all([bundleScripts(), compileStyle()]);
  const styleName = `style-${hashOf(style)}.css`;
  const texts = { ...scripts.texts, [styleName]: style };
  const files = Object.entries(texts).map(([name, text]): [string, DashboardFile] => [name, compress(text)]);
  return { ...scripts.entries, style: styleName, files: Object.fromEntries(files) };
}

/** Pages load again after a change: `bun run dev`. */
const isReloading = Bun.env.DASHBOARD_RELOAD === 'true';

/** The options that decide what the scripts contain. */
export const SCRIPT_OPTIONS = {
  entrypoints: ['main.tsx', 'editor.ts', 'theme.ts', 'mail-frame.ts'].map((name) => join(source, name)),
  target: 'browser',
  format: 'esm',
  splitting: true,
  minify: true,
  naming: { entry: '[name]-[hash].js', chunk: 'part-[hash].js' },
  define: { 'process.env.NODE_ENV': '"production"', RELOADS: String(isReloading) },
  throw: false,
} satisfies Bun.BuildConfig;

async function bundleScripts() {
  const result = await Bun.build(SCRIPT_OPTIONS);
  if (!result.success) throw new Error(result.logs.map(String).join('\n'));
  const outputs = await Promise.all(
    result.outputs.map(async (output) => [output.path.replace(/^\.?\//, ''), await output.text()] as const),
  );
  const entryOf = (name: string) => outputs.find(([path]) => path.startsWith(`${name}-`))?.[0] as string;
  const texts: Record<string, string> = Object.fromEntries(outputs);
  const entries = {
    ...{ main: entryOf('main'), editor: entryOf('editor') },
    ...{ theme: entryOf('theme'), mailFrame: entryOf('mail-frame') },
  };
  return { texts, entries: { ...entries, preloads: listImports(entries.main, texts) } };
}

/** The parts that a script needs before it runs, at any depth. Browsers would find them one after the other. */
function listImports(
  name: string,
  texts: Readonly<Record<string, string>>,
  found = new Set<string>(),
): string[] {
  const imports = (texts[name] ?? '').matchAll(/(?:from|import)"\.\/(part-\w+\.js)"/g);
  for (const [, part = ''] of imports) {
    if (found.has(part)) continue;
    found.add(part);
    listImports(part, texts, found);
  }
  return [...found];
}

async function compileStyle(): Promise<string> {
  const path = join(source, 'style.css');
  const compiler = await compile(readFileSync(path, 'utf8'), { base: source, onDependency: () => {} });
  const sources = [source, join(root, 'src/docs')].map((base) => ({
    base,
    pattern: '**/*.{ts,tsx}',
    negated: false,
  }));
  const scanner = new Scanner({ sources });
  return optimize(compiler.build(scanner.scan()), { minify: true }).code;
}

const hashOf = (text: string) => sha256Hex(text).slice(0, 8);

function compress(text: string): DashboardFile {
  const bytes = Buffer.from(text);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return {
    gzip: gzipSync(bytes, { level: 9 }).toString('base64'),
    brotli: brotliCompressSync(bytes, { params: quality }).toString('base64'),
  };
}

/** Files and folders from which the scripts are built. */
const SOURCES = ['src/dashboard', 'src/docs', 'src/platform/agents/agent-configurations.ts'];

/** The built dashboard as JSON. */
const readOrBuild = () =>
  keepBuild(isReloading ? 'dashboard-reload' : 'dashboard', SOURCES, async () =>
    JSON.stringify(await buildDashboard()),
  );

if (import.meta.main) process.stdout.write(await readOrBuild());
