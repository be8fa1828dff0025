import { readFileSync } from 'node:fs';
import { MUTANTS } from './mutants.ts';

// Preloaded: a file of `src/realtime/room` is read with the change of `MUTANT`, the number of a mutant.

const { file, from, to } = MUTANTS[Number(process.env.MUTANT)] as (typeof MUTANTS)[number];

Bun.plugin({
  name: 'mutant',
  setup(build) {
    build.onLoad({ filter: new RegExp(`src/realtime/room/${file.replace('.', '\\.')}$`) }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (source.split(from).length !== 2)
        throw new Error(`${file} does not have the code of the mutant once`);
      return { contents: source.replace(from, () => to), loader: 'ts' };
    });
  },
});
