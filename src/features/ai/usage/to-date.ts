import { toIsoTime } from '../../../platform/clock.ts';

const DAY_MS = 86_400_000;

/** Days since 1970-01-01 → `2026-12-31`. */
export const toDate = (day: number): string => toIsoTime(day * DAY_MS).slice(0, 10);
