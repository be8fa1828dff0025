export { examineFinding } from './fix-text.ts';
export { isOutputTag } from './mail/merge-words.ts';
export { scoringRoutes } from './routes.ts';
export {
  type ColorUse,
  findLegibleColor,
  findNearest,
  isAlwaysLegible,
} from './rules/accessibility/legible-color.ts';
export { nameOfTag } from './rules/best-practices/merge-tags.ts';
export { FixedContent, FixInput } from './schema.ts';
export { scoringTools } from './tools.ts';
