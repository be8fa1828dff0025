import { box, disc, moved, ring, shape, star, stroke, turned } from './shapes.ts';
import type { Tones } from './tones.ts';

const TILE = 100;

/** A wall of tiles with circles, quarters, stripes and triangles. */
export function tiles(t: Tones): string {
  const quarter = (fill: string) => shape('M0 0H100A100 100 0 0 1 0 100Z', fill);
  const motifs: Record<string, (ground: string, fill: string, extra: string) => string> = {
    disc: (ground, fill, extra) =>
      box(0, 0, TILE, TILE, ground) + disc(50, 50, 36, fill) + disc(50, 50, 14, extra),
    quarter: (ground, fill, extra) =>
      box(0, 0, TILE, TILE, ground) + quarter(fill) + shape('M0 0H48A48 48 0 0 1 0 48Z', extra),
    leaf: (ground, fill) =>
      box(0, 0, TILE, TILE, ground) + shape('M0 100A100 100 0 0 1 100 0A100 100 0 0 1 0 100Z', fill),
    half: (ground, fill, extra) =>
      box(0, 0, TILE, TILE, ground) +
      shape('M0 50A50 50 0 0 1 100 50Z', fill) +
      shape('M0 100A50 50 0 0 1 100 100Z', extra),
    stripes: (ground, fill) =>
      box(0, 0, TILE, TILE, ground) + [8, 36, 64].map((y) => box(0, y, TILE, 14, fill)).join(''),
    triangle: (ground, fill, extra) =>
      box(0, 0, TILE, TILE, ground) + shape('M0 100L100 0V100Z', fill) + disc(30, 30, 14, extra),
    star: (ground, fill) => box(0, 0, TILE, TILE, ground) + star(50, 53, 36, fill),
    ring: (ground, fill, extra) =>
      box(0, 0, TILE, TILE, ground) + ring(50, 50, 30, fill, 14) + disc(50, 50, 9, extra),
    dots: (ground, fill) =>
      box(0, 0, TILE, TILE, ground) +
      [20, 50, 80].flatMap((x) => [20, 50, 80].map((y) => disc(x, y, 8, fill))).join(''),
  };
  const rows: [string, string, string, string, number][][] = [
    [
      ['quarter', t.deep, t.main, t.accent, 0],
      ['stripes', t.ground, t.glow, t.main, 0],
      ['disc', t.accent, t.ink, t.main, 0],
      ['leaf', t.ground, t.main, t.main, 0],
      ['half', t.glow, t.accent, t.main, 0],
      ['quarter', t.main, t.ink, t.accent, 90],
    ],
    [
      ['star', t.main, t.accent, t.ink, 0],
      ['leaf', t.ink, t.accent, t.main, 90],
      ['quarter', t.glow, t.main, t.ink, 180],
      ['triangle', t.ink, t.accent, t.main, 0],
      ['ring', t.main, t.ink, t.accent, 0],
      ['stripes', t.ground, t.accent, t.main, 90],
    ],
    [
      ['half', t.ink, t.main, t.accent, 90],
      ['ring', t.glow, t.accent, t.main, 0],
      ['dots', t.ground, t.main, t.main, 0],
      ['quarter', t.accent, t.ink, t.main, 270],
      ['leaf', t.ground, t.glow, t.main, 90],
      ['disc', t.ink, t.accent, t.main, 0],
    ],
  ];
  return rows
    .flatMap((row, y) =>
      row.map(([name, ground, fill, extra, degrees], x) =>
        moved(x * TILE, y * TILE, turned(degrees, 50, 50, motifs[name]?.(ground, fill, extra) ?? '')),
      ),
    )
    .join('');
}

/** Two tickets before rings of light. */
export function ticket(t: Tones): string {
  const card = (fill: string, hole: string, inside: string) =>
    shape(
      'M160 92H440a14 14 0 0 1 14 14V132a20 20 0 0 0 0 40V198a14 14 0 0 1 -14 14H160a14 14 0 0 1 -14 -14V172a20 20 0 0 0 0 -40V106a14 14 0 0 1 14 -14Z',
      fill,
    ) +
    stroke('M364 104V202', hole, 4, ' stroke-dasharray="1 12"') +
    inside;
  const confetti: [number, number, number, string][] = [
    [70, 72, 20, t.accent],
    [136, 58, -30, t.main],
    [512, 62, 40, t.main],
    [556, 120, -20, t.accent],
    [60, 210, 60, t.main],
    [112, 246, 10, t.accent],
    [484, 250, -50, t.main],
    [552, 232, 30, t.accent],
    [420, 56, 15, t.accent],
  ];
  return [
    ...[116, 84].map((radius, index) => disc(300, 150, radius, index % 2 === 0 ? t.glow : t.ground)),
    ...confetti.map(([x, y, degrees, fill]) => turned(degrees, x, y, box(x - 11, y - 4, 22, 8, fill, 4))),
    turned(9, 300, 150, card(t.ink, t.ground, '')),
    turned(
      -7,
      300,
      150,
      card(
        t.main,
        t.ground,
        star(408, 152, 26, t.accent) +
          box(178, 118, 120, 16, t.ink, 8) +
          box(178, 146, 152, 9, t.ground, 5) +
          box(178, 166, 96, 9, t.ground, 5) +
          disc(316, 178, 12, t.accent) +
          disc(332, 178, 12, t.ink),
      ),
    ),
  ].join('');
}

/** Two bubbles: a question, and stars for an answer. */
export function speech(t: Tones): string {
  const stars = [0, 1, 2, 3, 4]
    .map((index) => star(296 + index * 46, 196, 19, index < 4 ? t.accent : t.glow))
    .join('');
  return [
    disc(34, 156, 104, t.glow),
    disc(568, 118, 74, t.glow),
    shape(
      'M96 42H336a30 30 0 0 1 30 30V132a30 30 0 0 1 -30 30H176L126 202V162H96a30 30 0 0 1 -30 -30V72a30 30 0 0 1 30 -30Z',
      t.main,
    ),
    box(104, 76, 170, 16, t.ink, 8),
    box(104, 108, 110, 16, t.ground, 8),
    shape(
      'M260 150H512a30 30 0 0 1 30 30V212a30 30 0 0 1 -30 30H492V276L450 242H260a30 30 0 0 1 -30 -30V180a30 30 0 0 1 30 -30Z',
      t.ink,
    ),
    stars,
    disc(430, 84, 26, t.accent),
    stroke('M418 84L427 93L443 75', t.ink, 6),
    ring(500, 110, 10, t.main, 5),
    disc(56, 232, 10, t.accent),
    disc(170, 262, 7, t.main),
  ].join('');
}
