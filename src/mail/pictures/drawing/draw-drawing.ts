import { type Drawing, SCENE_WIDTH, type SceneName, sceneCut } from '../../model/drawings.ts';
import { rasterizeToPng } from '../rasterize.ts';
import { speech, ticket, tiles } from './bold-scenes.ts';
import { armchair, mountains, stillLife } from './editorial-scenes.ts';
import icons from './icons.json';
import { doorway, envelope, padlock, parcel, receipt, windowScene } from './product-scenes.ts';
import { makeTones, type Tones } from './tones.ts';

const DRAW: Record<SceneName, (tones: Tones) => string> = {
  doorway,
  envelope,
  padlock,
  receipt,
  parcel,
  'still-life': stillLife,
  tiles,
  ticket,
  speech,
  armchair,
  mountains,
  window: windowScene,
};

/** Scenes on the color of the brand. */
const BOLD: ReadonlySet<SceneName> = new Set(['tiles', 'ticket', 'speech']);

/** Pixels on each side of an icon: twice the largest size it is shown at. */
const ICON_PIXELS = 112;

/** Scenes have twice as many pixels as CSS pixels, for high-resolution screens. */
const SCALE = 2;

/** A PNG: of a scene on its ground, or of an icon on a disc with a transparent background. */
export function drawDrawing(drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  return rasterizeToPng(writeSvg(drawing));
}

function writeSvg(drawing: Drawing): string {
  if ('icon' in drawing) {
    const { icon, fill, line } = drawing;
    const lines = `<g transform="translate(14 14) scale(1.1667)" fill="none" stroke="${line}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${icons[icon]}</g>`;
    return svg(
      ICON_PIXELS,
      ICON_PIXELS,
      '0 0 56 56',
      `<circle cx="28" cy="28" r="28" fill="${fill}"/>${lines}`,
    );
  }
  const { top, height } = sceneCut(drawing.scene);
  const tones = makeTones(drawing, BOLD.has(drawing.scene) ? 'ground' : 'main');
  const ground = drawing.isBare ? '' : `<rect width="${SCENE_WIDTH}" height="400" fill="${drawing.ground}"/>`;
  return svg(
    SCENE_WIDTH * SCALE,
    height * SCALE,
    `0 ${top} ${SCENE_WIDTH} ${height}`,
    ground + DRAW[drawing.scene](tones),
  );
}

function svg(width: number, height: number, box: string, inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}">${inside}</svg>`;
}
