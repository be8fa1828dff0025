import type { TemplateContent } from '../../../src/mail/model/index.ts';
import { changeBlocks, holds, idInOutline, NEWSLETTER } from './newsletter.ts';

// biome-ignore lint/suspicious/noExplicitAny: a script reads what it knows the tool to answer
export type ToolData = any;

/** One call of a tool. What its arguments depend on has been read before: `answers` are those of the earlier calls. */
export interface Step {
  tool: string;
  arguments(answers: readonly ToolData[]): object;
}

/** A task for an agent, and two ways to do it. */
export interface Task {
  title: string;
  /** Uses all tools. */
  script: readonly Step[];
  /** Only reads and replaces whole templates. */
  naive: readonly Step[];
  /** Whether a template's content is what was asked for; `before` is the newsletter as it was stored. */
  isDone(after: TemplateContent, before: TemplateContent): boolean;
}

const HEADLINE = { old: 'The harvest is in', new: 'The last crates are waiting, {{ first_name }}' };
const BUTTON = { old: 'Reserve a crate', text: 'Get one of the last', url: 'https://orchard.example/last' };
const STYLE = { backgroundColor: '#8a3b12', borderRadius: 24 };

/** Agents are asked for a template by its name. */
const find: Step = { tool: 'list-templates', arguments: () => ({ search: NEWSLETTER.name }) };
const idOf = ([found]: readonly ToolData[]): string => found.items[0].id;

type Change = (content: TemplateContent) => TemplateContent;

/** Whether a change was made, and nothing else, ids included. */
function isMade(change: Change): Task['isDone'] {
  return (after, before) => !Bun.deepEquals(after, before) && Bun.deepEquals(after, change(before));
}

function replaceWhole(change: Change): Step[] {
  return [
    find,
    { tool: 'get-template', arguments: (answers) => ({ template_id: idOf(answers) }) },
    {
      tool: 'update-template',
      arguments: (answers) => ({ template_id: idOf(answers), content: change(answers[1].content) }),
    },
  ];
}

const withNewHeadline = (content: TemplateContent) =>
  changeBlocks(content, ({ type, content, text }) => {
    if (type === 'title' && content.includes(HEADLINE.old)) return { content: HEADLINE.new };
    if (type === 'button' && text === BUTTON.old) return { text: BUTTON.text, url: BUTTON.url };
    return undefined;
  });

const withNewButtons = (content: TemplateContent) =>
  changeBlocks(content, ({ type }) => (type === 'button' ? STYLE : undefined));

/** Tasks about a template that is there already, among others; the agent has not seen it. */
export const CHANGES: readonly Task[] = [
  {
    title: 'change one headline and one button',
    isDone: isMade(withNewHeadline),
    script: [
      find,
      {
        tool: 'get-template',
        arguments: (answers) => ({ template_id: idOf(answers), format: 'outline' }),
      },
      {
        tool: 'update-template',
        arguments: ([found, { outline, version }]) => ({
          template_id: idOf([found]),
          expected_version: version,
          operations: [
            { op: 'update', id: idInOutline(outline, HEADLINE.old), fields: { content: HEADLINE.new } },
            {
              op: 'update',
              id: idInOutline(outline, BUTTON.old),
              fields: { text: BUTTON.text, url: BUTTON.url },
            },
          ],
        }),
      },
    ],
    naive: replaceWhole(withNewHeadline),
  },
  {
    title: 'restyle all buttons',
    isDone: isMade(withNewButtons),
    script: [
      find,
      {
        tool: 'update-template',
        arguments: (answers) => ({
          template_id: idOf(answers),
          operations: [{ op: 'update', all_of_type: 'button', fields: STYLE }],
        }),
      },
    ],
    naive: replaceWhole(withNewButtons),
  },
];

/**
 * Makes the newsletter. `whole` is the same in full form, ids included: what has to be written where nothing is filled
 * in, and read again to see what came of it.
 */
export function creation(whole: TemplateContent): Task {
  return {
    title: 'create a 12-block newsletter',
    isDone: (after) => after.blocks.length === 12 && holds(after, NEWSLETTER.content),
    script: [{ tool: 'create-template', arguments: () => NEWSLETTER }],
    naive: [
      { tool: 'create-template', arguments: () => ({ name: NEWSLETTER.name, content: whole }) },
      { tool: 'get-template', arguments: ([created]) => ({ template_id: created.id }) },
    ],
  };
}
