import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import manifest from '../package.json';
import { keepBuild } from './kept-build.ts';

const root = resolve(import.meta.dir, '..');
const source = join(root, 'src/sdk');

/** The files of the clients. */
interface SdkFiles {
  /** One minified ES module. */
  'galley.js': string;
  /** Its types, in one file. */
  'galley.d.ts': string;
  /** The editor with the client in it, one minified ES module. */
  'editor.js': string;
  /** Its types. */
  'editor.d.ts': string;
  /** The client of backends, one minified ES module. */
  'server.js': string;
  /** Its types. */
  'server.d.ts': string;
  /** The client of the admin API, one minified ES module. */
  'admin.js': string;
  /** Its types. */
  'admin.d.ts': string;
}

/** Builds the clients. Throws with the messages of bundler or compiler. */
async function buildSdk(): Promise<SdkFiles> {
  const [client, types, editor, editorTypes, server, serverTypes, admin, adminTypes] = await Promise.all([
    bundle('index.ts'),
    printDeclarations(source, 'index.d.ts'),
    bundle('editor/index.ts'),
    Bun.file(join(source, 'editor/editor.d.ts.txt')).text(),
    bundle('server/index.ts'),
    printDeclarations(join(source, 'server'), 'server/index.d.ts'),
    bundle('admin/index.ts'),
    printDeclarations(join(source, 'admin'), 'admin/index.d.ts'),
  ]);
  return {
    'galley.js': client,
    'galley.d.ts': types,
    'editor.js': editor,
    'editor.d.ts': editorTypes,
    'server.js': server,
    'server.d.ts': serverTypes,
    'admin.js': admin,
    'admin.d.ts': adminTypes,
  };
}

async function bundle(entry: string): Promise<string> {
  const result = await Bun.build({
    entrypoints: [join(source, entry)],
    target: 'browser',
    format: 'esm',
    minify: true,
    throw: false,
  });
  const [output] = result.outputs;
  if (!result.success || output === undefined) throw new Error(result.logs.map(String).join('\n'));
  return `/*! Galley ${manifest.version}, MIT */\n${await output.text()}`;
}

/** Joins the compiler's declarations of the files that `index` needs. */
async function printDeclarations(project: string, index: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-sdk-types-'));
  try {
    const compiler = join(root, 'node_modules/.bin/tsc');
    const options = [
      '-p',
      project,
      '--noEmit',
      'false',
      '--declaration',
      '--emitDeclarationOnly',
      '--rootDir',
      source,
    ];
    const child = Bun.spawn([compiler, ...options, '--outDir', folder], { cwd: root, stdout: 'pipe' });
    const messages = await child.stdout.text();
    if ((await child.exited) !== 0) throw new Error(messages);
    const bundle = await rolldown({ input: join(folder, index), plugins: [dts({ dtsInput: true })] });
    const { output } = await bundle.generate({ format: 'es' });
    return output[0].code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The built clients as JSON. */
const readOrBuild = () => keepBuild('sdk', ['src/sdk'], async () => JSON.stringify(await buildSdk()));

/** Writes the npm package into `folder`: the built files, package.json, README and license. */
export async function writeSdkPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = JSON.parse(await readOrBuild()) as SdkFiles;
  for (const [name, text] of Object.entries(files)) await Bun.write(join(folder, name), text);
  const own = await Bun.file(join(source, 'package.json')).json();
  const { version, license } = manifest;
  await Bun.write(join(folder, 'package.json'), `${JSON.stringify({ ...own, version, license }, null, 2)}\n`);
  cpSync(join(source, 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

if (import.meta.main) {
  if (process.argv.includes('--print')) process.stdout.write(await readOrBuild());
  else await writeSdkPackage(join(root, 'dist/sdk'));
}
