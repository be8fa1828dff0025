import { createOTP } from '@better-auth/utils/otp';

export const STEP_MS = 30_000;

/** The code that an authenticator app with this secret shows, now or so many steps of 30 seconds later. */
export const codeOf = (secret: string, steps = 0): Promise<string> =>
  createOTP(Buffer.from(decodeBase32(secret)).toString('latin1')).hotp(
    Math.floor(Date.now() / STEP_MS) + steps,
  );

function decodeBase32(text: string): number[] {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}
