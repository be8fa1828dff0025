import { invalidField } from '../platform/errors.ts';

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** `30m`, `24h`, `7d`, `90s` or `0` → seconds. `flag` is named in the error. */
export function parseDuration(flag: string, text: string): number {
  const [, amount, unit] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  if (amount === undefined || (unit === undefined && Number(amount) !== 0)) {
    throw invalidField(flag, `"${text}" is not a duration; write 90s, 30m, 24h, 7d or 0.`);
  }
  return Number(amount) * (unit === undefined ? 1 : SECONDS[unit as keyof typeof SECONDS]);
}
