import { isOutputTag } from '../../parse/merge-tag-meaning.ts';
import { decodeMergeTag, mapMergeTags } from '../../parse/merge-tags.ts';

/** Replaces a merge tag where texts are counted and compared: a first name that all languages have. */
export const MERGE_WORD = 'Robin';

/**
 * A text with MERGE_WORD for each merge tag that prints something; conditions and loops disappear.
 * @param isMarkup as for splitMergeTags
 */
export function replaceMergeTags(text: string, isMarkup = false): string {
  return mapMergeTags(text, (tag) => (isOutputTag(tag) ? MERGE_WORD : ''), isMarkup);
}

/** A text of HTML with its merge tags decoded, as a sending service reads them. */
export function decodeMergeTags(text: string): string {
  return mapMergeTags(text, decodeMergeTag, true);
}
