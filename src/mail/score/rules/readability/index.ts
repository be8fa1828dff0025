import type { Rule } from '../../rule.ts';
import { centeredLongRule, justifiedRule } from './alignment.ts';
import { callToActionRule } from './call-to-action.ts';
import { capsBlockRule } from './caps.ts';
import { fleschRule } from './flesch.ts';
import { gradeRule } from './grade.ts';
import { leadRule } from './lead.ts';
import { lengthRule } from './length.ts';
import { longParagraphRule } from './long-paragraph.ts';
import { longSentenceRule } from './long-sentence.ts';
import { longWordsRule } from './long-words.ts';
import { passiveRule } from './passive.ts';
import { preheaderRule } from './preheader.ts';
import { subjectLengthRule } from './subject.ts';
import { fontSizeRule, lineHeightRule, lineWidthRule } from './type-size.ts';
import { wallOfTextRule } from './wall-of-text.ts';

/** Rules about how easy a mail is to read and understand. */
export const readabilityRules: readonly Rule[] = [
  gradeRule,
  fleschRule,
  longSentenceRule,
  longParagraphRule,
  wallOfTextRule,
  longWordsRule,
  passiveRule,
  subjectLengthRule,
  preheaderRule,
  leadRule,
  lengthRule,
  callToActionRule,
  capsBlockRule,
  centeredLongRule,
  justifiedRule,
  fontSizeRule,
  lineHeightRule,
  lineWidthRule,
];
