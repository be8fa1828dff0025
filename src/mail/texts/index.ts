export { extractTexts, type TextPart, type TextsOfContent } from './extract-texts.ts';
export { replaceBlockRuns, withoutIds } from './replace-blocks.ts';
export { type ReplacedContent, type Replacement, replaceInContent } from './replace-in-content.ts';
