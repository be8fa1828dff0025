import { listSpans } from '../../../parse/spans.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { readAttribute } from './rendered-tags.ts';

const FILLED = /<v:fill\b[^<>]*\bsrc\s*=/i;

/**
 * VML drawings for Outlook on Windows: images without an alternative text, and links in a text box, which the keyboard
 * cannot reach. Both are critical in Parcel's checker.
 */
export const vmlAltRule: Rule = {
  id: 'a11y.vml-alt',
  area: 'accessibility',
  check({ rendered }) {
    if (rendered === undefined) return { notMeasured: 'Only a rendered mail has drawings for Outlook.' };
    return [...checkShapes(rendered.html), ...checkTextBoxes(rendered.html)];
  },
};

function checkShapes(html: string): RuleFinding[] {
  const all = listSpans(html, /<v:(?:rect|roundrect|image|oval|shape)\b/gi, () => /<\/v:|\/>/gi);
  const shapes = all.filter(({ text }) => {
    const isPicture = /^<v:image/i.test(text) || FILLED.test(text);
    return isPicture && readAttribute(text.slice(0, text.indexOf('>') + 1), 'alt') === undefined;
  });
  if (shapes.length === 0) return [];
  return [
    {
      severity: 'medium',
      blockId: null,
      message: `${shapes.length} pictures drawn for Outlook have no alternative text.`,
      suggestion: 'Give each v: element with a picture an alt, empty when it is mere decoration.',
    },
  ];
}

function checkTextBoxes(html: string): RuleFinding[] {
  const all = listSpans(html, /<v:textbox\b/gi, () => /<\/v:textbox>/gi);
  const boxes = all.filter(({ text: box }) => /<a\b[^<>]*\bhref\s*=/i.test(box));
  if (boxes.length === 0) return [];
  return [
    {
      severity: 'medium',
      blockId: null,
      message: 'Links stand in a text box drawn for Outlook, where no keyboard reaches them.',
      suggestion: 'Use a background color in the place of the picture behind the links.',
    },
  ];
}
