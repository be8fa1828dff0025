import wasmPath from '@jsquash/avif/codec/dec/avif_dec.wasm' with { type: 'file' };
import type { Raster } from './raster.ts';
import { PictureRefusal } from './refusal.ts';

/**
 * Decodes an AVIF, which the runtime's own pipeline does on macOS and Windows only. The decoder is loaded anew each
 * time: its memory grows to some 19 bytes a pixel and shrinks no more.
 */
export async function decodeAvif(bytes: Uint8Array<ArrayBuffer>): Promise<Raster> {
  const { default: decode, init } = await import('@jsquash/avif/decode.js');
  // Its types leave out that it takes a module, which it would otherwise look for on the network.
  const start = init as unknown as (module: WebAssembly.Module) => Promise<void>;
  await start(await WebAssembly.compile(await Bun.file(wasmPath).arrayBuffer()));
  try {
    const { width, height, data } = await decode(bytes.slice().buffer);
    return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
  } catch {
    throw new PictureRefusal('The AVIF cannot be decoded: it is damaged, or of a kind we do not know.');
  }
}
