import type { Block, TemplateContent } from '../../../../src/mail/model/index.ts';
import { contentOf, type Loose } from '../../render/rendering.ts';
import { pick, type Random, type Sample } from './sample.ts';
import * as texts from './spam-texts.ts';

/**
 * How a kind of defect was written. `known`: after reading the names of SpamAssassin's rules. `heldOut`: from the text
 * of its rules, read after our word lists were finished. `own`: independently of SpamAssassin.
 */
type Origin = 'known' | 'heldOut' | 'own';

/** A spam defect. `inject` returns a changed copy. */
export interface SpamDefect {
  name: string;
  origin: Origin;
  /** SpamAssassin gives it less than 0.3 points alone, in mails that this service renders. */
  isBlind?: true;
  inject(sample: Sample, random: Random): Sample;
}

/**
 * All kinds in the order of injection: first those that replace the body, then those that add to it, then those that
 * change everything.
 */
export const spamDefects: readonly SpamDefect[] = [
  { name: 'image-only', origin: 'known', isBlind: true, inject: onlyImage },
  said('sales-talk', 'known', texts.SALES_TALK, 2),
  said('prizes', 'known', texts.PRIZES, 2),
  said('pills', 'known', texts.PILLS, 1),
  said('large-sums', 'known', texts.LARGE_SUMS, 1),
  said('brokers', 'heldOut', texts.BROKERS, 2),
  said('letters', 'heldOut', texts.LETTERS, 1),
  said('remedies', 'heldOut', texts.REMEDIES, 1),
  unseen(said('stories', 'own', texts.STORIES, 1)),
  unseen(said('hard-sell', 'own', texts.HARD_SELL, 2)),
  said('disguised', 'own', texts.DISGUISED, 1),
  said('false-link', 'own', texts.FALSE_LINKS, 1),
  unseen(said('bare-host', 'own', texts.BARE_HOSTS, 1)),
  unseen(said('hidden', 'own', texts.HIDDEN, 1)),
  said('invisible', 'known', texts.INVISIBLE, 1),
  {
    name: 'form',
    origin: 'own',
    isBlind: true,
    inject: (sample, random) => insert(sample, random, texts.FORM),
  },
  {
    name: 'subject-shouts',
    origin: 'known',
    inject: (sample) => retitle(sample, sample.subject.toUpperCase()),
  },
  {
    name: 'subject-begs',
    origin: 'own',
    isBlind: true,
    inject: (sample) => retitle(sample, `RE: ${sample.subject}!!!`),
  },
  {
    name: 'other-text',
    origin: 'known',
    inject: (sample, random) => ({ ...sample, text: pick(random, texts.OTHER_PARTS) }),
  },
  {
    name: 'exclaims',
    origin: 'own',
    isBlind: true,
    inject: (sample) => mapTexts(sample, (text) => text.replace(/\.(?=<|$)/g, '!!!')),
  },
  { name: 'capitals', origin: 'known', inject: (sample) => mapTexts(sample, capitals) },
];

/** A sample with several defects, each kind once. */
export function stackDefects(sample: Sample, names: readonly string[], random: Random): Sample {
  return spamDefects
    .filter(({ name }) => names.includes(name))
    .reduce((stacked, defect) => defect.inject(stacked, random), sample);
}

function unseen(defect: SpamDefect): SpamDefect {
  return { ...defect, isBlind: true };
}

/** Adds some of the paragraphs of a list. */
function said(name: string, origin: Origin, list: readonly string[], count: number): SpamDefect {
  return {
    name,
    origin,
    inject(sample, random) {
      const first = random(list.length);
      const chosen = Array.from(
        { length: count },
        (_, index) => list[(first + index) % list.length] as string,
      );
      return chosen.reduce((changed, html) => insert(changed, random, paragraph(html)), sample);
    },
  };
}

function paragraph(html: string): Loose {
  return html.startsWith('<div')
    ? { type: 'html', content: html }
    : { type: 'paragraph', content: `<p>${html}</p>` };
}

/** A block somewhere at the top level, where mails keep what matters: not below the last block. */
function insert(sample: Sample, random: Random, block: Loose): Sample {
  const { blocks } = sample.content;
  const at = random(Math.max(blocks.length, 1));
  return withBlocks(sample, [
    ...blocks.slice(0, at),
    make(block, `added-${blocks.length}`),
    ...blocks.slice(at),
  ]);
}

function make(block: Loose, id: string): Block {
  return { ...(contentOf([block]).blocks[0] as Block), id };
}

/** A single image, without a preview text. */
function onlyImage(sample: Sample): Sample {
  const { preheaderText: _, ...settings } = sample.content.settings;
  return { ...sample, content: { ...sample.content, blocks: oneImage(), settings } };
}

function oneImage(): Block[] {
  const src = 'https://images.example.com/offer.jpg';
  return [
    make({ type: 'image', src, alt: 'Our offer', linkUrl: 'https://shop.example.com/offer' }, 'added-image'),
    make(
      {
        type: 'paragraph',
        content: '<p><a href="https://shop.example.com/leave">Unsubscribe</a>, 12 Mill Lane, Bristol</p>',
      },
      'added-footer',
    ),
  ];
}

function withBlocks(sample: Sample, blocks: Block[]): Sample {
  return { ...sample, content: { ...sample.content, blocks } };
}

function retitle(sample: Sample, subject: string): Sample {
  return { ...sample, subject };
}

const WRITTEN = new Set(['content', 'text', 'renderedHtml']);

/** Changes the texts of all blocks, with their markup. */
function mapTexts(sample: Sample, change: (text: string) => string): Sample {
  const map = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return WRITTEN.has(key) ? change(value) : value;
    if (Array.isArray(value)) return value.map((item) => map(item, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner, name)]));
  };
  return withBlocks(sample, map(sample.content.blocks, '') as TemplateContent['blocks'] as Block[]);
}

/** Text between tags in capitals; tags, entities and merge tags as they were. */
function capitals(html: string): string {
  return html.replace(/<[^>]*>|&#?\w+;|\{\{.*?\}\}|\{%.*?%\}|([^<&{]+)/g, (match, text) =>
    text ? match.toUpperCase() : match,
  );
}
