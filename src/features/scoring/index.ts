export {
  type ColorUse,
  findLegibleColor,
  findNearest,
  isAlwaysLegible,
} from '../../mail/parse/legible-color.ts';
export { examineFinding } from './fix-text.ts';
export { FixedContent, FixInput } from './schema.ts';
