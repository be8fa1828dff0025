/** What media queries ask for. */
interface MediaScreen {
  /** Pixels. */
  width: number;
  isDark: boolean;
}

/** Whether a list of media queries holds on a screen. A query about anything but width and dark mode does not. */
export function holdsOn(queries: string, screen: MediaScreen): boolean {
  return queries
    .toLowerCase()
    .split(',')
    .some((query) => holds(query.trim(), screen));
}

function holds(query: string, screen: MediaScreen): boolean {
  const features = query.match(/\([^()]*\)/g) ?? [];
  const type = query
    .replace(/\([^()]*\)|\band\b/g, ' ')
    .replace(/^\s*(?:only|not)\b/, '')
    .trim();
  const isMatched =
    ['', 'all', 'screen'].includes(type) && features.every((feature) => hasFeature(feature, screen));
  return query.startsWith('not') ? !isMatched : isMatched;
}

function hasFeature(feature: string, { width, isDark }: MediaScreen): boolean {
  const [, name, colon, value = ''] = /^\(\s*([a-z-]+)\s*(:|[<>]=?)\s*([a-z0-9.]+)\s*\)$/.exec(feature) ?? [];
  if (name === 'prefers-color-scheme') return value === (isDark ? 'dark' : 'light');
  const length = Number.parseFloat(value) * (/r?em$/.test(value) ? 16 : 1);
  if (name === 'width' && colon !== ':') return colon?.startsWith('>') ? width >= length : width <= length;
  if (name === 'min-width' || name === 'min-device-width') return width >= length;
  return (name === 'max-width' || name === 'max-device-width') && width <= length;
}
