import { type TemplateContent, withKnownShapes } from '../../../mail/model/index.ts';
import { encodePng } from '../../../mail/pictures/photo/index.ts';
import {
  type DrawPicture,
  drawNode,
  layOutCard,
  layOutMail,
  listPictureAddresses,
} from '../../../mail/thumbnail/index.ts';
import { isData, MailPictures } from './picture-pixels.ts';
import type { CardJob, DrawJob, ListPicturesJob } from './thumbnail.ts';

/**
 * Draws a mail as a PNG. Runs in a worker process, because it takes tens of milliseconds, and memory for the pictures.
 */
export async function drawThumbnail(job: DrawJob): Promise<Uint8Array<ArrayBuffer>> {
  const content = readContent(job.content);
  const pictures = await MailPictures.open(content, job.pictures);
  const known = new Map<string, DrawPicture['src']>();
  const draw = async (isWhole: boolean) => {
    const scaleOf = (width: number) => job.width / width;
    const layout = layOutMail(content, {
      layout: job.layout,
      isDark: job.isDark,
      maxHeightFor: (width) => job.maxHeight / scaleOf(width),
      sizeOf: (source) => pictures.sizeOf(source),
      isWhole,
    });
    const scale = scaleOf(layout.width);
    for (const picture of layout.pictures) await setPixels(picture, pictures, scale, known);
    return { ...(await drawNode(layout.node, layout.width, job.width)), isShortened: layout.isShortened };
  };
  const drawing = await draw(false);
  // A pixel may be missing because heights are rounded.
  const isTooShort = drawing.isShortened && drawing.height < job.maxHeight - 1;
  return encodePng(isTooShort ? await draw(true) : drawing);
}

/** The addresses of pictures in a mail, from the top. Pictures inside the content itself are left out. */
export function listPictures({ content }: ListPicturesJob): string[] {
  return listPictureAddresses(readContent(content)).filter((each) => !isData(each));
}

const readContent = (json: string) => withKnownShapes(JSON.parse(json) as TemplateContent).content;

/** A plain picture with a name. */
export async function drawCard({ name, width }: CardJob): Promise<Uint8Array<ArrayBuffer>> {
  const card = layOutCard(name);
  return encodePng(await drawNode(card.node, card.width, width));
}

/** Drawn in place of a damaged picture. */
const NOTHING = { width: 1, height: 1, data: Uint8Array.of(228, 231, 235, 255) };

async function setPixels(
  picture: DrawPicture,
  pictures: MailPictures,
  scale: number,
  known: Map<string, DrawPicture['src']>,
): Promise<void> {
  if (typeof picture.src !== 'string') return;
  const size = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
  const key = `${size.width} ${size.height} ${picture.src}`;
  const pixels = known.get(key) ?? (await pictures.pixelsOf(picture.src, size)) ?? NOTHING;
  known.set(key, pixels);
  picture.src = pixels;
}
