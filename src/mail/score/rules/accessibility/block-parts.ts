import type { Mail, MailElement, MailText } from '../../mail/mail.ts';

interface Parts {
  texts: ReadonlyMap<string, readonly MailText[]>;
  elements: ReadonlyMap<string, readonly MailElement[]>;
}

/** Sorted once a mail, for rules that look at it block by block. */
const sorted = new WeakMap<Mail, Parts>();

function partsOf(mail: Mail): Parts {
  const before = sorted.get(mail);
  if (before !== undefined) return before;
  const parts = {
    texts: Map.groupBy(mail.texts, ({ blockId }) => blockId),
    elements: Map.groupBy(mail.elements, ({ blockId }) => blockId),
  };
  sorted.set(mail, parts);
  return parts;
}

export function textsOf(mail: Mail, blockId: string): readonly MailText[] {
  return partsOf(mail).texts.get(blockId) ?? [];
}

export function elementsOf(mail: Mail, blockId: string): readonly MailElement[] {
  return partsOf(mail).elements.get(blockId) ?? [];
}
