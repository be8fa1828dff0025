import wasmPath from '@jsquash/avif/codec/dec/avif_dec.wasm' with { type: 'file' };
import type { Raster } from './raster.ts';
import { PictureRefusal } from './refusal.ts';

/** Its types leave out that it takes a module, which it would otherwise look for on the network. */
type Start = (module: WebAssembly.Module) => Promise<void>;

type Decode = typeof import('@jsquash/avif/decode.js').default;

let loading: Promise<Decode> | undefined;

function loadDecoder(): Promise<Decode> {
  loading ??= (async () => {
    const { default: decode, init } = await import('@jsquash/avif/decode.js');
    const start = init as unknown as Start;
    await start(await WebAssembly.compile(await Bun.file(wasmPath).arrayBuffer()));
    return decode;
  })().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Decodes an AVIF, which the runtime's own pipeline does on macOS and Windows only. The decoder's memory grows with
 * the pictures and shrinks no more, so that other large pictures should not be worked on in the same process.
 */
export async function decodeAvif(bytes: Uint8Array<ArrayBuffer>): Promise<Raster> {
  const decode = await loadDecoder();
  try {
    const decoded = await decode(bytes.slice().buffer);
    if (decoded === null) return refuse();
    const { width, height, data } = decoded;
    return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
  } catch {
    // What fails in the middle leaves the decoder as it is.
    loading = undefined;
    return refuse();
  }
}

function refuse(): never {
  throw new PictureRefusal('The AVIF cannot be decoded: it is damaged, or of a kind we do not know.');
}
