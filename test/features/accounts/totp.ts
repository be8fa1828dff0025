import { TOTP } from 'otpauth';

export const STEP_MS = 30_000;

/** The code that an authenticator app with this secret shows, now or so many steps of 30 seconds later. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });
