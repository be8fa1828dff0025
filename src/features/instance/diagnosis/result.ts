import { type Static, Type } from '@sinclair/typebox';

/** The result of one check. */
export const CheckResult = Type.Object({
  check: Type.String({ description: 'What was checked, such as `disk` or `base_url`.' }),
  status: Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('fault')]),
  message: Type.String({ description: 'What was found, and what to do about it.' }),
});
export type CheckResult = Static<typeof CheckResult>;

/** How long a check of the network may take. */
export const CHECK_TIMEOUT_MS = 5_000;

type Finding = (message: string) => CheckResult;

/** Functions that make results of the check, by status. */
export function resultsOf(check: string): Record<CheckResult['status'], Finding> {
  return {
    ok: (message) => ({ check, status: 'ok', message }),
    warning: (message) => ({ check, status: 'warning', message }),
    fault: (message) => ({ check, status: 'fault', message }),
  };
}

/** An error in one line. Network errors often have only a code. */
export function reasonOf(error: unknown): string {
  const { code, message, name } = error as { code?: string; message?: string; name?: string };
  return code ?? (message || name || 'unknown error');
}
