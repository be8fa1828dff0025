import { invalidField } from '../../platform/errors.ts';
import { wrongCredentials } from './errors.ts';

const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 128;

/** Argon2id with the memory and iterations that OWASP recommends (19 MiB, 2). */
const PARAMETERS = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

export async function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password.normalize('NFKC'), PARAMETERS);
}

/**
 * Throws `unauthorized` unless the password has this hash. It takes as long without one, so that the duration does not show
 * which addresses have an account.
 */
export async function requirePassword(password: string, hash: string | undefined): Promise<void> {
  // Refused before it is hashed, so that huge passwords cost no time.
  if (password.length > MAX_PASSWORD_LENGTH) throw wrongCredentials();
  if (hash === undefined) await hashPassword(password);
  else if (await Bun.password.verify(password.normalize('NFKC'), hash)) return;
  throw wrongCredentials();
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
