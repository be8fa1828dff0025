export { scheduleUsageSweeps } from './sweep-usage.ts';
export { UsageLedger } from './usage-ledger.ts';
