import type { Block, TemplateContent } from '../../../../src/mail/model/index.ts';

/**
 * A way to spoil a mail. The properties of the score are tested with every defect of every area: it makes its rule
 * find something more, lowers its own area, and raises none.
 *
 * Each area has a table of them in `<area>.ts` beside this file: `export const defects: readonly Defect[]`.
 * `inject` gets a clean content (see clean-content.ts), must not change it, and returns a changed copy.
 */
export interface Defect {
  /** Id of the rule that must find it. */
  rule: string;
  inject(content: TemplateContent): TemplateContent;
  /** Subject of the spoiled mail, for rules about it. */
  subject?: string;
  /** Other areas that may fall with it, because they look at the same thing. */
  alsoLowers?: readonly string[];
}

/** The content with one more block before its footer, which begins with the divider of the clean content. */
export function withBlock(content: TemplateContent, block: Block): TemplateContent {
  const footer = content.blocks.findIndex(({ id }) => id === 'line');
  const at = footer < 0 ? content.blocks.length : footer;
  return { ...content, blocks: content.blocks.toSpliced(at, 0, block) };
}
