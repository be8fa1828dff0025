import type { Block, TemplateContent } from '../../../../src/mail/model/index.ts';

/**
 * A defect that can be injected into a mail. Properties of the score are tested with every defect of every area: it
 * causes one more finding of its rule, lowers its own area, and raises none.
 *
 * Each area has a table `<area>.ts` beside this file: `export const defects: readonly Defect[]`. `inject` returns a
 * changed copy of a clean content (see clean-content.ts).
 */
export interface Defect {
  /** Id of the rule that must find it. */
  rule: string;
  inject(content: TemplateContent): TemplateContent;
  /** Subject of the mail with the defect, for rules about it. */
  subject?: string;
  /** Other areas that it may lower too. */
  alsoLowers?: readonly string[];
}

/** The content with one more block before its footer, which begins with the divider of the clean content. */
export function withBlock(content: TemplateContent, block: Block): TemplateContent {
  const footer = content.blocks.findIndex(({ id }) => id === 'line');
  const at = footer < 0 ? content.blocks.length : footer;
  return { ...content, blocks: content.blocks.toSpliced(at, 0, block) };
}
