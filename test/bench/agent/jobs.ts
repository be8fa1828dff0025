import type { Step, ToolData } from './tasks.ts';
import { TEAM_JOBS } from './team-jobs.ts';

/** A tenant in which a job is prepared and checked, with calls of tools that are not counted. */
export interface JobTenant {
  call(tool: string, args: object): Promise<ToolData>;
  /** Uploads a picture. Each seed makes another one. */
  upload(seed: number, filename: string): Promise<{ id: string; url: string }>;
}

/** A job for an agent, and the most that it may cost. */
export interface Job {
  title: string;
  mostCalls: number;
  /** Written as names and arguments of tools, and read as results. */
  mostTokens: number;
  prepare(place: JobTenant): Promise<void>;
  script: readonly Step[];
  /** Whether the job was done. `answers`: the answers to the script's calls. */
  isDone(place: JobTenant, answers: readonly ToolData[]): Promise<boolean>;
}

const LINE = 'The orchard opens its gates at nine, and the first crates are ready by noon.';
const GERMAN_LINE = 'Der Obstgarten öffnet um neun, die ersten Kisten sind mittags fertig.';
const paragraph = (content: string) => ({ type: 'paragraph', content: `<p>${content}</p>` });

const swapLogo: Job = {
  title: 'swap a logo in 33 templates',
  mostCalls: 3,
  mostTokens: 2500,
  async prepare({ call, upload }) {
    const logo = await upload(1, 'logo-2025.png');
    await upload(2, 'logo-2026.png');
    const blocks = [{ type: 'image', src: logo.url, alt: 'Hill Orchard' }, paragraph(LINE)];
    for (let index = 1; index <= 33; index += 1)
      await call('create-template', { name: `Letter to the members, no. ${index}`, content: { blocks } });
  },
  script: [
    { tool: 'browse-media', arguments: () => ({ search: 'logo' }) },
    {
      tool: 'replace-in-templates',
      arguments: ([{ items }]) => ({
        what: 'address',
        find: items[1].id,
        replace: items[0].id,
        dry_run: true,
      }),
    },
    {
      tool: 'replace-in-templates',
      arguments: ([{ items }, { plan }]) => ({
        what: 'address',
        find: items[1].id,
        replace: items[0].id,
        plan,
      }),
    },
  ],
  async isDone({ call }, [{ items }]) {
    const found = (uses_media: string) => call('list-templates', { uses_media });
    const [{ items: old }, { items: renewed, next_cursor }] = [
      await found(items[1].id),
      await found(items[0].id),
    ];
    return old.length === 0 && renewed.length === 25 && typeof next_cursor === 'string';
  },
};

const makeVariant: Job = {
  title: 'make an A/B variant of a mail of 23 KB',
  mostCalls: 2,
  mostTokens: 600,
  async prepare({ call }) {
    const paragraphs = Array.from({ length: 100 }, (_, index) => paragraph(`Paragraph ${index}: ${LINE}`));
    const content = {
      blocks: [{ type: 'title', content: 'The harvest is in' }, ...paragraphs],
      settings: { subject: 'Harvest' },
    };
    await call('create-template', { name: 'Harvest letter', content });
  },
  script: [
    { tool: 'list-templates', arguments: () => ({ search: '"The harvest is in"' }) },
    {
      tool: 'create-template',
      arguments: ([{ items }]) => ({
        copy_of: items[0].id,
        name: 'Harvest letter B',
        operations: [
          { op: 'update', id: items[0].match.block_id, fields: { content: 'The last crates are waiting' } },
          { op: 'update_settings', fields: { subject: 'Your crate is waiting' } },
        ],
      }),
    },
  ],
  async isDone({ call }, [{ items }, { id }]) {
    const read = (template_id: string) => call('get-template', { template_id });
    const [original, variant] = [(await read(items[0].id)).content, (await read(id)).content];
    const [first, ...rest] = variant.blocks;
    return (
      JSON.stringify(original).length > 23_000 &&
      first.content === 'The last crates are waiting' &&
      variant.settings.subject === 'Your crate is waiting' &&
      Bun.deepEquals(rest, original.blocks.slice(1))
    );
  },
};

/** Stands for a translation: texts of the same length, with the same ids. */
const translate = (texts: object) =>
  JSON.parse(JSON.stringify(texts).replaceAll(LINE, GERMAN_LINE).replaceAll('Chapter', 'Kapitel'));

const translateMail: Job = {
  title: 'translate a mail of 12 blocks',
  mostCalls: 3,
  mostTokens: 1200,
  async prepare({ call }) {
    const row = (index: number) => [
      { type: 'title', content: `Chapter ${index}`, level: 2 },
      paragraph(LINE),
      { type: 'button', text: `Read chapter ${index}`, url: `https://orchard.example/${index}` },
    ];
    const content = { blocks: [1, 2, 3, 4].flatMap(row), settings: { subject: 'News from the orchard' } };
    await call('create-template', { name: 'News', content });
  },
  script: [
    { tool: 'list-templates', arguments: () => ({ search: 'orchard opens gates' }) },
    {
      tool: 'get-template',
      arguments: ([{ items }]) => ({ template_id: items[0].id, format: 'texts' }),
    },
    {
      tool: 'update-template',
      arguments: ([{ items }, { texts }]) => ({
        template_id: items[0].id,
        operations: [{ op: 'update_texts', texts: translate(texts) }],
      }),
    },
  ],
  async isDone({ call }, [{ items }, { texts }]) {
    const now = await call('get-template', { template_id: items[0].id, format: 'texts' });
    return Object.keys(texts).length === 13 && Bun.deepEquals(now.texts, translate(texts));
  },
};

const deleteUnused: Job = {
  title: 'delete the media that nothing uses',
  mostCalls: 2,
  mostTokens: 3000,
  async prepare({ call, upload }) {
    const used = await upload(1, 'used.png');
    for (let seed = 2; seed < 12; seed += 1) await upload(seed, `${seed}.png`);
    const blocks = [{ type: 'image', src: used.url, alt: 'Used' }];
    await call('create-template', { name: 'Letter', content: { blocks } });
  },
  script: [
    { tool: 'browse-media', arguments: () => ({ unused: true }) },
    {
      tool: 'delete-media',
      arguments: ([{ items }]) => ({ ids: items.map(({ id }: { id: string }) => id) }),
    },
  ],
  async isDone({ call }, [, { deleted }]) {
    const { items } = await call('browse-media', {});
    return deleted.length === 10 && items.length === 1 && items[0].filename === 'used.png';
  },
};

const HTML = `<html><head><title>Spring</title></head><body><h1>Hello {{ name }}</h1><p>${LINE}</p></body></html>`;

const importMail: Job = {
  title: 'import a mail as HTML',
  mostCalls: 1,
  mostTokens: 400,
  prepare: async () => {},
  script: [{ tool: 'create-template', arguments: () => ({ source: { html: HTML } }) }],
  async isDone({ call }, [{ id }]) {
    const { name, content } = await call('get-template', { template_id: id });
    const json = JSON.stringify(content);
    return name === 'Spring' && json.includes(LINE) && json.includes('Hello {{ name }}');
  },
};

export const JOBS: readonly Job[] = [
  ...[swapLogo, makeVariant, translateMail, deleteUnused, importMail],
  ...TEAM_JOBS,
];
