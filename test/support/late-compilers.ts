/**
 * Settings for short-lived processes of the executable: functions are compiled only after many more calls. Compilers
 * take a quarter of the processor time of a command, or of a server that answers few requests. Only `bun run check`
 * uses them, see built-workers.ts: rounds, soak and figures run the executable as it is.
 */
export const LATE_COMPILERS: Readonly<Record<string, string>> =
  process.env.GALLEY_TEST_WORKERS === undefined
    ? {}
    : { BUN_JSC_thresholdForJITAfterWarmUp: '2000', BUN_JSC_thresholdForOptimizeAfterWarmUp: '20000' };

/** The default thresholds, for servers with much work, which is faster with compiled functions. */
export const USUAL_COMPILERS: Readonly<Record<string, string>> = {
  BUN_JSC_thresholdForJITAfterWarmUp: '500',
  BUN_JSC_thresholdForOptimizeAfterWarmUp: '1000',
};
