export { createUsageLedger, type UsageLedger } from './ledger.ts';
export { scheduleUsageSweeps } from './sweep-usage.ts';
