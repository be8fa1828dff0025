import type { OfferedTag } from '../../../mail/starters/tags.ts';
import type { MessageRow } from '../conversations/queries.ts';

/** What somebody wants of a mail. */
export interface Wish {
  prompt: string;
  kind?: 'marketing' | 'transactional' | undefined;
  /** BCP-47. */
  locale?: string | undefined;
  tags: readonly OfferedTag[];
  /** What was said before. */
  messages: readonly MessageRow[];
  /** Called with pieces of the reply as they come. */
  onReply?: ((text: string) => void) | undefined;
}

/** Kind and language, as far as they are wanted; undefined when neither is. */
export function describeFrame({ kind, locale }: Pick<Wish, 'kind' | 'locale'>): string | undefined {
  const wishes = [
    kind === undefined ? [] : `It is a ${kind} mail.`,
    locale === undefined ? [] : `Write its texts in the language ${JSON.stringify(locale)} (BCP-47).`,
  ].flat();
  return wishes.length === 0 ? undefined : wishes.join(' ');
}

/** The tags of an input. */
export function toTags(given: readonly { label?: string; value: string }[] | undefined): OfferedTag[] {
  return (given ?? []).map(({ label = '', value }) => ({ label, value }));
}
