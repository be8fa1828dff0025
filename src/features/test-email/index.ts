export { describeMailFault } from './mail-advice.ts';
