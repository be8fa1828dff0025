import fc from 'fast-check';

/**
 * Runs a property with 100 random cases; `PROPERTY_RUNS=5000 bun test …` asks for more. Preloaded (bunfig.toml), so a
 * property says nothing about it unless a case of it is expensive: then it passes `numRuns: runs(20)`.
 */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 100);

fc.configureGlobal({ numRuns: RUNS });

/** The number of cases of an expensive property, which runs `cases` where others run 100. */
export const runs = (cases: number): number => Math.ceil((cases * RUNS) / 100);
