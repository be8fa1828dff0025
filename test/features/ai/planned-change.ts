import { type PlannedChange, planChange } from '../../../src/features/ai/changes/plan-change.ts';
import { createTagCheck } from '../../../src/features/ai/prompting/prompt.ts';
import { type TemplateContent, walkBlocks } from '../../../src/mail/model/index.ts';
import { fullForm } from '../../mail/model/reading.ts';

/** What a model answers. */
export type Answer = Record<string, unknown>;

/** A mail with blocks of seven types, two of them in a section. */
export const mail = (): TemplateContent =>
  fullForm({
    blocks: [
      { id: 't', type: 'title', content: 'Hello', level: 1 },
      { id: 'p', type: 'paragraph', content: '<p>It is <strong>here</strong>, {{ name }}.</p>' },
      { id: 'b', type: 'button', text: 'Go', url: 'https://example.com' },
      {
        id: 's',
        type: 'section',
        columns: '2',
        children: [
          [
            {
              id: 'i',
              type: 'image',
              src: 'https://example.com/a.png',
              alt: 'A',
              placeholderUrl: 'https://example.com/p.png',
            },
          ],
          [
            {
              id: 'm',
              type: 'menu',
              items: [
                { id: 'm1', text: 'Home', url: 'u', openInNewTab: true },
                { id: 'm2', text: 'Shop', url: 'v' },
              ],
            },
          ],
        ],
      },
      { id: 'c', type: 'custom', customType: 'shop', fieldValues: { a: 1 } },
    ],
    settings: { preheaderText: 'Soon' },
  });

/** What becomes of an answer; merge tags may be used that are offered, or in the mail already. */
export const plan = (content: TemplateContent, answer: Answer, ...offered: string[]) =>
  planChange(content, { reply: 'Done.', ...answer }, createTagCheck(content, offered));

/** A change that has to be possible. */
export function planned(content: TemplateContent, answer: Answer, ...offered: string[]): PlannedChange {
  const result = plan(content, answer, ...offered);
  if (!result.ok) throw new Error(result.faults.join(' '));
  return result.value;
}

/** Blocks by id, as bytes. */
export const bytesOf = (content: TemplateContent) =>
  new Map([...walkBlocks(content)].map(({ block }) => [block.id, JSON.stringify(block)]));
