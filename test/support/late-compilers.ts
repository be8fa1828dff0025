/**
 * For processes of the executable that end soon: functions are compiled after many more calls than usual. Compilers take a
 * quarter of the processor time of a command or of a server that starts, answers a few requests and stops. Only
 * `bun run check` asks for it, see built-workers.ts: rounds, soak and figures run the executable as it is.
 */
export const LATE_COMPILERS: Readonly<Record<string, string>> =
  process.env.GALLEY_TEST_WORKERS === undefined
    ? {}
    : { BUN_JSC_thresholdForJITAfterWarmUp: '2000', BUN_JSC_thresholdForOptimizeAfterWarmUp: '20000' };

/** For a server with much work, which takes less with compiled functions: the thresholds there are without the above. */
export const USUAL_COMPILERS: Readonly<Record<string, string>> = {
  BUN_JSC_thresholdForJITAfterWarmUp: '500',
  BUN_JSC_thresholdForOptimizeAfterWarmUp: '1000',
};
