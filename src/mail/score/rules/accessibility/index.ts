import type { Rule } from '../../rule.ts';
import { buttonContrastRule } from './button-contrast.ts';
import { contrastRule } from './contrast.ts';
import { darkContrastRule } from './dark-contrast.ts';
import { dataTableHeadersRule } from './data-table-headers.ts';
import { dirRule } from './dir.ts';
import { fakeHeadingRule } from './fake-heading.ts';
import { headingEmptyRule, headingMissingRule, headingMultiH1Rule, headingSkipRule } from './headings.ts';
import { imgAltRule } from './img-alt.ts';
import { imgAltFilenameRule } from './img-alt-filename.ts';
import { imgAltRedundantRule } from './img-alt-redundant.ts';
import { imgAltTooLongRule } from './img-alt-too-long.ts';
import { langRule } from './lang.ts';
import { langMismatchRule } from './lang-mismatch.ts';
import { layoutTableRoleRule } from './layout-table-role.ts';
import { linkDistinguishRule } from './link-distinguish.ts';
import { linkEmptyRule } from './link-empty.ts';
import { linkHrefEmptyRule } from './link-href-empty.ts';
import { linkNestedRule } from './link-nested.ts';
import { linkSameTextRule } from './link-same-text.ts';
import { linkVagueRule } from './link-vague.ts';
import { linkedImgNoAltRule } from './linked-img-no-alt.ts';
import { motionRule } from './motion.ts';
import { targetSizeRule } from './target-size.ts';
import { titleRule } from './title.ts';
import { vmlAltRule } from './vml-alt.ts';
import { zoomBlockedRule } from './zoom-blocked.ts';

/** Rules about what keeps people with little or no sight, or who cannot use a mouse, from reading the mail. */
export const accessibilityRules: readonly Rule[] = [
  langRule,
  langMismatchRule,
  dirRule,
  titleRule,
  layoutTableRoleRule,
  dataTableHeadersRule,
  imgAltRule,
  imgAltFilenameRule,
  imgAltTooLongRule,
  imgAltRedundantRule,
  linkedImgNoAltRule,
  headingMissingRule,
  headingEmptyRule,
  headingSkipRule,
  headingMultiH1Rule,
  fakeHeadingRule,
  linkEmptyRule,
  linkHrefEmptyRule,
  linkNestedRule,
  linkVagueRule,
  linkSameTextRule,
  contrastRule,
  buttonContrastRule,
  linkDistinguishRule,
  targetSizeRule,
  darkContrastRule,
  motionRule,
  zoomBlockedRule,
  vmlAltRule,
];
