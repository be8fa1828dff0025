import { splitMergeTags } from '../../mail/render/merge-tags.ts';
import { isOutputTag, nameOfTag } from '../scoring/index.ts';

/** Merge tags of a value, at any depth: of each text in order. */
export function listMergeTags(value: unknown): string[] {
  const tags: string[] = [];
  collect(value, tags);
  return tags;
}

function collect(value: unknown, tags: string[]): void {
  if (typeof value === 'string') {
    for (const piece of splitMergeTags(value)) if (piece.isTag) tags.push(piece.text);
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
  const known = new Set(sources.flatMap(listMergeTags).map(identityOf));
  return {
    findInvented: (value) => {
      const invented = listMergeTags(value).filter((tag) => !known.has(identityOf(tag)));
      return [...new Set(invented)];
    },
  };
}

/** What makes two tags the same: how they begin, and what they print. */
function identityOf(tag: string): string {
  const opening = /^(?:\{\{\{?|\*\||\$\{|<%[-=]?|\{%|\{#)/.exec(tag)?.[0] ?? '';
  return isOutputTag(tag) ? `${opening} ${nameOfTag(tag)}` : tag.replace(/\s+/g, ' ');
}
