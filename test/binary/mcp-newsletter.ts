/** Tools in the order in which they are listed. */
export const TOOL_NAMES = [
  'get-project-config',
  'list-templates',
  'get-template',
  'create-template',
  'update-template',
  'delete-template',
  'export-template',
  'preview-template',
  'list-snapshots',
  'get-snapshot',
  'create-snapshot',
  'restore-snapshot',
  'list-comments',
  'create-comment',
  'update-comment',
  'delete-comment',
  'resolve-comment',
  'browse-media',
  'import-media-from-url',
  'change-media',
  'delete-media',
  'list-media-folders',
  'create-media-folder',
  'update-media-folder',
  'delete-media-folder',
  'list-library',
  'restore-from-trash',
  'generate-template',
  'score-template',
  'rewrite-text',
  'change-templates',
  'replace-in-templates',
  'save-module',
];

/** A newsletter as a model writes it: no ids, and only the fields that matter to it. 12 blocks at top level. */
export const NEWSLETTER = {
  blocks: [
    { type: 'image', src: 'https://cdn.example/logo.png', alt: 'Logo' },
    { type: 'title', content: 'Spring is here', level: 1 },
    { type: 'paragraph', content: '<p>Hello {{ first_name }}, the garden opens.</p>' },
    { type: 'button', text: 'Book a visit', url: 'https://garden.example/book' },
    { type: 'divider' },
    { type: 'title', content: 'What blooms', level: 2 },
    {
      type: 'section',
      columns: '2',
      children: [
        [{ type: 'paragraph', content: '<p>Tulips</p>' }],
        [{ type: 'paragraph', content: '<p>Cherries</p>' }],
      ],
    },
    { type: 'button', text: 'See the calendar', url: 'https://garden.example/calendar' },
    { type: 'spacer', height: 24 },
    { type: 'menu', items: [{ text: 'Map', url: 'https://garden.example/map' }] },
    { type: 'social', icons: [{ platform: 'instagram', url: 'https://instagram.com/garden' }] },
    { type: 'paragraph', content: '<p>You get this because you signed up.</p>' },
  ],
  settings: { preheaderText: 'The garden opens on Sunday' },
};

/** Finds the id an outline shows for the block whose line contains a text. */
export function idInOutline(outline: string, text: string): string {
  const line = outline.split('\n').find((candidate) => candidate.includes(text));
  const id = /(?:^|\s)(?:\d+: )?([0-9a-f]{6,}) /.exec(line ?? '')?.[1];
  if (id === undefined) throw new Error(`no block with "${text}" in:\n${outline}`);
  return id;
}
