/** The part of gifenc 1.0.3 that is used; the package has no types. */
declare module 'gifenc' {
  interface FrameOptions {
    first?: boolean;
    palette?: readonly (readonly number[])[];
    /** -1: once. */
    repeat?: number;
    /** Milliseconds. */
    delay?: number;
    dispose?: number;
    /** Bits of an index. */
    colorDepth?: number;
    transparent?: boolean;
    transparentIndex?: number;
  }

  interface Encoder {
    writeHeader(): void;
    writeFrame(indices: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
    bytesView(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(options: { auto: boolean }): Encoder;

  /** The index of the color nearest to each pixel; pixels are four bytes each and all of the array's buffer. */
  export function applyPalette(
    pixels: Uint8Array,
    palette: readonly (readonly number[])[],
    format: 'rgb565',
  ): Uint8Array<ArrayBuffer>;
}
