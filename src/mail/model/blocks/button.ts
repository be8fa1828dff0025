import { type Static, Type } from '@sinclair/typebox';
import {
  alignment,
  blockSchema,
  border,
  color,
  cornerRadius,
  flag,
  oneOf,
  pixels,
  pixelsOrFull,
  spacing,
  text,
} from '../common.ts';

/**
 * A link that looks like a button. `width`, `align` and `border` come from newer editors only. `fontWeight` is an extension
 * of this service.
 */
export const ButtonBlock = blockSchema('button', 'ButtonBlock', 'A link that looks like a button.', {
  text: text({ description: 'Label, plain text.' }),
  url: text({ description: 'Where a click leads.', default: '' }),
  openInNewTab: Type.Optional(flag({ description: 'Open the link in a new tab.' })),
  backgroundColor: color({ description: 'CSS color of the button.', default: '#333333' }),
  textColor: color({ description: 'CSS color of the label.', default: '#ffffff' }),
  borderRadius: cornerRadius({ description: 'Corner radius in pixels.', default: 6 }),
  fontSize: pixels({ description: 'Font size in pixels.', default: 15 }),
  buttonPadding: spacing([12, 24, 12, 24], {
    description: 'Space around the label.',
    title: 'ButtonPadding',
  }),
  fontFamily: Type.Optional(text({ description: 'CSS font; default: fontFamily.' })),
  fontWeight: Type.Optional(
    oneOf(['normal', 'bold'], { description: 'Weight of the label.', default: 'bold' }),
  ),
  width: Type.Optional(
    pixelsOrFull({ description: 'Width in pixels, or "full"; fits the label when absent.' }),
  ),
  align: Type.Optional(alignment('Position in its column.', 'center')),
  border: Type.Optional(border),
});

export type ButtonBlock = Static<typeof ButtonBlock>;
