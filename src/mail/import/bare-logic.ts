import { isLogicTag, isOutputTag, listLooseTags, readBlockStep } from '../parse/merge-tag-meaning.ts';
import { listMergeTags, splitMergeTags, withoutMergeTags } from '../parse/merge-tags.ts';
import { isConditional, replaceComments } from '../parse/spans.ts';

/**
 * The source with the conditions and loops in comments as text, because they have an effect there too:
 * `<!-- {{#if vip}} -->` hides what follows. Spaces take the place of the rest of the comment, so that positions stay.
 */
export function bareLogic(source: string): string {
  return replaceComments(source, (comment) => {
    if (isConditional(comment)) return comment;
    const pieces = splitMergeTags(comment);
    const tags = pieces.flatMap(({ text, isTag }) => (isTag ? [text] : []));
    const effective = listEffective(tags);
    if (effective.size === 0) return comment;
    let position = 0;
    return pieces
      .map(({ text, isTag }) => (isTag && effective.has(position++) ? text : text.replace(/[^\n]/g, ' ')))
      .join('');
  });
}

/** The positions of tags that act on what is outside of the comment: those of no whole condition, and assignments. */
function listEffective(tags: readonly string[]): ReadonlySet<number> {
  const loose = listLooseTags(tags);
  let depth = 0;
  const effective = new Set<number>();
  for (const [position, tag] of tags.entries()) {
    const isOpen = depth > 0;
    const step = loose.has(position) ? undefined : readBlockStep(tag);
    if (step !== undefined) depth += step.kind === 'open' ? 1 : -1;
    const isAssignment = !isOpen && step === undefined && !isOutputTag(tag);
    if (loose.has(position) || isAssignment) effective.add(position);
  }
  return effective;
}

/** Whether a text is conditions or loops only, which print nothing: in a paragraph or an item they would leave an empty line. */
export function isLogic(text: string): boolean {
  const tags = listMergeTags(text);
  return tags.length > 0 && withoutMergeTags(text).trim() === '' && tags.every(isLogicTag);
}
