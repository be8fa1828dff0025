import type { Rule } from '../../rule.ts';
import { bgFallbackRule } from './bg-fallback.ts';
import { colorSchemeRule } from './color-scheme.ts';
import { countdownMomentRule } from './countdown-moment.ts';
import { htmlRemovedRule } from './html-removed.ts';
import { imageDimsRule, imageFormatRule, imageWeightRule } from './images.ts';
import { mergeTagsRule } from './merge-tags.ts';
import { outlookCommentsRule } from './outlook-comments.ts';
import { placeholderTextRule } from './placeholder-text.ts';
import { plainTextRule } from './plain-text.ts';
import { sizeRule } from './size.ts';
import { structureRule } from './structure.ts';
import { nestedAtRule, styleSizeRule } from './style-size.ts';
import { unsupportedCssRule } from './unsupported-css.ts';
import { urlRule } from './url.ts';
import { viewOnlineRule } from './view-online.ts';
import { webFontRule } from './web-font.ts';
import { mobileRule, widthRule } from './width.ts';

/** Rules about correct display in mail clients and unfinished parts. */
export const bestPracticesRules: readonly Rule[] = [
  sizeRule,
  styleSizeRule,
  nestedAtRule,
  unsupportedCssRule,
  plainTextRule,
  imageDimsRule,
  imageWeightRule,
  imageFormatRule,
  bgFallbackRule,
  urlRule,
  mergeTagsRule,
  placeholderTextRule,
  countdownMomentRule,
  htmlRemovedRule,
  structureRule,
  widthRule,
  mobileRule,
  webFontRule,
  colorSchemeRule,
  viewOnlineRule,
  outlookCommentsRule,
];
