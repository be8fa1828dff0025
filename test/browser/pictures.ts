import type { SocialIconStyle, SocialPlatform } from '../../src/mail/model/index.ts';
import {
  type CountdownOptions,
  composePoster,
  countdownSize,
  drawCountdown,
  drawDrawing,
  drawSocialIcon,
} from '../../src/mail/pictures/index.ts';
import { assemblePng, compressIndices } from '../../src/mail/pictures/png.ts';
import type { RenderAssets } from '../../src/mail/render/index.ts';
import { readDrawingUrl } from '../mail/starters/drawing-url.ts';

/** When the clocks of the tests are looked at. */
const NOW = Date.UTC(2031, 3, 24, 9, 30, 12);

const HOST = 'https://own.example';

/** URLs from which `drawPicture` can tell what is asked for. */
export const assets: RenderAssets = {
  socialIcon: (platform, style) => `${HOST}/icons/${style}/${platform}.png`,
  videoPoster: () => `${HOST}/poster`,
  countdown: (block) => ({
    url: `${HOST}/clock?${new URLSearchParams({ options: JSON.stringify(block) })}`,
    ...countdownSize(block),
  }),
};

interface Picture {
  body: Uint8Array;
  contentType: string;
}

const drawn = new Map<string, Promise<Picture>>();

/** The picture at a URL: the service's own are the real ones, others are grey, as large as the URL says: /600x300.jpg */
export function drawPicture(address: string): Promise<Picture> {
  const picture = drawn.get(address) ?? draw(new URL(address));
  drawn.set(address, picture);
  return picture;
}

async function draw(url: URL): Promise<Picture> {
  if (url.origin !== HOST) return { body: drawGrey(url.pathname), contentType: 'image/png' };
  const drawing = readDrawingUrl(url.href);
  if (drawing !== undefined) return { body: await drawDrawing(drawing), contentType: 'image/png' };
  if (url.pathname === '/poster') {
    const { bytes, type } = await composePoster({ image: undefined, width: 1200 });
    return { body: bytes, contentType: type };
  }
  if (url.pathname === '/clock') {
    const options = JSON.parse(url.searchParams.get('options') ?? '{}') as CountdownOptions;
    return { body: await drawCountdown(options, NOW), contentType: 'image/gif' };
  }
  const [, style, platform] = url.pathname.replace('.png', '').split('/').slice(1) as [
    string,
    string,
    string,
  ];
  const request = { style: style as SocialIconStyle, platform: platform as SocialPlatform };
  return { body: await drawSocialIcon(request), contentType: 'image/png' };
}

function drawGrey(path: string): Uint8Array {
  const [width, height] = (/(\d+)x(\d+)/.exec(path)?.slice(1) ?? [1200, 600]).map(Number) as [number, number];
  return assemblePng(compressIndices(new Uint8Array(width * height), width), width, height, [
    [160, 160, 160, 255],
  ]);
}
