import { join } from 'node:path';
import { drawThumbnail, listPictures } from '../../src/features/rendering/thumbnails/draw-thumbnail.ts';
import { importContent } from '../../src/mail/import/index.ts';
import type { TemplateContent } from '../../src/mail/model/index.ts';
import { composeFromStarters } from '../../src/mail/starters/compose.ts';
import { contentOf } from '../mail/render/rendering.ts';
import { drawingUrl } from '../mail/starters/drawing-url.ts';
import { BRANDS, SAMPLES } from '../mail/starters/starter-samples.ts';
import { arabic, english, gallery, LOOKS } from './gallery.ts';
import { drawPicture } from './pictures.ts';

export interface ThumbnailCase {
  /** Also the name of the file with what Chromium shows. */
  name: string;
  content: TemplateContent;
  layout?: 'phone';
  isDark?: boolean;
  /** Least likeness to Chromium, see `similarity`: 1 for equal pictures. */
  least: number;
}

/** What Chromium shows of a case, made small. `UPDATE_SCREENSHOTS=1` writes it. */
export const shownByChromium = (name: string) =>
  join(import.meta.dir, '../fixtures/thumbnails', `${name}.png`);

/** CSS pixels. Longer mails are cut off. */
export const MAX_HEIGHT = 2_400;

export const widthOf = ({ layout, content }: ThumbnailCase) =>
  layout === 'phone' ? 375 : content.settings.width;

function numbered(): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `id-${made}`;
  };
}

function starter(index: number): TemplateContent {
  const { prompt, kind, locale } = SAMPLES[index] as (typeof SAMPLES)[number];
  const brand = Object.values(BRANDS)[index % Object.keys(BRANDS).length];
  const request = {
    prompt,
    brand,
    mergeTags: [],
    baseUrl: 'https://galley.example',
    isForAgent: false,
    addressOf: drawingUrl,
  };
  return composeFromStarters(
    { ...request, ...(kind && { kind }), ...(locale && { locale }) } as Parameters<
      typeof composeFromStarters
    >[0],
    numbered(),
  ).content;
}

async function fixture(path: string): Promise<TemplateContent> {
  const body = await Bun.file(join(import.meta.dir, '../fixtures/import', path)).text();
  const imported = importContent(
    { format: path.endsWith('.mjml') ? 'mjml' : 'html', body },
    { makeId: numbered() },
  );
  if (!imported.ok) throw new Error(imported.message);
  const { blocks, settings } = imported.content as { blocks: []; settings: object };
  return contentOf(blocks, { ...settings });
}

const galleries = (layout?: 'phone') =>
  Object.entries(gallery(english)).map(
    ([name, blocks]): ThumbnailCase => ({
      name: `${name}${layout ? '-phone' : ''}`,
      content: contentOf(blocks),
      ...(layout && { layout }),
      // The posters of videos, and the times that clocks show, are others.
      least: name === 'pictures' ? 0.93 : name === 'structure' ? 0.91 : 0.98,
    }),
  );

const inArabic = contentOf(gallery(arabic).texts ?? [], { ...LOOKS['on a tint'], locale: 'ar' });
const onDark = contentOf(gallery(english).actions ?? [], LOOKS['on a dark page']);

/** Every block, and a starter. */
export const SMALL_CASES: ThumbnailCase[] = [
  ...galleries(),
  ...galleries('phone'),
  { name: 'dark-page', content: onDark, least: 0.98 },
  { name: 'arabic', content: inArabic, least: 0.78 },
  { name: 'starter-phone', content: starter(13), layout: 'phone', least: 0.98 },
  { name: 'starter-dark', content: starter(13), isDark: true, least: 0.98 },
];

/** Starters in turns with each brand, and imported mails. Missing pictures have boxes that browsers do not show. */
export async function listLargeCases(): Promise<ThumbnailCase[]> {
  const starters = SAMPLES.map((_, index) => ({
    name: `starter-${index}`,
    content: starter(index),
    least: 0.98,
  }));
  const imports = {
    'html-postmark/receipt.html': 0.97,
    'html-postmark/welcome.html': 0.97,
    'mjml-colorlib/12.mjml': 0.95,
    'mjml-colorlib/18.mjml': 0.9,
    'mjml-colorlib/24.mjml': 0.97,
  };
  const imported = Object.entries(imports).map(async ([name, least]) => ({
    name: name.replace('/', '-'),
    content: await fixture(name),
    least,
  }));
  return [...starters, ...(await Promise.all(imported))];
}

export async function drawCase(each: ThumbnailCase): Promise<Uint8Array<ArrayBuffer>> {
  const content = JSON.stringify(each.content);
  const pictures = await Promise.all(
    listPictures({ kind: 'list', content }).map(async (address) => ({
      address,
      bytes: (await drawPicture(address)).body,
    })),
  );
  const { layout = 'desktop', isDark = false } = each;
  const size = { width: widthOf(each), maxHeight: MAX_HEIGHT };
  return drawThumbnail({ kind: 'draw', content, layout, isDark, ...size, pictures });
}
