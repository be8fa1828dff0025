export { compareStates } from './comparison.ts';
