// @ts-expect-error The package declares what the module exports; imported as a file it is its path.
import wasmPath from '@takumi-rs/wasm/takumi_wasm_bg.wasm' with { type: 'file' };
import type { DrawPage } from './build-page.ts';
import arimoBold from './fonts/arimo-bold.ttf' with { type: 'file' };
import arimoRegular from './fonts/arimo-regular.ttf' with { type: 'file' };
import cousineRegular from './fonts/cousine-regular.ttf' with { type: 'file' };
import notoSansArabic from './fonts/noto-sans-arabic.ttf' with { type: 'file' };
import tinosBold from './fonts/tinos-bold.ttf' with { type: 'file' };
import tinosRegular from './fonts/tinos-regular.ttf' with { type: 'file' };
import type { Pixels } from './node.ts';

/** Italic letters are slanted ones of these. */
const FONTS = [
  { name: 'Arimo', path: arimoRegular, weight: 400 },
  { name: 'Arimo', path: arimoBold, weight: 700 },
  { name: 'Tinos', path: tinosRegular, weight: 400 },
  { name: 'Tinos', path: tinosBold, weight: 700 },
  { name: 'Cousine', path: cousineRegular, weight: 400 },
  { name: 'Noto Sans Arabic', path: notoSansArabic, weight: 400 },
];

type Renderer = InstanceType<typeof import('@takumi-rs/wasm').Renderer>;

let loading: Promise<Renderer> | undefined;

/** Loads the renderer and its fonts with the first picture. A failed load is tried again by the next call. */
function loadRenderer(): Promise<Renderer> {
  loading ??= (async () => {
    const { Renderer, initSync } = await import('@takumi-rs/wasm');
    initSync({ module: await Bun.file(wasmPath).arrayBuffer() });
    const renderer = new Renderer();
    for (const { name, path, weight } of FONTS) {
      await renderer.registerFont({ name, weight, style: 'normal', data: await Bun.file(path).bytes() });
    }
    return renderer;
  })().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Draws a page as a picture of `width` pixels. The page is as high as its content. */
export async function drawPage(page: DrawPage, width: number): Promise<Pixels> {
  const renderer = await loadRenderer();
  const data = await renderer.render(page.node as Parameters<Renderer['render']>[0], {
    width,
    devicePixelRatio: width / page.width,
    css: page.css,
    format: 'raw',
  });
  return { width, height: data.length / width / 4, data };
}
