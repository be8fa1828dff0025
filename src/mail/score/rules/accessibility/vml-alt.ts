import type { Rule, RuleFinding } from '../../rule.ts';
import { readAttribute } from './rendered-tags.ts';

const SHAPE = /<v:(?:rect|roundrect|image|oval|shape)\b[^>]*>/gi;
const FILLED = /<v:fill\b[^>]*\bsrc\s*=/i;
const TEXT_BOX = /<v:textbox\b[\s\S]*?<\/v:textbox>/gi;

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
  const shapes = [...html.matchAll(SHAPE)].filter(({ 0: tag, index }) => {
    const isPicture = /^<v:image/i.test(tag) || FILLED.test(html.slice(index, html.indexOf('</v:', index)));
    return isPicture && readAttribute(tag, 'alt') === undefined;
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
  const boxes = html.match(TEXT_BOX)?.filter((box) => /<a\b[^>]*\bhref\s*=/i.test(box)) ?? [];
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
