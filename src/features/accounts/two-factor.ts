import type { AccountCall } from './account-call.ts';

interface CodeInput {
  code?: string;
  recovery_code?: string;
}

/** Checks a code of the authenticator app, or a recovery code, of a sign-in or a session; the id of the person. */
export async function useCode(call: AccountCall, { code, recovery_code }: CodeInput): Promise<string> {
  const body = { code: (code ?? recovery_code ?? '').replaceAll(/\s/g, '') };
  const answer =
    code === undefined
      ? await call.ask((api, headers) => api.verifyBackupCode({ body, headers, returnHeaders: true }))
      : await call.ask((api, headers) => api.verifyTOTP({ body, headers, returnHeaders: true }));
  return answer.user.id;
}
