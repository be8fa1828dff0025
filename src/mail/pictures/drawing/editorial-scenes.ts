import { box, disc, oval, plant, ring, shape, stroke, turned } from './shapes.ts';
import type { Tones } from './tones.ts';

/** A table with a vase, a cup and something to read. */
export function stillLife(t: Tones): string {
  const leaf = (x: number, y: number, degrees: number, fill: string) =>
    turned(degrees, x, y, shape(`M${x} ${y}c-13 -12 -13 -34 0 -48c13 14 13 36 0 48Z`, fill));
  const steam = (x: number) => stroke(`M${x} 150c-8 -10 8 -18 0 -30c-6 -10 4 -16 2 -22`, t.soft, 4);
  return [
    disc(236, 134, 104, t.warm),
    box(0, 238, 600, 62, t.tint),
    box(0, 238, 600, 3, t.soft),
    stroke('M196 150C196 120 190 92 172 62', t.deep, 4),
    stroke('M200 150C204 110 210 80 232 48', t.deep, 4),
    stroke('M198 150C198 116 200 90 202 66', t.deep, 4),
    leaf(190, 118, -48, t.main),
    leaf(178, 86, -62, t.deep),
    leaf(172, 64, -18, t.main),
    leaf(206, 104, 46, t.main),
    leaf(216, 78, 62, t.deep),
    leaf(232, 50, 28, t.main),
    leaf(202, 70, 4, t.deep),
    shape(
      'M182 146H214C214 160 210 166 220 180C240 206 234 254 198 254C162 254 156 206 176 180C186 166 182 160 182 146Z',
      t.main,
    ),
    shape(
      'M204 146H214C214 160 210 166 220 180C240 206 234 254 198 254C222 240 224 200 206 178C202 168 204 158 204 146Z',
      t.deep,
    ),
    box(178, 142, 40, 8, t.deep, 4),
    steam(322),
    steam(342),
    shape('M292 176H372V214Q372 252 332 252Q292 252 292 214Z', t.accent),
    stroke('M372 188C396 186 398 222 370 222', t.accent, 9),
    oval(332, 176, 40, 8, t.ink),
    oval(332, 255, 58, 7, t.paper),
    box(408, 236, 136, 18, t.deep, 3),
    box(416, 240, 128, 10, t.paper, 2),
    box(418, 216, 116, 20, t.main, 3),
    box(426, 220, 108, 12, t.paper, 2),
    box(404, 200, 124, 16, t.accent, 3),
    box(412, 203, 116, 10, t.paper, 2),
    stroke('M40 268H130M470 280H560M220 284H300', t.soft, 3),
  ].join('');
}

/** An empty armchair under a lamp, beside a window. */
export function armchair(t: Tones): string {
  return [
    box(0, 244, 600, 56, t.tint),
    box(0, 244, 600, 3, t.soft),
    box(70, 44, 132, 150, t.paper, 2),
    box(78, 52, 116, 134, t.warm),
    disc(160, 96, 24, t.accent),
    shape('M78 186V160C104 138 130 142 150 156C168 144 184 146 194 154V186Z', t.soft),
    stroke('M136 52V186M78 119H194', t.paper, 6),
    box(60, 192, 152, 9, t.deep, 3),
    oval(330, 266, 190, 14, t.soft),
    shape('M470 78L496 20H530L556 78Z', t.accent),
    shape('M476 80H550L600 244H426Z', t.warm),
    stroke('M513 78V250', t.ink, 5),
    oval(513, 252, 30, 7, t.ink),
    stroke('M276 236L266 268M392 236L402 268', t.ink, 8),
    shape('M268 120a26 26 0 0 1 26 -26H374a26 26 0 0 1 26 26V214H268Z', t.main),
    shape('M374 94a26 26 0 0 1 26 26V214H370C386 180 388 130 366 94Z', t.deep),
    box(262, 188, 144, 34, t.soft, 14),
    shape(
      'M240 172a19 19 0 0 1 38 0V212H390V172a19 19 0 0 1 38 0V226a16 16 0 0 1 -16 16H256a16 16 0 0 1 -16 -16Z',
      t.deep,
    ),
    shape('M240 172a19 19 0 0 1 38 0V242H256a16 16 0 0 1 -16 -16Z', t.main),
    turned(-14, 330, 164, box(306, 142, 48, 48, t.accent, 8)),
    plant(150, 266, { pot: t.accent, rim: t.ink, leaf: t.main, other: t.deep }, 0.9),
  ].join('');
}

/** Ranges of mountains at sunrise, with a flag on the highest. */
export function mountains(t: Tones): string {
  return [
    disc(392, 128, 92, t.warm),
    disc(392, 128, 56, t.accent),
    stroke('M60 84H148M84 98H188M470 66H548M500 80H580', t.soft, 4),
    shape('M0 214L86 150L150 190L236 104L322 184L396 140L482 206L560 160L600 184V300H0Z', t.tint),
    shape('M0 250L70 208L132 236L262 78L372 214L432 184L520 244L600 206V300H0Z', t.soft),
    shape('M262 78L300 126L282 142L266 128L246 148L226 122Z', t.paper),
    shape('M120 300L262 78L268 86C250 150 290 220 250 300Z', t.main),
    shape('M262 78L226 122L246 148L262 132Z', t.pale),
    stroke('M262 80V34', t.ink, 4),
    shape('M264 34L308 46L264 60Z', t.accent),
    shape('M0 300V270C80 238 150 262 220 274C320 290 420 238 600 262V300Z', t.deep),
    shape('M300 300C380 268 470 262 600 280V300Z', t.ink),
    ring(392, 128, 112, t.warm, 2),
  ].join('');
}
