/** SVG shapes; lengths in units of the scene. */

export const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;

export const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

export const oval = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;

export const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;

export const stroke = (d: string, color: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;

export const ring = (x: number, y: number, radius: number, color: string, width: number) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${color}" stroke-width="${width}"/>`;

export const turned = (degrees: number, x: number, y: number, inside: string) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${inside}</g>`;

export const moved = (x: number, y: number, inside: string, scale = 1) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${inside}</g>`;

export const cross = (x: number, y: number, size: number, color: string) =>
  stroke(`M${x - size} ${y}h${2 * size}M${x} ${y - size}v${2 * size}`, color, 4);

/** A star with five points. */
export function star(x: number, y: number, radius: number, fill: string): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    const reach = index % 2 === 0 ? radius : radius * 0.46;
    return `${(x + reach * Math.cos(angle)).toFixed(2)} ${(y + reach * Math.sin(angle)).toFixed(2)}`;
  });
  return `<path d="M${points.join('L')}Z" fill="${fill}" stroke="${fill}" stroke-width="${radius / 6}" stroke-linejoin="round"/>`;
}

/** A plant in a pot; the point given is the middle of the pot's foot. */
export function plant(
  x: number,
  y: number,
  colors: { pot: string; rim: string; leaf: string; other: string },
  scale = 1,
): string {
  const leaf = (degrees: number, length: number, fill: string) =>
    turned(
      degrees,
      0,
      -40,
      shape(
        `M0 -40C-${length * 0.32} -${40 + length * 0.4} -${length * 0.2} -${40 + length * 0.85} 0 -${40 + length}C${length * 0.2} -${40 + length * 0.85} ${length * 0.32} -${40 + length * 0.4} 0 -40Z`,
        fill,
      ),
    );
  const leaves =
    leaf(-52, 50, colors.other) +
    leaf(52, 50, colors.other) +
    leaf(-24, 66, colors.leaf) +
    leaf(26, 62, colors.leaf) +
    leaf(2, 76, colors.other);
  const pot =
    shape('M-24 -44H24L18 -4Q17 0 13 0H-13Q-17 0 -18 -4Z', colors.pot) + box(-27, -50, 54, 12, colors.rim, 4);
  return moved(x, y, leaves + pot, scale);
}
