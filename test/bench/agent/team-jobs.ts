import type { Job } from './jobs.ts';
import type { ToolData } from './tasks.ts';

const paragraph = (content: string) => ({ type: 'paragraph', content: `<p>${content}</p>` });
const OLD_FOOTER = paragraph(
  'Hill Orchard, 1 Hill Road. <a href="https://old.example/leave">Unsubscribe</a>',
);

const letter = (title: string) => ({
  blocks: [
    { type: 'title', content: title, level: 1 },
    paragraph('The orchard opens its gates at nine.'),
    { type: 'button', text: 'Read more', url: 'https://old.example/read' },
    OLD_FOOTER,
  ],
  settings: { subject: title, preheaderText: 'And what comes next in the orchard, week by week' },
});

const NAMES = Array.from({ length: 12 }, (_, index) => `Letter ${index + 1}`);
const MARCH = 'On 20 March the shop opens.';

const makeCampaign: Job = {
  title: 'make a campaign of three mails in a new folder',
  mostCalls: 4,
  mostTokens: 700,
  prepare: async () => {},
  script: [
    {
      tool: 'create-template',
      arguments: () => ({ name: 'Spring 1', tags: ['spring'], content: letter('Spring is near') }),
    },
    ...['Spring is here', 'The last day'].map((title, index) => ({
      tool: 'create-template',
      arguments: ([first]: readonly ToolData[]) => ({
        copy_of: 'Spring 1',
        name: `Spring ${index + 2}`,
        operations: [
          { op: 'update', id: first.outline.slice(0, 6), fields: { content: title } },
          { op: 'update_settings', fields: { subject: title } },
        ],
      }),
    })),
    {
      tool: 'change-templates',
      arguments: () => ({ ids: ['Spring 1', 'Spring 2', 'Spring 3'], folder: { name: 'Spring' } }),
    },
  ],
  async isDone({ call }) {
    const { items } = await call('list-templates', { folder_id: 'Spring', tag: 'spring' });
    const last = await call('get-template', { template_id: 'Spring 3' });
    return items.length === 3 && last.content.settings.subject === 'The last day';
  },
};

const moveLinks: Job = {
  title: 'find who links to a domain, and lead the links elsewhere',
  mostCalls: 2,
  mostTokens: 900,
  async prepare({ call }) {
    for (const name of NAMES) await call('create-template', { name, content: letter(name) });
  },
  script: [
    {
      tool: 'replace-in-templates',
      arguments: () => ({ what: 'domain', find: 'old.example', replace: 'orchard.example', dry_run: true }),
    },
    {
      tool: 'replace-in-templates',
      arguments: ([{ plan }]) => ({ what: 'domain', find: 'old.example', replace: 'orchard.example', plan }),
    },
  ],
  async isDone({ call }, [found]) {
    const { items } = await call('list-templates', { link_domain: 'old.example' });
    return found.changed === NAMES.length && items.length === 0;
  },
};

const replaceFooter: Job = {
  title: 'replace the footer of all templates by a saved module',
  mostCalls: 4,
  mostTokens: 1200,
  async prepare({ call }) {
    for (const name of NAMES) await call('create-template', { name, content: letter(name) });
    const content = { blocks: [paragraph('Hill Orchard Ltd, 2 New Street')] };
    await call('create-template', { name: 'Source', content });
  },
  script: [
    { tool: 'get-template', arguments: () => ({ template_id: 'Source', format: 'outline' }) },
    {
      tool: 'save-module',
      arguments: ([{ outline }]) => ({
        template_id: 'Source',
        block_ids: [outline.slice(0, 6)],
        name: 'Footer 2027',
      }),
    },
    { tool: 'get-template', arguments: () => ({ template_id: 'Letter 1', format: 'outline' }) },
    {
      tool: 'replace-in-templates',
      arguments: ([, , { id, outline }]) => ({
        what: 'block',
        find: `${id}#${outline.split('\n').at(-1).slice(0, 6)}`,
        replace: 'Footer 2027',
      }),
    },
  ],
  async isDone({ call }) {
    const { items } = await call('list-templates', { search: '"2 New Street"' });
    const old = await call('list-templates', { search: '"1 Hill Road"' });
    return items.length === NAMES.length + 1 && old.items.length === 0;
  },
};

const answerComment: Job = {
  title: 'do what a comment asks, answer and resolve it',
  mostCalls: 4,
  mostTokens: 450,
  async prepare({ call }) {
    const { id, outline } = await call('create-template', { name: 'Letter', content: letter('Hello') });
    const block_id = outline.split('\n')[1].slice(0, 6);
    await call('create-comment', { template_id: id, block_id, body: 'Please say when the shop opens.' });
  },
  script: [
    { tool: 'list-comments', arguments: () => ({ template_id: 'Letter', status: 'open' }) },
    {
      tool: 'update-template',
      arguments: ([{ items }]) => ({
        template_id: 'Letter',
        operations: [{ op: 'update_texts', texts: { [items[0].block_id]: `<p>${MARCH}</p>` } }],
      }),
    },
    {
      tool: 'create-comment',
      arguments: ([{ items }]) => ({ template_id: 'Letter', parent_id: items[0].id, body: 'Done.' }),
    },
    {
      tool: 'resolve-comment',
      arguments: ([{ items }]) => ({ template_id: 'Letter', comment_id: items[0].id }),
    },
  ],
  async isDone({ call }) {
    const { open, resolved, comments } = await call('list-comments', { template_id: 'Letter' });
    const { texts } = await call('get-template', { template_id: 'Letter', format: 'texts' });
    return open === 0 && resolved === 1 && comments === 2 && JSON.stringify(texts).includes(MARCH);
  },
};

const goBack: Job = {
  title: 'bring back what a mail was before the last changes',
  mostCalls: 2,
  mostTokens: 650,
  async prepare({ call }) {
    await call('create-template', { name: 'Letter', content: letter('As it was') });
    for (const content of ['Second', 'Third'])
      await call('update-template', {
        template_id: 'Letter',
        operations: [{ op: 'update', all_of_type: 'title', fields: { content } }],
      });
  },
  script: [
    { tool: 'list-snapshots', arguments: () => ({ template_id: 'Letter' }) },
    {
      tool: 'restore-snapshot',
      arguments: ([{ items }]) => ({ template_id: 'Letter', snapshot_id: items.at(-1).id }),
    },
  ],
  async isDone({ call }) {
    const { content } = await call('get-template', { template_id: 'Letter' });
    return content.blocks[0].content === 'As it was';
  },
};

/** What a marketing team asks of an agent. */
export const TEAM_JOBS: readonly Job[] = [makeCampaign, moveLinks, replaceFooter, answerComment, goBack];
