import { button, type Case, html, image, paragraph, testCases, title } from './accessibility-cases.ts';

const img = (attributes: string) =>
  html(`<p>Fresh bread</p><img src="https://example.com/x9.jpg" ${attributes}>`);

const ALT: Case[] = [
  { is: 'a text', rule: 'a11y.img-alt', blocks: [image()] },
  { is: 'a merge tag', rule: 'a11y.img-alt', blocks: [image({ alt: '{{ product }}' })] },
  {
    is: 'none',
    rule: 'a11y.img-alt',
    blocks: [image({ alt: '' })],
    expects: 'high',
    at: ['i'],
    names: 'bread',
    fixed: false,
  },
  { is: 'blank', rule: 'a11y.img-alt', blocks: [image({ alt: '  ' })], expects: 'high' },
  { is: 'decorative', rule: 'a11y.img-alt', blocks: [image({ alt: '', decorative: true })] },
  { is: 'without a picture: left out', rule: 'a11y.img-alt', blocks: [image({ alt: '', src: '' })] },
  {
    is: 'a picture that is a line by its name',
    rule: 'a11y.img-alt',
    blocks: [image({ alt: '', src: 'https://example.com/img/divider-2.png?v=3' })],
    expects: 'high',
    fixed: true,
  },
  {
    is: 'HTML that says nothing',
    rule: 'a11y.img-alt',
    blocks: [img('width="300"')],
    expects: 'high',
    at: ['h'],
  },
  { is: 'HTML that says decoration', rule: 'a11y.img-alt', blocks: [img('alt=""')] },
  { is: 'HTML with a role', rule: 'a11y.img-alt', blocks: [img('role="presentation"')] },
  { is: 'a pixel that counts', rule: 'a11y.img-alt', blocks: [img('width="1" height="1"')] },
  {
    is: 'a shadow in HTML',
    rule: 'a11y.img-alt',
    blocks: [html('<p>Fresh bread</p><img src="https://example.com/shadow.png" width="600">')],
    expects: 'high',
    fixed: true,
  },
  {
    is: 'a video, which is called so',
    rule: 'a11y.img-alt',
    blocks: [{ type: 'video', url: 'https://v.example/1', thumbnailUrl: '', alt: '' }],
  },
  {
    is: 'icons',
    rule: 'a11y.img-alt',
    blocks: [{ type: 'social', icons: [{ platform: 'github', url: 'https://x.example/' }] }],
  },
  {
    is: 'linked: another rule',
    rule: 'a11y.img-alt',
    blocks: [image({ alt: '', linkUrl: 'https://example.com/' })],
  },
];

const LINKED: Case[] = [
  { is: 'a text', rule: 'a11y.linked-img-no-alt', blocks: [image({ linkUrl: 'https://example.com/' })] },
  {
    is: 'none',
    rule: 'a11y.linked-img-no-alt',
    blocks: [image({ alt: '', linkUrl: 'https://example.com/' })],
    expects: 'high',
    at: ['i'],
  },
  {
    is: 'decorative, which no link is',
    rule: 'a11y.linked-img-no-alt',
    blocks: [image({ alt: '', decorative: true, linkUrl: 'https://example.com/' })],
    expects: 'high',
  },
  {
    is: 'two in HTML',
    rule: 'a11y.linked-img-no-alt',
    blocks: [html('<a href="https://example.com/"><img src="a.png" alt=""><img src="b.png"></a>')],
    expects: 'high',
    at: ['h'],
  },
  {
    is: 'one of two in HTML has a text',
    rule: 'a11y.linked-img-no-alt',
    blocks: [
      html('<a href="https://example.com/"><img src="a.png" alt=""><img src="b.png" alt="Bread"></a>'),
    ],
  },
  {
    is: 'words beside it',
    rule: 'a11y.linked-img-no-alt',
    blocks: [html('<a href="https://example.com/"><img src="a.png" alt=""> Fresh bread</a>')],
  },
  {
    is: 'a title on the link',
    rule: 'a11y.linked-img-no-alt',
    blocks: [html('<a href="https://example.com/" title="Fresh bread"><img src="a.png" alt=""></a>')],
  },
  {
    is: 'a label on the link',
    rule: 'a11y.linked-img-no-alt',
    blocks: [html('<a href="https://example.com/" aria-label="Fresh bread"><img src="a.png" alt=""></a>')],
  },
  {
    is: 'an icon',
    rule: 'a11y.linked-img-no-alt',
    blocks: [{ type: 'social', icons: [{ platform: 'github', url: 'https://x.example/' }] }],
  },
];

const FILE_NAMES: Case[] = [
  ...[
    'IMG_1234.png',
    'hero.jpg',
    'photo.webp',
    'IMG_20240101_120000',
    'DSC00042',
    'image (3)',
    'Screenshot 2024-05-01',
    'untitled',
    '8f14e45fceea167a',
  ].map(
    (alt): Case => ({
      is: alt,
      rule: 'a11y.img-alt-filename',
      blocks: [image({ alt })],
      expects: 'medium',
      names: alt,
    }),
  ),
  {
    is: 'the name of its file',
    rule: 'a11y.img-alt-filename',
    blocks: [image({ alt: 'hero-banner_2', src: 'https://example.com/hero-banner_2.png' })],
    expects: 'medium',
  },
  ...[
    'A loaf on a board',
    'Logo',
    'Photo of the year',
    'Image 1 of 3: rye',
    'Route 66',
    'Well-known',
    '',
    '{{ name }}.png of',
  ].map((alt): Case => ({ is: `"${alt}"`, rule: 'a11y.img-alt-filename', blocks: [image({ alt })] })),
  {
    is: 'a word that is its file’s, too',
    rule: 'a11y.img-alt-filename',
    blocks: [image({ alt: 'logo', src: 'https://example.com/logo.png' })],
  },
];

const LENGTH: Case[] = [
  { is: '125 characters', rule: 'a11y.img-alt-too-long', blocks: [image({ alt: 'ä'.repeat(125) })] },
  {
    is: '126 characters',
    rule: 'a11y.img-alt-too-long',
    blocks: [image({ alt: 'ä'.repeat(126) })],
    expects: 'low',
    names: '126',
  },
  {
    is: 'a long merge tag',
    rule: 'a11y.img-alt-too-long',
    blocks: [image({ alt: `Bread {{ ${'x'.repeat(150)} }}` })],
  },
  {
    is: 'in HTML',
    rule: 'a11y.img-alt-too-long',
    blocks: [img(`alt="${'a'.repeat(130)}"`)],
    expects: 'low',
    at: ['h'],
  },
];

const REDUNDANT: Case[] = [
  { is: 'what is to be seen', rule: 'a11y.img-alt-redundant', blocks: [image()] },
  {
    is: 'a picture of',
    rule: 'a11y.img-alt-redundant',
    blocks: [image({ alt: 'A picture of a loaf' })],
    expects: 'low',
    names: 'a picture of',
    fixed: true,
  },
  {
    is: 'in HTML',
    rule: 'a11y.img-alt-redundant',
    blocks: [img('alt="Image: the oven"')],
    expects: 'low',
    fixed: true,
  },
  { is: 'a word that begins so', rule: 'a11y.img-alt-redundant', blocks: [image({ alt: 'Picture office' })] },
  ...(
    [
      ['de', 'Foto von einem Brot'],
      ['fr', "Une image d'un pain"],
      ['es', 'Foto de un pan'],
      ['it', 'Immagine di un pane'],
      ['nl', 'Een foto van een brood'],
      ['pt', 'Imagem de um pão'],
    ] as const
  ).map(
    ([locale, alt]): Case => ({
      is: alt,
      rule: 'a11y.img-alt-redundant',
      settings: { locale },
      blocks: [image({ alt })],
      expects: 'low',
    }),
  ),
  {
    is: 'English words in a language without words',
    rule: 'a11y.img-alt-redundant',
    settings: { locale: 'cs' },
    blocks: [image({ alt: 'Image of bread' })],
  },
  {
    is: 'the title below',
    rule: 'a11y.img-alt-redundant',
    blocks: [image({ alt: 'Our new bread' }), title('Our new bread!')],
    expects: 'low',
    fixed: true,
  },
  {
    is: 'the title below a link, which needs the name',
    rule: 'a11y.img-alt-redundant',
    blocks: [image({ alt: 'Our new bread', linkUrl: 'https://example.com/' }), title('Our new bread!')],
  },
  {
    is: 'a title further down',
    rule: 'a11y.img-alt-redundant',
    blocks: [image({ alt: 'Our new bread' }), paragraph('<p>Hello</p>'), title('Our new bread')],
  },
];

const MOTION: Case[] = [
  { is: 'still pictures', rule: 'a11y.motion', blocks: [image(), button()] },
  {
    is: 'a countdown block, which has words',
    rule: 'a11y.motion',
    blocks: [{ type: 'countdown', targetDate: '2031-05-01T18:00:00' }],
  },
  {
    is: 'a GIF',
    rule: 'a11y.motion',
    blocks: [image({ src: 'https://example.com/party.gif?x=1' })],
    expects: 'not measured',
  },
  {
    is: 'a clock in HTML without words',
    rule: 'a11y.motion',
    blocks: [html('<p>Soon</p><img src="https://clock.example/countdown.gif?to=1" alt="">')],
    expects: 'medium',
    at: ['h'],
  },
  {
    is: 'a clock in HTML with words',
    rule: 'a11y.motion',
    blocks: [html('<img src="https://clock.example/countdown.png" alt="Until 1 May, 6 pm">')],
  },
];

testCases(
  [...ALT, ...LINKED, ...FILE_NAMES, ...LENGTH, ...REDUNDANT, ...MOTION],
  [
    'a11y.img-alt',
    'a11y.linked-img-no-alt',
    'a11y.img-alt-filename',
    'a11y.img-alt-too-long',
    'a11y.img-alt-redundant',
    'a11y.motion',
  ],
);
