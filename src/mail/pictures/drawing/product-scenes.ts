import { box, cross, disc, oval, plant, ring, shape, star, stroke, turned } from './shapes.ts';
import type { Tones } from './tones.ts';

/** Small marks around the middle. */
function sparks({ accent, main, soft, glow }: Tones): string {
  return [
    disc(92, 92, 7, accent),
    disc(548, 236, 9, soft),
    ring(500, 84, 11, main, 4),
    cross(60, 166, 9, soft),
    cross(452, 50, 7, glow),
    disc(150, 56, 4, main),
    disc(546, 140, 4, accent),
  ].join('');
}

function backdrop(t: Tones): string {
  return disc(300, 152, 132, t.glow) + sparks(t);
}

/** An open door with light behind it. */
export function doorway(t: Tones): string {
  const green = { pot: t.accent, rim: t.warm, leaf: t.main, other: t.deep };
  return [
    backdrop(t),
    oval(300, 262, 190, 14, t.shade),
    box(206, 248, 188, 12, t.tint, 3),
    box(188, 258, 224, 12, t.soft, 3),
    shape('M226 248V132a74 74 0 0 1 148 0V248Z', t.main),
    shape('M242 248V132a58 58 0 0 1 116 0V248Z', t.warm),
    disc(314, 144, 28, t.accent),
    shape('M242 248c22 -40 46 -58 78 -58c18 0 30 6 38 14V248Z', t.soft),
    shape('M290 248c16 -26 36 -36 68 -34V248Z', t.tint),
    shape('M242 248V132C242 104 262 82 284 78V262Z', t.deep),
    disc(273, 172, 5, t.accent),
    plant(164, 262, green),
    plant(446, 262, green, 0.82),
  ].join('');
}

/** A letter with a check mark that comes out of its envelope. */
export function envelope(t: Tones): string {
  return [
    backdrop(t),
    oval(300, 264, 128, 12, t.shade),
    shape('M192 132Q192 124 198 119L280 62H320L402 119Q408 124 408 132V240H192Z', t.deep),
    box(222, 40, 156, 174, t.paper, 10),
    disc(300, 96, 31, t.main),
    stroke('M286 97L296 107L315 86', t.paper, 7),
    box(258, 142, 84, 8, t.tint, 4),
    box(272, 159, 56, 8, t.pale, 4),
    shape('M192 132L294 202Q300 206 306 202L408 132V240Q408 256 392 256H208Q192 256 192 240Z', t.main),
    shape('M196 250L284 190Q300 180 316 190L404 250Q400 256 392 256H208Q200 256 196 250Z', t.soft),
  ].join('');
}

/** A padlock above the field of a password. */
export function padlock(t: Tones): string {
  const dots = [0, 1, 2, 3, 4].map((index) => disc(196 + index * 30, 236, 7, t.ink)).join('');
  return [
    backdrop(t),
    oval(300, 272, 178, 10, t.shade),
    stroke('M262 122V92a38 38 0 0 1 76 0V122', t.deep, 17),
    box(232, 112, 136, 110, t.main, 20),
    box(232, 112, 68, 110, t.main, 20),
    shape('M348 112a20 20 0 0 1 20 20V202a20 20 0 0 1 -20 20H320C340 200 346 150 336 112Z', t.deep),
    disc(296, 154, 14, t.paper),
    shape('M290 160H302L307 192H285Z', t.paper),
    box(150, 208, 300, 56, t.paper, 28),
    dots,
    box(338, 222, 4, 28, t.accent, 2),
    disc(418, 236, 18, t.accent),
    stroke('M411 236L416 242L426 230', t.ink, 4),
  ].join('');
}

/** A receipt with its total, coins and a card. */
export function receipt(t: Tones): string {
  const teeth = Array.from({ length: 8 }, () => 'l-10 -12l-10 12').join('');
  const line = (y: number, width: number) => box(240, y, width, 7, t.tint, 4) + box(336, y, 24, 7, t.soft, 4);
  const coin = (x: number, y: number) =>
    box(x - 26, y - 8, 52, 16, t.accent, 8) + box(x - 26, y - 8, 52, 6, t.warm, 3);
  return [
    backdrop(t),
    oval(300, 270, 200, 10, t.shade),
    turned(
      -12,
      176,
      190,
      box(108, 146, 136, 88, t.main, 12) + box(108, 166, 136, 16, t.deep) + box(122, 204, 44, 8, t.soft, 4),
    ),
    shape(`M220 44H380V266${teeth}Z`, t.paper),
    box(196, 34, 208, 22, t.deep, 11),
    box(212, 42, 176, 6, t.ink, 3),
    disc(300, 94, 20, t.main),
    stroke('M291 95L298 102L310 88', t.paper, 5),
    line(132, 70),
    line(152, 54),
    line(172, 64),
    stroke('M240 196H360', t.tint, 2, ' stroke-dasharray="1 7"'),
    box(240, 212, 46, 16, t.ink, 5),
    box(318, 210, 42, 20, t.accent, 10),
    coin(444, 258),
    coin(450, 242),
    coin(442, 226),
    coin(448, 210),
  ].join('');
}

/** A parcel on its way from one pin to the next. */
export function parcel(t: Tones): string {
  return [
    backdrop(t),
    stroke('M112 232C128 120 210 62 300 62C384 62 452 98 486 168', t.soft, 4, ' stroke-dasharray="2 13"'),
    oval(300, 264, 122, 12, t.shade),
    oval(112, 240, 26, 7, t.shade),
    disc(112, 232, 12, t.paper),
    disc(112, 232, 6, t.main),
    oval(486, 214, 24, 7, t.shade),
    shape('M486 212C472 192 458 178 458 158a28 28 0 0 1 56 0C514 178 500 192 486 212Z', t.accent),
    disc(486, 158, 11, t.paper),
    shape('M300 82L398 126L300 170L202 126Z', t.soft),
    shape('M202 126L300 170V266L202 222Z', t.main),
    shape('M398 126L300 170V266L398 222Z', t.deep),
    shape('M266 97L364 141V176L350 170V148L252 104Z', t.warm),
    shape('M236 111L264 98L362 142L334 155Z', t.accent),
    shape('M334 155L362 142V182L348 178L334 195Z', t.accent),
    shape('M218 196L254 212V228L218 212Z', t.tint),
  ].join('');
}

/** A program in its window, with a chart and a switch. */
export function windowScene(t: Tones): string {
  const bar = (x: number, height: number, fill: string) => box(x, 216 - height, 22, height, fill, 5);
  return [
    backdrop(t),
    oval(300, 270, 190, 11, t.shade),
    box(148, 48, 304, 214, t.paper, 14),
    shape('M148 62a14 14 0 0 1 14 -14H438a14 14 0 0 1 14 14V78H148Z', t.deep),
    disc(168, 63, 5, t.accent),
    disc(184, 63, 5, t.soft),
    disc(200, 63, 5, t.tint),
    shape('M148 78H216V262H162a14 14 0 0 1 -14 -14Z', t.pale),
    box(164, 98, 36, 8, t.main, 4),
    box(164, 118, 28, 8, t.tint, 4),
    box(164, 138, 34, 8, t.tint, 4),
    box(164, 158, 24, 8, t.tint, 4),
    box(236, 98, 88, 10, t.ink, 5),
    box(236, 118, 56, 8, t.tint, 4),
    bar(238, 40, t.tint),
    bar(270, 62, t.soft),
    bar(302, 50, t.tint),
    bar(334, 82, t.main),
    stroke('M236 226H370', t.tint, 3),
    box(392, 96, 42, 22, t.main, 11),
    disc(423, 107, 8, t.paper),
    box(392, 132, 42, 22, t.tint, 11),
    disc(403, 143, 8, t.paper),
    disc(448, 206, 34, t.accent),
    star(448, 206, 17, t.paper),
  ].join('');
}
