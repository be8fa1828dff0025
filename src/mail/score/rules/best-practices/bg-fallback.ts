import { contrast, parseColor } from '../../../parse/color.ts';
import { editStartTag, MAX_COPIES, setStyle } from '../../fix.ts';
import { readDeclarations } from '../../mail/declared-style.ts';
import type { Mail, MailElement } from '../../mail/mail.ts';
import type { Rule, RuleFinding } from '../../rule.ts';

/** WCAG 2.2, 1.4.3. */
const READABLE = 4.5;

/** A background image without a color. Outlook for Windows does not show it, and many readers block images. */
export const bgFallbackRule: Rule = {
  id: 'best.bg-fallback',
  area: 'bestPractices',
  check(mail) {
    return mail.elements
      .filter(lacksFallback)
      .map((element, index) => describe(mail, element, index < MAX_COPIES));
  },
};

function lacksFallback({ from, attributes }: MailElement): boolean {
  const { style = '', background = '', bgcolor } = attributes;
  const declared = readDeclarations(style);
  const hasPicture = declared.backgroundImage || (from === 'html' && background.trim() !== '');
  return hasPicture && declared.background === undefined && bgcolor === undefined;
}

/** The color behind the block, or else white or black, if all text on images in the block is legible on it. */
function chooseColor({ blockOf, texts }: Mail, blockId: string): string | undefined {
  const colors = texts
    .filter((text) => text.blockId === blockId)
    .flatMap(({ runs }) => runs.filter((run) => run.onImage && !run.hidden))
    .map((run) => parseColor(run.color));
  const behind = blockOf.get(blockId)?.background ?? '';
  return [behind, '#ffffff', '#000000'].find((candidate) => {
    const fill = parseColor(candidate);
    return (
      fill !== undefined && colors.every((color) => color !== undefined && contrast(color, fill) >= READABLE)
    );
  });
}

function describe(mail: Mail, element: MailElement, withFix: boolean): RuleFinding {
  const color = withFix ? chooseColor(mail, element.blockId) : undefined;
  const fix =
    color === undefined
      ? undefined
      : editStartTag(mail, element, (tag) => setStyle(tag, element.attributes, 'background-color', color));
  return {
    severity: 'medium',
    blockId: element.blockId,
    message: `The ${element.name} element has a background picture and no background color; Outlook for Windows does not show the picture.`,
    suggestion: `Add a background-color the text can be read on${color === undefined ? '' : `, such as ${color}`}.`,
    ...(fix && { fix, fixNeedsTrial: true }),
  };
}
