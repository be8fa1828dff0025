export { extractTexts, type TextPart, type TextsOfContent } from './extract-texts.ts';
