import { Secret, TOTP } from 'otpauth';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { decryptText, encryptText, sha256Hex } from '../../platform/security/crypto.ts';
import {
  claimStep,
  confirmAuthenticatorApp,
  deleteAuthenticatorApp,
  insertAuthenticatorApp,
  replaceRecoveryCodes,
  selectAuthenticatorApp,
  useRecoveryCode,
} from './authenticator-queries.ts';
import { wrongCode } from './errors.ts';

const RECOVERY_CODES = 10;

/** So many that a plain SHA-256 is a safe way to store a recovery code. */
const RECOVERY_CODE_BYTES = 10;

/** Clocks differ: the codes of so many steps of 30 seconds before and after the current one are accepted. */
const STEP_TOLERANCE = 1;

interface NewApp {
  /** For a QR code. */
  uri: string;
  secret: string;
  recovery_codes: string[];
}

/** Prepares an app for `confirmApp`. Throws `conflict` if the person uses one. */
export async function prepareApp(
  { db }: Deps,
  { accountId, email }: { accountId: string; email: string },
): Promise<NewApp> {
  const secret = new Secret();
  const encrypted = encryptText(await db.instanceSecret('accounts'), secret.base32);
  const recoveryCodes = await db.transaction(async (connection) => {
    const former = await selectAuthenticatorApp(connection, accountId);
    if (former?.isConfirmed) throw new DomainError('conflict', 'An authenticator app is already set up.');
    await deleteAuthenticatorApp(connection, accountId);
    await insertAuthenticatorApp(connection, { personId: accountId, secret: encrypted });
    return makeRecoveryCodes(connection, accountId);
  });
  const uri = new TOTP({ issuer: 'Galley', label: email, secret }).toString();
  return { uri, secret: secret.base32, recovery_codes: recoveryCodes };
}

/** From now on, sign-ins with the password need a code. `code` is the first one. */
export async function confirmApp(db: Connection, code: AppCode): Promise<void> {
  await useAppCode(db, code);
  await confirmAuthenticatorApp(db, code.personId);
}

/** New recovery codes. The former ones are void. Throws `conflict` without an app. */
export async function renewRecoveryCodes(db: Connection, personId: string): Promise<string[]> {
  const app = await selectAuthenticatorApp(db, personId);
  if (!app?.isConfirmed) throw new DomainError('conflict', 'No authenticator app is set up.');
  return makeRecoveryCodes(db, personId);
}

/** Uses up a code of the app, or a recovery code. Throws `unauthorized` for a wrong or used one. */
export async function useCode(
  deps: Deps,
  personId: string,
  { code, recovery_code = '' }: { code?: string; recovery_code?: string },
): Promise<void> {
  const appCode = code === undefined ? undefined : await checkAppCode(deps, personId, code, true);
  await deps.db.transaction(async (db) => {
    if (appCode !== undefined) await useAppCode(db, appCode);
    else if (!(await useRecoveryCode(db, personId, hashRecoveryCode(recovery_code)))) throw wrongCode();
  });
}

/** A correct code of an app, which may have been used before. */
interface AppCode {
  personId: string;
  /** The encrypted secret of the app. */
  secret: string;
  /** Number of 30 seconds since the epoch. */
  step: number;
}

/** Throws `unauthorized` unless it is a code of the person's app, which is in use or only prepared. */
export async function checkAppCode(
  { db, clock }: Deps,
  personId: string,
  typed: string,
  isConfirmed: boolean,
): Promise<AppCode> {
  const app = await selectAuthenticatorApp(db.reader, personId);
  if (app?.isConfirmed !== isConfirmed) throw wrongCode();
  const key = await db.instanceSecret('accounts');
  const totp = new TOTP({ secret: Secret.fromBase32(decryptText(key, app.secret)) });
  const timestamp = clock.now();
  // People type codes in groups, as apps show them.
  const token = typed.replaceAll(/\s/g, '');
  const difference = totp.validate({ token, timestamp, window: STEP_TOLERANCE });
  if (difference === null) throw wrongCode();
  return { personId, secret: app.secret, step: totp.counter({ timestamp }) + difference };
}

async function useAppCode(db: Connection, code: AppCode): Promise<void> {
  if (!(await claimStep(db, code))) throw wrongCode();
}

async function makeRecoveryCodes(db: Connection, personId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_CODE_BYTES }).base32.toLowerCase().replaceAll(/.{4}(?!$)/g, '$&-'),
  );
  await replaceRecoveryCodes(db, personId, codes.map(hashRecoveryCode));
  return codes;
}

/** However it is typed: in capitals, and with any signs between the letters. */
const hashRecoveryCode = (typed: string) => sha256Hex(typed.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
