import { type TemplateContent, withKnownShapes } from '../../../mail/model/index.ts';
import { clampPixels } from '../../../mail/model/layout-sizes.ts';
import { encodePng } from '../../../mail/pictures/photo/index.ts';
import { renderHtml } from '../../../mail/render/index.ts';
import {
  buildPage,
  CARD,
  drawPage,
  isData,
  listPictureAddresses,
  prepareContent,
  type Screen,
  takeTop,
  writeCard,
} from '../../../mail/thumbnail/index.ts';
import { MailPictures } from './mail-pictures.ts';
import type { CardJob, DrawJob, ListPicturesJob } from './thumbnail.ts';

/** Width of a common phone in CSS pixels. */
const PHONE_WIDTH = 375;

/**
 * Draws a mail as a PNG, from the HTML that is exported. Runs in a worker process, because it takes tens of milliseconds,
 * and memory for the pictures.
 */
export async function drawThumbnail(job: DrawJob): Promise<Uint8Array<ArrayBuffer>> {
  const stored = readContent(job.content);
  const pictures = new MailPictures();
  await pictures.addFiles(stored, job.pictures);
  const { content, data } = prepareContent(stored, (address) => pictures.sizeOf(address) !== undefined);
  pictures.rename(data);
  const width = job.layout === 'phone' ? PHONE_WIDTH : clampPixels(content.settings.width, 200);
  const maxHeight = (job.maxHeight * width) / job.width;
  const screen = { layout: job.layout, isDark: job.isDark, width, maxHeight, minHeight: 1 };
  const top = takeTop(content, width * maxHeight);
  const drawing = await draw(top, screen, pictures, job.width);
  // A pixel may be missing because heights are rounded.
  if (top === content || drawing.height >= job.maxHeight - 1) return encodePng(drawing);
  const most = takeTop(content, Number.POSITIVE_INFINITY);
  return encodePng(await draw(most, screen, pictures, job.width));
}

async function draw(content: TemplateContent, screen: Screen, pictures: MailPictures, width: number) {
  await pictures.addDrawn(content);
  const { html } = await renderHtml(content, { assets: pictures.assets });
  const drawing = await drawHtml(html, screen, pictures, width);
  // A mail that shows nothing is a blank page.
  const isBlank = drawing.height * screen.width < 2 * width;
  return isBlank ? drawHtml(html, { ...screen, minHeight: screen.width / 2 }, pictures, width) : drawing;
}

async function drawHtml(html: string, screen: Screen, pictures: MailPictures, width: number) {
  const page = buildPage(html, screen, (source) => pictures.sizeOf(source));
  for (const { node, source, shownWidth } of page.pictures) {
    const pixels = await pictures.pixelsOf(source, (shownWidth * width) / page.width);
    if (pixels !== undefined) node.src = pixels;
  }
  return drawPage(page, width);
}

/** The addresses of pictures in a mail, from the top. Pictures inside the content itself are left out. */
export function listPictures({ content }: ListPicturesJob): string[] {
  return listPictureAddresses(readContent(content)).filter((each) => !isData(each));
}

const readContent = (json: string) => withKnownShapes(JSON.parse(json) as TemplateContent).content;

/** A plain picture with a name. */
export async function drawCard({ name, width }: CardJob): Promise<Uint8Array<ArrayBuffer>> {
  const screen = {
    layout: 'desktop',
    isDark: false,
    width: CARD.width,
    maxHeight: CARD.height,
    minHeight: 1,
  } as const;
  return encodePng(
    await drawPage(
      buildPage(writeCard(name), screen, () => undefined),
      width,
    ),
  );
}
