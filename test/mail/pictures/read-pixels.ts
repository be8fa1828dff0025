import { inflateSync } from 'node:zlib';

/** Red, green, blue and alpha of a pixel. */
type PixelReader = (x: number, y: number) => [number, number, number, number];

/** Decodes any picture the runtime knows, to look at single pixels. */
export async function readPixels(
  bytes: Uint8Array,
): Promise<{ width: number; height: number; at: PixelReader }> {
  const png = await new Bun.Image(bytes).png({ compressionLevel: 0 }).bytes();
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const parts: Uint8Array[] = [];
  for (let at = 8; at < png.length; at += view.getUint32(at) + 12) {
    if (view.getUint32(at + 4) === 0x49444154) parts.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  const rows = inflateSync(Buffer.concat(parts));
  const channels = (rows.length / height - 1) / width;
  return {
    width,
    height,
    at: (x, y) => {
      const start = y * (width * channels + 1) + 1 + x * channels;
      const [red = 0, green = 0, blue = 0, alpha = 255] = rows.subarray(start, start + channels);
      return [red, green, blue, alpha];
    },
  };
}
