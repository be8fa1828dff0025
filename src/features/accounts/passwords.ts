import { invalidField } from '../../platform/errors.ts';

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

/** Argon2id with the memory and iterations that OWASP recommends (19 MiB, 2). */
const PARAMETERS = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

export async function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password.normalize('NFKC'), PARAMETERS);
}

export async function verifyPassword({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false;
  return Bun.password.verify(password.normalize('NFKC'), hash);
}

/** Throws `validation_failed` for a password that is too short, too long, or easy to guess. */
export async function requireStrongPassword(password: string, own: readonly string[]): Promise<void> {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH)
    throw invalidField('password', `The password must have at least ${MIN_PASSWORD_LENGTH} characters.`);
  if (length > MAX_PASSWORD_LENGTH)
    throw invalidField('password', `The password must have at most ${MAX_PASSWORD_LENGTH} characters.`);
  const { isCommonPassword } = await import('./common-passwords.ts');
  if (await isCommonPassword(password, own))
    throw invalidField('password', 'The password is among the most common ones. Choose another one.');
}
