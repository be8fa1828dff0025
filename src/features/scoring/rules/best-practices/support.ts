/** CSS some clients do not understand, in such a way that the mail looks broken there, not merely plainer. */
export interface Unsupported {
  /** What it is called in messages. */
  name: string;
  property: RegExp;
  value?: RegExp;
  /** Percent of readers whose client does not understand it. */
  share: number;
  where: string;
}

/**
 * Shares: support tables of Can I email (caniemail.com, MIT, data of September 2025), weighted by how much each client
 * is used: Apple Mail 50 %, Gmail 30 %, Outlook 7 %, Yahoo and AOL 3 %, others the rest. Rounded; what counts is
 * whether Gmail is among those that do not understand it.
 */
export const UNSUPPORTED: readonly Unsupported[] = [
  { name: 'animation', property: /^animation/, share: 45, where: 'Gmail and Outlook' },
  { name: 'filter', property: /^(?:backdrop-)?filter$/, share: 44, where: 'Gmail and Outlook' },
  { name: 'clip-path', property: /^clip-path$/, share: 44, where: 'Gmail and Outlook' },
  { name: 'transform', property: /^transform$/, share: 44, where: 'Gmail and Outlook' },
  {
    name: 'grid-template',
    property: /^grid-(?:template|area|column|row)/,
    share: 44,
    where: 'Gmail and Outlook',
  },
  { name: 'var()', property: /./, value: /\bvar\s*\(/, share: 44, where: 'Gmail and Outlook' },
  { name: 'aspect-ratio', property: /^aspect-ratio$/, share: 46, where: 'Gmail and Outlook' },
  { name: 'inset', property: /^inset/, share: 46, where: 'Gmail and Outlook' },
  { name: 'flex-direction', property: /^flex-(?:direction|flow)$/, share: 41, where: 'Gmail and Outlook' },
  { name: 'flex-wrap', property: /^flex-wrap$/, share: 40, where: 'Gmail and Outlook' },
  { name: 'align-items', property: /^align-(?:items|content|self)$/, share: 40, where: 'Gmail and Outlook' },
  {
    name: 'justify-content',
    property: /^justify-(?:content|items|self)$/,
    share: 40,
    where: 'Gmail and Outlook',
  },
  { name: 'offsets', property: /^(?:top|left|right|bottom)$/, share: 40, where: 'Gmail and Outlook' },
  {
    name: 'box-shadow',
    property: /^box-shadow$/,
    share: 20,
    where: 'Gmail in the browser and Outlook for Windows',
  },
  {
    name: 'clamp(), min() or max()',
    property: /./,
    value: /\b(?:clamp|min|max)\s*\(/,
    share: 12,
    where: 'Outlook and Yahoo',
  },
  { name: 'calc()', property: /./, value: /\bcalc\s*\(/, share: 12, where: 'Outlook and Yahoo' },
  {
    name: 'gradient',
    property: /^background/,
    value: /gradient\s*\(/,
    share: 12,
    where: 'Outlook and Yahoo',
  },
  {
    name: 'columns',
    property: /^column(?:s|-count|-width)$/,
    share: 9,
    where: 'Outlook for Windows and Yahoo',
  },
  { name: 'gap', property: /^(?:row-|column-)?gap$/, share: 9, where: 'Outlook for Windows and Yahoo' },
  {
    name: 'object-fit',
    property: /^object-(?:fit|position)$/,
    share: 9,
    where: 'Outlook for Windows and Yahoo',
  },
  { name: 'writing-mode', property: /^writing-mode$/, share: 8, where: 'Outlook for Windows and Yahoo' },
  { name: 'display: flex', property: /^display$/, value: /flex/, share: 5, where: 'Outlook for Windows' },
  { name: 'display: grid', property: /^display$/, value: /grid/, share: 5, where: 'Outlook for Windows' },
  {
    name: 'background-image',
    property: /^background(?:-image)?$/,
    value: /url\s*\(/,
    share: 4,
    where: 'Outlook for Windows',
  },
  { name: 'float', property: /^float$/, value: /left|right/, share: 4, where: 'Outlook for Windows' },
];

/** From this share of readers on it is more than a blemish. */
export const MANY_READERS = 30;
