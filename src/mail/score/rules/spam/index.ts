import type { Rule } from '../../rule.ts';
import { activeContentRule } from './active-content.ts';
import { bodyCapsRule } from './body-caps.ts';
import { dataUriRule } from './data-uri.ts';
import { exclaimRule } from './exclaim.ts';
import { hiddenTextRule } from './hidden-text.ts';
import { imageHeavyRule, imageOnlyRule, shortLinkedImageRule } from './images.ts';
import { ipLinkRule, oddHostRule, shortenerRule } from './links/bad-hosts.ts';
import { insecureLinkRule } from './links/insecure-link.ts';
import { linkMismatchRule } from './links/link-mismatch.ts';
import { moneyRule } from './money.ts';
import { noPostalAddressRule } from './no-postal-address.ts';
import { noUnsubscribeRule } from './no-unsubscribe.ts';
import { obfuscationRule } from './obfuscation.ts';
import { phraseRule } from './phrase.ts';
import { subjectCapsRule, subjectFakeReplyRule, subjectPunctRule } from './subject.ts';
import { textHtmlDiffRule } from './text-html-diff.ts';
import { unsubscribeAddressRule } from './unsubscribe-address.ts';

/** Rules about what makes filters take a mail for spam. */
export const spamRules: readonly Rule[] = [
  phraseRule,
  subjectCapsRule,
  subjectPunctRule,
  subjectFakeReplyRule,
  bodyCapsRule,
  exclaimRule,
  imageOnlyRule,
  imageHeavyRule,
  shortLinkedImageRule,
  hiddenTextRule,
  linkMismatchRule,
  ipLinkRule,
  oddHostRule,
  shortenerRule,
  insecureLinkRule,
  noUnsubscribeRule,
  unsubscribeAddressRule,
  noPostalAddressRule,
  activeContentRule,
  dataUriRule,
  textHtmlDiffRule,
  obfuscationRule,
  moneyRule,
];
