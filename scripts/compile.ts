import { resolve } from 'node:path';

const root = resolve(import.meta.dir, '..');
const source = resolve(root, 'src');

/** The entry point of the executable: it starts the program or a worker. */
const LAUNCHER = resolve(source, 'platform/workers/launch.ts');

/**
 * Compiles the service into one executable; `target` undefined: for this machine. Throws with the bundler's
 * messages. `folder` holds `main.ts` and, at any depth, the workers, `*.worker.ts`. `version` replaces that of package.json,
 * for tests of updates.
 */
export async function compile(
  outfile: string,
  target?: Bun.Build.CompileTarget,
  folder = source,
  version?: string,
): Promise<void> {
  const options = bundleOptions(folder);
  const result = await Bun.build({
    ...options,
    ...(version && { define: { ...options.define, BUILD_VERSION: JSON.stringify(version) } }),
    compile: {
      outfile: resolve(root, outfile),
      // Otherwise the executable would load configuration files from the directory in which it is started.
      autoloadBunfig: false,
      autoloadDotenv: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
      ...(target && { target }),
    },
    bytecode: true,
  });
  if (!result.success) throw new Error(result.logs.map(String).join('\n'));
}

/** The options that decide what the executable contains. */
export function bundleOptions(folder: string) {
  return {
    entrypoints: [LAUNCHER, resolve(folder, 'main.ts'), ...findWorkers(folder)],
    // Paths of embedded files are relative to it.
    root: folder,
    minify: true,
    format: 'esm',
    // Dynamic imports become separate chunks, which are loaded when they are needed.
    splitting: true,
    // A constant, so that code for development is left out.
    define: {
      'Bun.isStandaloneExecutable': 'true',
      // Otherwise the MJML compiler would run the code of a `.mjmlconfig` in the directory in which it is started.
      'process.env.MJML_BROWSER': '"1"',
      BUILD_COMMIT: JSON.stringify(readCommit()),
      BUILD_DATE: JSON.stringify(readBuildDate()),
      // Where `galley update` finds releases, for example https://github.com/OWNER/galley/releases.
      BUILD_RELEASE_URL: JSON.stringify(process.env.RELEASE_URL ?? ''),
    },
    throw: false,
  } as const satisfies Partial<Bun.BuildConfig>;
}

/** The commit that is checked out, `unknown` outside a Git repository. */
function readCommit(): string {
  const git = (...args: string[]) => {
    const { exitCode, stdout } = Bun.spawnSync(['git', ...args], { cwd: root, stderr: 'ignore' });
    return exitCode === 0 ? stdout.toString().trim() : undefined;
  };
  if (Bun.which('git') === null) return 'unknown';
  const commit = git('rev-parse', '--short=12', 'HEAD');
  if (commit === undefined) return 'unknown';
  return git('status', '--porcelain', '--untracked-files=no') === '' ? commit : `${commit}-dirty`;
}

/** Today, or the day of `SOURCE_DATE_EPOCH` (https://reproducible-builds.org/specs/source-date-epoch). */
function readBuildDate(): string {
  const epoch = process.env.SOURCE_DATE_EPOCH;
  return new Date(epoch === undefined ? Date.now() : Number(epoch) * 1000).toISOString().slice(0, 10);
}

/** Sorted, so that the same source makes the same executable. */
function findWorkers(folder: string): string[] {
  return [...new Bun.Glob('**/*.worker.ts').scanSync({ cwd: folder, absolute: true })].sort();
}
