export { examineFinding } from './fix-text.ts';
export { scoreTemplate } from './operations/score-template.ts';
export { FixedContent, FixInput } from './schema.ts';
