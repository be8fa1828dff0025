import { isLight, mixColors, readHex, toHex } from '../../parse/color.ts';

/** The colors of a scene, as #rrggbb. */
export interface Tones {
  ground: string;
  /** A large shape behind things, hardly seen. */
  glow: string;
  /** Shadows on the ground. */
  shade: string;
  main: string;
  /** The side of a thing that lies in shadow. */
  deep: string;
  /** The color of the brand on paper, in three strengths. */
  soft: string;
  tint: string;
  pale: string;
  paper: string;
  ink: string;
  accent: string;
  /** Light of the accent's color. */
  warm: string;
}

const NIGHT = '#0d1220';
const WHITE = '#ffffff';

/**
 * Derives the tones from the three given colors, so that a scene suits each brand.
 * @param shadow what dark tones are made of: the color of things, or that of the ground behind white things
 */
export function makeTones(
  { ground, main, accent, isBare }: { ground: string; main: string; accent: string; isBare?: boolean },
  shadow: 'main' | 'ground',
): Tones {
  const base = shadow === 'main' ? main : ground;
  const isOnLight = isLight(readHex(ground));
  const paper = mix(WHITE, main, 0.02);
  return {
    ground,
    glow: isBare ? mix(ground, main, 0.12) : isOnLight ? mix(ground, WHITE, 0.6) : mix(ground, WHITE, 0.1),
    shade: isOnLight ? mix(ground, mix(main, NIGHT, 0.6), 0.14) : mix(ground, '#000000', 0.28),
    main,
    deep: mix(base, NIGHT, 0.34),
    soft: mix(paper, main, 0.5),
    tint: mix(paper, main, 0.28),
    pale: mix(paper, main, 0.13),
    paper,
    ink: mix(base, NIGHT, 0.78),
    accent,
    warm: mix(paper, accent, 0.4),
  };
}

function mix(one: string, other: string, share: number): string {
  return toHex(mixColors(readHex(one), readHex(other), share));
}
