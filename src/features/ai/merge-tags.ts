import { identityOfTag } from '../../mail/parse/merge-tag-meaning.ts';
import { listMergeTags as listTagsOfText } from '../../mail/parse/merge-tags.ts';

/** Merge tags of a value, at any depth: of each text in order. */
export function listMergeTags(value: unknown): string[] {
  const tags: string[] = [];
  collect(value, tags);
  return tags;
}

function collect(value: unknown, tags: string[]): void {
  if (typeof value === 'string') {
    tags.push(...listTagsOfText(value));
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collect(inner, tags);
  }
}

/** Finds merge tags that nobody has offered. */
export interface TagCheck {
  /** Those of a value that are not allowed, each once. */
  findInvented(value: unknown): string[];
}

/**
 * Allows merge tags that stand in one of the sources: the offered ones, the template as it is, the request. A value may
 * be printed with other spaces or another fallback; conditions and loops have to be the very same.
 */
export function createTagCheck(...sources: readonly unknown[]): TagCheck {
  const known = new Set(sources.flatMap(listMergeTags).map(identityOfTag));
  return {
    findInvented: (value) => {
      const invented = listMergeTags(value).filter((tag) => !known.has(identityOfTag(tag)));
      return [...new Set(invented)];
    },
  };
}
