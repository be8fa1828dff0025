import { escapeText } from '../parse/escape.ts';

export const CARD = { width: 600, height: 450 };
const MAX_NAME = 120;

/** The HTML of a plain card with a name, for a mail that cannot be drawn. */
export function writeCard(name: string): string {
  const style = `height:${CARD.height}px;padding:180px 40px 0;box-sizing:border-box;overflow:hidden;background:#eef0f3;color:#5b6472;font-family:Arimo;font-size:32px;line-height:1.3;text-align:center`;
  return `<div style="${style}">${escapeText(name.trim().slice(0, MAX_NAME))}</div>`;
}
