import { resolve } from 'node:path';

const root = resolve(import.meta.dir, '..');

/** Compiles the service into one executable; `target` undefined: for this machine. Throws with the bundler's complaints. */
export async function compile(outfile: string, target?: Bun.Build.CompileTarget): Promise<void> {
  const result = await Bun.build({
    entrypoints: [resolve(root, 'src/main.ts')],
    compile: { outfile: resolve(root, outfile), ...(target && { target }) },
    minify: true,
    bytecode: true,
    format: 'cjs',
    throw: false,
  });
  if (!result.success) throw new Error(result.logs.map(String).join('\n'));
}
