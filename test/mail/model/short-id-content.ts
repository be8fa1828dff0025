import { parseContent, type TemplateContent } from '../../../src/mail/model/index.ts';

/** A content of spacers with these ids. */
export function readingOf(...ids: string[]): TemplateContent {
  const blocks = ids.map((id) => ({ type: 'spacer', id }));
  const makeId = () => {
    throw new Error('every block has an id');
  };
  const parsed = parseContent({ blocks }, { makeId, unknownBlockTypes: 'refuse' });
  if (!parsed.ok) throw new Error(parsed.faults[0]?.message);
  return parsed.content;
}
