import packPath from './icons.pack' with { type: 'file' };
import {
  SOCIAL_ICON_STYLES,
  SOCIAL_PLATFORMS,
  type SocialIconStyle,
  type SocialPlatform,
} from './platforms.ts';

let opened: Promise<readonly Uint8Array[]> | undefined;

/**
 * The compressed palette indices of an icon. They are drawn when the project is developed, so that the service
 * needs no rasteriser for what stands in nearly every mail.
 */
export async function readPackedIcon(
  platform: SocialPlatform,
  style: SocialIconStyle,
): Promise<Uint8Array | undefined> {
  const row = SOCIAL_PLATFORMS.indexOf(platform);
  const column = SOCIAL_ICON_STYLES.indexOf(style);
  if (row === -1 || column === -1) return undefined;
  opened ??= Bun.file(packPath).bytes().then(unpackIcons);
  return (await opened)[row * SOCIAL_ICON_STYLES.length + column];
}

/** Joins the drawings, platform by platform, each after its length in two bytes. */
export function packIcons(icons: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    icons.flatMap((icon) => {
      const length = Buffer.alloc(2);
      length.writeUInt16LE(icon.length);
      return [length, icon];
    }),
  );
}

/** The reverse of `packIcons`. */
export function unpackIcons(pack: Uint8Array): Uint8Array[] {
  const icons: Uint8Array[] = [];
  for (let offset = 0; offset < pack.length; ) {
    const start = offset + 2;
    const length = (pack[offset] ?? 0) + ((pack[offset + 1] ?? 0) << 8);
    icons.push(pack.subarray(start, start + length));
    offset = start + length;
  }
  return icons;
}
