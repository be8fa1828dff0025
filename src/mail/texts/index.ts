export { extractTexts, type TextPart } from './extract-texts.ts';
export { replaceBlockRuns, withoutIds } from './replace-blocks.ts';
export { type ReplacedContent, replaceInContent } from './replace-in-content.ts';
