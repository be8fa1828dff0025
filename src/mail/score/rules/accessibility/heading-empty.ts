import { type ContentOperations, walkBlocks } from '../../../model/index.ts';
import { deleteBlocks } from '../../fix.ts';
import type { Mail, MailHeading } from '../../mail/mail.ts';
import type { Rule } from '../../rule.ts';

/** Headings without text: screen readers announce them, and nothing follows (WCAG 2.2, 1.3.1 and 2.4.6). */
export const headingEmptyRule: Rule = {
  id: 'a11y.heading-empty',
  area: 'accessibility',
  check(mail) {
    return mail.headings
      .filter(({ text }) => text === '')
      .map((heading) => {
        const fix = removeTitle(mail, heading);
        return {
          severity: 'high',
          blockId: heading.blockId,
          message: heading.element ? `An <h${heading.level}> has no text.` : 'The title has no text.',
          suggestion: 'Write what follows, or remove the heading.',
          ...(fix && { fix, fixNeedsTrial: true }),
        };
      });
  },
};

/** A title without text shows nothing; the last block of its list stays, since an empty section is a fault, too. */
function removeTitle(mail: Mail, { blockId, element }: MailHeading): ContentOperations | undefined {
  if (element !== undefined) return undefined;
  for (const { block, list } of walkBlocks(mail.content)) {
    if (block.id === blockId) return list.length > 1 ? deleteBlocks(blockId) : undefined;
  }
  return undefined;
}
