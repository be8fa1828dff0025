import type { TemplateContent } from '../../../src/mail/model/index.ts';

/** A newsletter as a model writes it: no ids, and of the fields only those that matter to it. 12 blocks at top level. */
export const NEWSLETTER = {
  name: 'Autumn at the orchard',
  content: {
    blocks: [
      {
        type: 'image',
        src: 'https://cdn.orchard.example/logo.png',
        alt: 'Hill Orchard',
        linkUrl: 'https://orchard.example',
      },
      { type: 'title', content: 'The harvest is in, {{ first_name }}', level: 1 },
      {
        type: 'paragraph',
        content:
          '<p>The first crates left the orchard on Tuesday, two weeks earlier than anyone remembers. Thank you for staying with us through a long, wet summer: here is what you can taste, book and take home this month.</p>',
      },
      { type: 'image', src: 'https://cdn.orchard.example/harvest.jpg', alt: 'Crates of apples at sunrise' },
      { type: 'button', text: 'Reserve a crate', url: 'https://orchard.example/crates' },
      { type: 'divider' },
      { type: 'title', content: 'Two Saturdays in October', level: 2 },
      {
        type: 'section',
        columns: '2',
        children: [
          [
            { type: 'title', content: 'Cider pressing', level: 3 },
            {
              type: 'paragraph',
              content:
                '<p>Bring a bottle, turn the press, and take home what you made. <strong>October 10</strong>, from ten.</p>',
            },
            { type: 'button', text: 'Save a place', url: 'https://orchard.example/cider' },
          ],
          [
            { type: 'title', content: 'Tree walk', level: 3 },
            {
              type: 'paragraph',
              content:
                '<p>Ada shows which trees were planted when, and why the oldest still bears. <strong>October 24</strong>, at two.</p>',
            },
            { type: 'button', text: 'Join the walk', url: 'https://orchard.example/walk' },
          ],
        ],
      },
      {
        type: 'paragraph',
        content:
          '<p>If it rains we meet in the barn, where the kettle is on from nine. Children come free; dogs stay on a lead.</p>',
      },
      { type: 'button', text: 'All dates', url: 'https://orchard.example/dates' },
      {
        type: 'social',
        icons: [
          { platform: 'instagram', url: 'https://instagram.com/hillorchard' },
          { platform: 'facebook', url: 'https://facebook.com/hillorchard' },
        ],
      },
      {
        type: 'paragraph',
        content:
          '<p>Hill Orchard, Mill Lane 4. You get this because you signed up at the gate. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      },
    ],
    settings: { preheaderText: 'Crates, cider and two Saturdays in October' },
  },
};

// biome-ignore lint/suspicious/noExplicitAny: tasks change fields of blocks they know the type of
type AnyBlock = any;

/** A copy of a content in which `change` was applied to each block, those inside sections too. */
export function changeBlocks(
  content: TemplateContent,
  change: (block: AnyBlock) => object | undefined,
): TemplateContent {
  const copy = structuredClone(content);
  const visit = (block: AnyBlock): void => {
    Object.assign(block, change(block));
    for (const child of block.children?.flat() ?? []) visit(child);
  };
  for (const block of copy.blocks) visit(block);
  return copy;
}

/** Whether everything in `part` is in `value` too, lists item by item. */
export function holds(value: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return value === part;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(part) && (value as unknown[]).length !== part.length) return false;
  return Object.entries(part).every(([key, inner]) => holds((value as Record<string, unknown>)[key], inner));
}

/** The id that an outline shows in the line with this text. */
export function idInOutline(outline: string, text: string): string {
  const line = outline.split('\n').find((candidate) => candidate.includes(text));
  const id = /^\s*(?:\d+: )?(\S+) /.exec(line ?? '')?.[1];
  if (id === undefined) throw new Error(`no block with "${text}" in:\n${outline}`);
  return id;
}
