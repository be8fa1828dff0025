export { examineFinding } from './fix-text.ts';
export { FixedContent, FixInput } from './schema.ts';
