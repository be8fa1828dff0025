import type { Mail } from '../../mail/mail.ts';

const RUNNING = new Set(['paragraph', 'list-item', 'cell', 'html', 'menu']);

/**
 * Whether running text has a usual size with room between its lines. Only then does another width not make lines too
 * long, or lines too close that were single before.
 */
export function hasOrdinaryType({ texts }: Mail): boolean {
  return texts.every(
    ({ role, fontSize, lineHeight }) => !RUNNING.has(role) || (fontSize >= 14 && (lineHeight ?? 0) >= 1.3),
  );
}
