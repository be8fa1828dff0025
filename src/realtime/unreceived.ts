import type { TemplatePage } from '../features/templates/index.ts';
import type { Entry } from './contested.ts';
import { WHOLE } from './replay.ts';

interface Sender {
  sender: object;
  page: TemplatePage | undefined;
  /** The last operation that it has received. */
  received: number;
}

/** Operations of others that a sender may not have received, without whole contents. */
export function findUnreceived(
  entries: Iterable<Entry>,
  { sender, page, received }: Sender,
  isOwnChange: (text: string) => boolean,
): string[] {
  const isOwn = (entry: Entry) => entry.sender === sender || (page !== undefined && entry.page === page);
  return (
    [...entries]
      .filter((entry) => entry.serial > received && !isOwn(entry) && entry.subject !== WHOLE)
      .filter(({ recipient = sender }) => recipient === sender)
      // What the server sent to this page alone may only repeat a change of the page itself.
      .filter(({ recipient, text }) => recipient === undefined || !isOwnChange(text))
      .map(({ text }) => text)
  );
}
