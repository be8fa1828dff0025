import { type Static, Type } from '@sinclair/typebox';
import { alignment, blockSchema, color, flag, identifier, openObject, pixels, text } from '../common.ts';

const menuItem = openObject(
  {
    id: identifier('Unique in the block. Made by the service when omitted.'),
    text: text({ description: 'Label, plain text.' }),
    url: text({ description: 'Where a click leads.', default: '' }),
    openInNewTab: flag({ description: 'Open the link in a new tab.', default: false }),
    bold: flag({ description: 'Bold label.', default: false }),
    underline: flag({ description: 'Underlined label.', default: false }),
    color: Type.Optional(color({ description: 'CSS color of this label.' })),
  },
  { description: 'One link.', title: 'MenuItem' },
);

/** A row of links. `color` is always there in 0.10.4 editors and may be absent in newer ones. */
export const MenuBlock = blockSchema('menu', 'MenuBlock', 'A row of text links.', {
  items: Type.Array(menuItem, { description: 'Links from left to right.', default: [] }),
  fontSize: pixels({ description: 'Font size in pixels.', default: 15 }),
  fontFamily: Type.Optional(text({ description: 'CSS font; default: fontFamily.' })),
  color: Type.Optional(color({ description: 'CSS color; default: textColor.' })),
  linkColor: Type.Optional(color({ description: 'CSS color of the links; color when absent.' })),
  textAlign: alignment('Position of the row.', 'center'),
  separator: text({ description: 'Text between links.', default: '|' }),
  separatorColor: color({ description: 'CSS color of the separators.', default: '#e0e0e0' }),
  spacing: pixels({ description: 'Pixels between links.', default: 10 }),
});

export type MenuItem = Static<typeof menuItem>;
export type MenuBlock = Static<typeof MenuBlock>;
