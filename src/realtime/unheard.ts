import type { TemplatePage } from '../features/templates/index.ts';
import type { Entry } from './contested.ts';
import { WHOLE } from './replay.ts';

interface Sender {
  sender: object;
  page: TemplatePage | undefined;
  /** The last operation that it has received for sure. */
  heard: number;
}

/** Operations of others that a sender may not have received, apart from those that replace everything. */
export function findUnheard(
  entries: Iterable<Entry>,
  { sender, page, heard }: Sender,
  isOwnChange: (text: string) => boolean,
): string[] {
  const isOwn = (entry: Entry) => entry.sender === sender || (page !== undefined && entry.page === page);
  return (
    [...entries]
      .filter((entry) => entry.serial > heard && !isOwn(entry) && entry.subject !== WHOLE)
      .filter(({ recipient = sender }) => recipient === sender)
      // What completes a page may restore what the page has set itself.
      .filter(({ recipient, text }) => recipient === undefined || !isOwnChange(text))
      .map(({ text }) => text)
  );
}
