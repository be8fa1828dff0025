import type { AccountCall } from './account-call.ts';
import { requireNewCode } from './used-codes.ts';

/** People type codes in groups, as apps show them. */
const withoutSpaces = (code: string) => code.replaceAll(/\s/g, '');

interface CodeInput {
  code?: string;
  recovery_code?: string;
}

/**
 * Checks a code of the authenticator app, or a recovery code, in a sign-in or a session. Returns the id of the person.
 */
export async function useCode(call: AccountCall, { code, recovery_code }: CodeInput): Promise<string> {
  const body = { code: withoutSpaces(code ?? recovery_code ?? '') };
  const answer =
    code === undefined
      ? await call.ask((api, headers) => api.verifyBackupCode({ body, headers, returnHeaders: true }))
      : await call.ask((api, headers) => api.verifyTOTP({ body, headers, returnHeaders: true }));
  return answer.user.id;
}

/** Checks a code of the authenticator app of the person who has signed in, and that it was not sent before. */
export async function useNewCode(call: AccountCall, accountId: string, typed: string): Promise<void> {
  const code = withoutSpaces(typed);
  await requireNewCode(call.deps, accountId, code);
  await useCode(call, { code });
}
