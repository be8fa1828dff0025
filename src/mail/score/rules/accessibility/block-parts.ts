import { derive, type Mail, type MailElement, type MailText } from '../../mail/mail.ts';

interface Parts {
  texts: ReadonlyMap<string, readonly MailText[]>;
  elements: ReadonlyMap<string, readonly MailElement[]>;
}

function groupByBlock(mail: Mail): Parts {
  return {
    texts: Map.groupBy(mail.texts, ({ blockId }) => blockId),
    elements: Map.groupBy(mail.elements, ({ blockId }) => blockId),
  };
}

export function textsOf(mail: Mail, blockId: string): readonly MailText[] {
  return derive(mail, groupByBlock).texts.get(blockId) ?? [];
}

export function elementsOf(mail: Mail, blockId: string): readonly MailElement[] {
  return derive(mail, groupByBlock).elements.get(blockId) ?? [];
}
