import { describe, expect, test } from 'bun:test';
import { resolve } from 'node:path';
import { drawIcons } from '../../../scripts/social-icons/draw.ts';
import { GLYPHS } from '../../../scripts/social-icons/glyphs.ts';
import { SocialBlock } from '../../../src/mail/model/blocks/social.ts';
import { PLATFORMS, SOCIAL_ICON_STYLES, SOCIAL_PLATFORMS } from '../../../src/mail/model/index.ts';
import { contrast, readHex, WHITE } from '../../../src/mail/parse/color.ts';
import { drawSocialIcon } from '../../../src/mail/pictures/index.ts';
import { legibleAnywhere } from '../../../src/mail/pictures/social/draw-social-icon.ts';
import { readPixels } from './read-pixels.ts';

const DARK_MAIL = readHex('#121212');

const every = SOCIAL_PLATFORMS.flatMap((platform) =>
  SOCIAL_ICON_STYLES.map((style) => ({ platform, style })),
);

describe('social icons', () => {
  test('there are those the content model knows', () => {
    const constants = (schema: { anyOf?: { const: string }[] }) => schema.anyOf?.map((one) => one.const);
    const { icons, iconStyle } = SocialBlock.properties;
    expect(constants(icons.items.properties.platform as object)).toEqual([...SOCIAL_PLATFORMS]);
    expect(constants(iconStyle as object)).toEqual([...SOCIAL_ICON_STYLES]);
    expect(Object.keys(GLYPHS).sort()).toEqual([...SOCIAL_PLATFORMS].sort());
  });

  test('all 85 are small PNGs of 96 px, no two alike, the same each time', async () => {
    const seen = new Set<string>();
    for (const request of every) {
      const png = await drawSocialIcon(request);
      expect(png.length).toBeLessThan(3000);
      expect(await new Bun.Image(png).metadata()).toEqual({ width: 96, height: 96, format: 'png' });
      expect(await drawSocialIcon(request)).toEqual(png);
      seen.add(Bun.hash(png).toString());
    }
    expect(seen.size).toBe(85);
  });

  test('the stored drawings are those of the sources', async () => {
    const stored = await Bun.file(
      resolve(import.meta.dir, '../../../src/mail/pictures/social/icons.pack'),
    ).bytes();
    expect(Buffer.compare(await drawIcons(), stored)).toBe(0);
  });

  const corners: Record<string, { corner: boolean; nearCorner: boolean }> = {
    solid: { corner: false, nearCorner: true },
    outlined: { corner: false, nearCorner: true },
    rounded: { corner: false, nearCorner: false },
    square: { corner: true, nearCorner: true },
    circle: { corner: false, nearCorner: false },
  };
  test.each([...SOCIAL_ICON_STYLES])('the style %s decides the shape', async (style) => {
    const { at } = await readPixels(await drawSocialIcon({ platform: 'facebook', style }));
    expect({ corner: at(0, 0)[3] > 127, nearCorner: at(4, 4)[3] > 127 }).toEqual(corners[style] as never);
    // In the middle of the left edge, and between it and the glyph.
    expect(at(3, 48)).toEqual([24, 119, 242, 255]);
    expect(at(14, 48)[3]).toBe(style === 'outlined' ? 0 : 255);
  });

  test('glyphs stand out from their tiles, outlines from light and dark mails', () => {
    for (const platform of SOCIAL_PLATFORMS) {
      const color = readHex(PLATFORMS[platform].color);
      expect(Math.max(contrast(color, WHITE), contrast(color, readHex('#1a1a1a')))).toBeGreaterThan(3);
      const outline = legibleAnywhere(color);
      expect(contrast(outline, WHITE)).toBeGreaterThan(3);
      expect(contrast(outline, DARK_MAIL)).toBeGreaterThan(3);
    }
  });

  test('another color is taken, what is no color is not', async () => {
    const colored = async (color: string) =>
      (await readPixels(await drawSocialIcon({ platform: 'email', style: 'square', color }))).at(48, 8);
    expect(await colored('#ff8800')).toEqual([255, 136, 0, 255]);
    expect(await colored('{{ brand }}')).toEqual([91, 100, 114, 255]);
    expect(await colored('"><script>')).toEqual([91, 100, 114, 255]);
  });

  test('a light color gets a dark glyph', async () => {
    const { at } = await readPixels(
      await drawSocialIcon({ platform: 'youtube', style: 'square', color: '#ffff00' }),
    );
    expect(at(30, 48)).toEqual([26, 26, 26, 255]);
  });

  test('an unknown platform or style is refused', async () => {
    const request = { platform: 'myspace', style: 'solid' } as never;
    expect(drawSocialIcon(request)).rejects.toThrow(RangeError);
    expect(drawSocialIcon({ platform: 'email', style: '__proto__' } as never)).rejects.toThrow(RangeError);
  });
});
