import wasmPath from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' };

/** Pixels, four bytes each: red, green, blue, alpha. Colors are multiplied by alpha. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

type Rasterizer = typeof import('@resvg/resvg-wasm');

let loading: Promise<Rasterizer> | undefined;

/**
 * Loads the rasterizer with the first picture: it takes about 30 MB, which a service that draws none
 * saves. A failed load is tried again by the next call.
 */
function loadRasterizer(): Promise<Rasterizer> {
  loading ??= (async () => {
    const rasterizer = await import('@resvg/resvg-wasm');
    await rasterizer.initWasm(await Bun.file(wasmPath).arrayBuffer());
    return rasterizer;
  })().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Draws an SVG made by this project, without texts, as a PNG of its own size. */
export async function rasterizeToPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const { Resvg } = await loadRasterizer();
  const drawing = new Resvg(svg);
  try {
    const image = drawing.render();
    try {
      return new Uint8Array(image.asPng());
    } finally {
      image.free();
    }
  } finally {
    drawing.free();
  }
}

/** Draws an SVG made by this project at its own size. Texts find only the given fonts. */
export async function rasterize(svg: string, fonts: readonly Uint8Array[] = []): Promise<Pixels> {
  const { Resvg } = await loadRasterizer();
  const drawing = new Resvg(svg, { font: { fontBuffers: [...fonts] } });
  try {
    const image = drawing.render();
    try {
      // A copy, because the pixels live in the rasterizer's memory until they are freed.
      return { width: image.width, height: image.height, data: image.pixels.slice() };
    } finally {
      image.free();
    }
  } finally {
    drawing.free();
  }
}
