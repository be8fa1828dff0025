import {
  type Block,
  countColumns,
  type LeafBlock,
  type SectionBlock,
  type TemplateContent,
} from '../../../src/mail/model/index.ts';

/** Numbers in [0, 1) that depend on the seed only (mulberry32). */
type Random = () => number;

function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

function makeUuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const HEADLINES = [
  'The harvest is in, {{ first_name }}',
  'Three small changes you asked for',
  'Your order {{ order.number }} is on its way',
  'Saturday at the workshop',
  'What we learned from 400 loaves',
  'Früher Vogel: 20 % bis Sonntag',
];

const SENTENCES = [
  'The first crates of the year left the orchard on Tuesday, two weeks earlier than anyone remembers.',
  'You told us the checkout took <strong>too many steps</strong>, so we took four of them away.',
  'Hello {{ first_name | default: "there" }}, thank you for staying with us through a long winter.',
  'If you are near the harbour on Saturday, come by: the kettle is on from nine and the door is open.',
  'We have written down <em>everything that went wrong</em>, because the next team will want to know.',
  'Members keep their <a href="https://shop.example/members?c={{ customer.id }}">early access</a> until the end of the month.',
  'Nothing changes for you unless you <u>want it to</u>; the old plan stays exactly as it is.',
  'Café crème, 抹茶 and a slice of plum cake – that is the whole menu, and it is enough 🙂',
  '{% if customer.vip %}Your parcel travels for free.{% else %}Shipping is 4.90 € this week.{% endif %}',
  'Reply to this mail and a person reads it, usually before lunch.',
  'The new edition has 96 pages, a sewn spine and a map that folds out twice.',
  'We measured it on an old phone with a bad connection, and only then did we believe it.',
];

const TOPICS = ['Orchard', 'Journal', 'Workshop', 'Members', 'Repairs', 'Spring range', 'Archive'];
const COLORS = ['#1a1a1a', '#0f5132', '#7a1f3d', '#ffffff', '#f4efe6', 'rgb(20, 60, 120)'];
const PLATFORMS = ['facebook', 'instagram', 'linkedin', 'youtube', 'github', 'email', 'website'] as const;
const LAYOUTS = ['1', '2', '3', '2-1', '1-2'] as const;
const ALIGNS = ['left', 'center', 'right'] as const;

function makeText(random: Random, sentences: number): string {
  return `<p>${Array.from({ length: sentences }, () => pick(random, SENTENCES)).join(' ')}</p>`;
}

function makeUrl(random: Random): string {
  const topic = pick(random, TOPICS).toLowerCase().replace(' ', '-');
  return `https://www.example.com/${topic}/${Math.floor(random() * 9000)}?utm_source=mail&u={{ id }}`;
}

/** What all blocks have; now and then hidden on a phone or shown under a condition. */
function makeCommon(random: Random) {
  const side = Math.floor(random() * 5) * 5;
  return {
    id: makeUuid(random),
    styles: {
      padding: { top: side, right: 20, bottom: side, left: 20 },
      ...(random() < 0.3 ? { backgroundColor: pick(random, COLORS) } : {}),
    },
    ...(random() < 0.1 ? { visibility: { desktop: true, mobile: random() < 0.5 } } : {}),
    ...(random() < 0.1
      ? {
          displayCondition: {
            label: 'Only for members',
            before: '{% if customer.member %}',
            after: '{% endif %}',
            group: 'Customers',
          },
        }
      : {}),
  };
}

const LEAF_MAKERS: ((random: Random) => LeafBlock)[] = [
  (random) => ({
    ...makeCommon(random),
    type: 'title',
    content: `<p>${pick(random, HEADLINES)}</p>`,
    level: pick(random, [1, 2, 3, 4]),
    textAlign: pick(random, ALIGNS),
    ...(random() < 0.5 ? { color: pick(random, COLORS) } : {}),
  }),
  (random) => ({
    ...makeCommon(random),
    type: 'paragraph',
    content: makeText(random, 2 + Math.floor(random() * 4)),
  }),
  (random) => ({
    ...makeCommon(random),
    type: 'image',
    src: `https://media.example.com/${makeUuid(random)}/large.jpg`,
    alt: `${pick(random, TOPICS)}, seen from the door`,
    width: random() < 0.5 ? 'full' : 120 + Math.floor(random() * 400),
    align: pick(random, ALIGNS),
    linkUrl: makeUrl(random),
    linkOpenInNewTab: true,
  }),
  (random) => ({
    ...makeCommon(random),
    type: 'button',
    text: `Read the ${pick(random, TOPICS).toLowerCase()} story`,
    url: makeUrl(random),
    openInNewTab: true,
    backgroundColor: pick(random, COLORS),
    textColor: '#ffffff',
    borderRadius: 6,
    fontSize: 15,
    buttonPadding: { top: 12, right: 24, bottom: 12, left: 24 },
    ...(random() < 0.5 ? { width: 'full' as const, align: pick(random, ALIGNS) } : {}),
  }),
  (random) => ({
    ...makeCommon(random),
    type: 'divider',
    lineStyle: pick(random, ['solid', 'dashed', 'dotted']),
    color: '#e0e0e0',
    thickness: 1,
    width: 'full',
  }),
  (random) => ({ ...makeCommon(random), type: 'spacer', height: 8 + Math.floor(random() * 40) }),
  (random) => ({
    ...makeCommon(random),
    type: 'html',
    content: `<table role="presentation"><tr><td>${pick(random, SENTENCES)}</td></tr></table>`,
  }),
  (random) => ({
    ...makeCommon(random),
    type: 'video',
    url: `https://video.example.com/watch?v=${Math.floor(random() * 1e9).toString(36)}`,
    openInNewTab: true,
    thumbnailUrl: `https://media.example.com/${makeUuid(random)}/poster.jpg`,
    alt: 'A short film about the workshop',
    width: 'full',
    align: 'center',
  }),
  (random) => ({
    ...makeCommon(random),
    type: 'custom',
    customType: 'product-card',
    fieldValues: {
      sku: `SKU-${Math.floor(random() * 1e6)}`,
      price: 19.9,
      badges: ['new', null, { text: 'sale' }],
    },
    renderedHtml: `<div class="card"><strong>${pick(random, TOPICS)}</strong><br>19.90 €</div>`,
    dataSourceFetched: true,
  }),
  (random) => ({
    ...makeCommon(random),
    type: 'social',
    icons: PLATFORMS.slice(0, 2 + Math.floor(random() * 5)).map((platform) => ({
      id: makeUuid(random),
      platform,
      url: platform === 'email' ? 'mailto:hello@example.com' : `https://${platform}.example/galley`,
    })),
    iconStyle: pick(random, ['solid', 'outlined', 'rounded', 'square', 'circle']),
    iconSize: pick(random, ['small', 'medium', 'large']),
    spacing: 10,
    align: 'center',
  }),
  (random) => ({
    ...makeCommon(random),
    type: 'menu',
    items: TOPICS.slice(0, 3 + Math.floor(random() * 3)).map((topic) => ({
      id: makeUuid(random),
      text: topic,
      url: makeUrl(random),
      openInNewTab: false,
      bold: random() < 0.3,
      underline: false,
    })),
    fontSize: 15,
    color: '#1a1a1a',
    textAlign: 'center',
    separator: '|',
    separatorColor: '#e0e0e0',
    spacing: 10,
  }),
  (random) => ({
    ...makeCommon(random),
    type: 'table',
    rows: Array.from({ length: 3 }, (_, row) => ({
      id: makeUuid(random),
      cells: Array.from({ length: 3 }, () => ({
        id: makeUuid(random),
        content: row === 0 ? pick(random, TOPICS) : `${(random() * 90).toFixed(2)} €`,
      })),
    })),
    hasHeaderRow: true,
    headerBackgroundColor: '#f4efe6',
    borderColor: '#e0e0e0',
    borderWidth: 1,
    cellPadding: 8,
    fontSize: 15,
    color: '#1a1a1a',
    textAlign: 'left',
  }),
  (random) => ({
    ...makeCommon(random),
    type: 'countdown',
    targetDate: '2031-05-01T18:00:00',
    timezone: 'Europe/Vienna',
    showDays: true,
    showHours: true,
    showMinutes: true,
    showSeconds: random() < 0.5,
    separator: ':',
    digitFontSize: 32,
    digitColor: '#1a1a1a',
    labelColor: '#6b7280',
    labelFontSize: 12,
    backgroundColor: '#ffffff',
    labelDays: 'Days',
    labelHours: 'Hours',
    labelMinutes: 'Minutes',
    labelSeconds: 'Seconds',
    expiredMessage: 'The doors are closed – see you next spring',
    expiredImageUrl: '',
    hideOnExpiry: false,
  }),
];

function makeSection(random: Random): SectionBlock {
  const columns = pick(random, LAYOUTS);
  const textual = LEAF_MAKERS.slice(0, 6);
  return {
    ...makeCommon(random),
    type: 'section',
    columns,
    children: Array.from({ length: countColumns(columns) }, () =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, textual)(random)),
    ),
    ...(random() < 0.3 ? { stackOnMobile: false, borderRadius: 8 } : {}),
    ...(random() < 0.2
      ? { wrapper: { backgroundColor: '#f4efe6', padding: { top: 20, right: 0, bottom: 20, left: 0 } } }
      : {}),
  };
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/**
 * A newsletter that depends on its arguments only: the same seed and size give the same content, ids included.
 * Its JSON is close to `approxBytes` and never more, except that there is always at least a title. The blocks
 * come in rounds of all types, so from about 16 KB on every block type occurs, and sections with blocks inside.
 */
export function sampleContent(seed: number, approxBytes: number): TemplateContent {
  const random = makeRandom(seed);
  const content: TemplateContent = {
    blocks: [],
    settings: {
      width: 600,
      backgroundColor: '#f4efe6',
      textColor: '#1a1a1a',
      linkUnderline: true,
      fontFamily: 'Arial',
      preheaderText: 'News from the orchard, the workshop and the archive',
      locale: 'en',
    },
  };
  let room = approxBytes - bytesOf(content);
  for (let round = 0, misses = 0; misses < 20; round += 1) {
    const turn = round % (LEAF_MAKERS.length + 2);
    const block: Block = (LEAF_MAKERS[turn] ?? makeSection)(random);
    const size = bytesOf(block) + 1;
    if (size > room && content.blocks.length > 0) {
      misses += 1;
      continue;
    }
    content.blocks.push(block);
    room -= size;
  }
  return content;
}
