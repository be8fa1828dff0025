export { isOutputTag } from '../../mail/score/mail/merge-words.ts';
export {
  type ColorUse,
  findLegibleColor,
  findNearest,
  isAlwaysLegible,
} from '../../mail/score/rules/accessibility/legible-color.ts';
export { nameOfTag } from '../../mail/score/rules/best-practices/merge-tags.ts';
export { examineFinding } from './fix-text.ts';
export { scoringRoutes } from './routes.ts';
export { FixedContent, FixInput } from './schema.ts';
export { scoringTools } from './tools.ts';
