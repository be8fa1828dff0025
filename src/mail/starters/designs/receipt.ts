import { escapeText } from '../../parse/escape.ts';
import { header } from '../frame.ts';
import { type Design, greet, introOf, type Kit } from '../kit.ts';
import {
  aside,
  button,
  heading,
  type Part,
  paragraph,
  rich,
  row,
  rule,
  strong,
  text,
} from '../look/parts.ts';

/** A sheet of paper: number and date at the top, a table of what was bought, and what comes next below. */
export function receipt(kit: Kit): Design {
  const { palette, facts, words } = kit;
  const mail = words.receipt;
  const hello = greet(kit);
  const sheet = { background: palette.sheet };
  const table = itemTable(kit);
  const cell = (title: string, lines: readonly string[]) => [
    aside(title, { side: 20 }),
    text(lines, { side: 20, color: palette.muted }),
  ];
  const [nextTitle, next] = mail.next;
  const [helpTitle, help] = mail.help;
  return {
    align: 'left',
    rows: [
      header(kit, 'left'),
      row(
        [
          [
            heading(1, facts.headline ?? mail.title[1], { above: 4 }),
            text([...(hello ? [hello] : []), ...introOf(kit, mail)]),
          ],
        ],
        { ...sheet, above: 32, below: 0 },
      ),
      ...(hasNumbers(kit)
        ? [row([[rule(palette.line, { gap: 16 }), numbers(kit)]], { ...sheet, above: 0, below: 4 })]
        : []),
      row(
        [
          [
            ...(table === undefined ? [] : [table]),
            ...(facts.texts.length > 0 ? [text(facts.texts)] : []),
            button(facts.button ?? mail.button, kit.actionUrl, palette.button),
          ],
        ],
        { ...sheet, above: 0, below: 8 },
      ),
      row([cell(nextTitle, [next]), cell(helpTitle, [help])], {
        layout: '2',
        background: palette.soft,
        above: 24,
        below: 8,
        side: 12,
      }),
    ],
  };
}

function orderOf({ facts, tags }: Kit): string | undefined {
  return facts.order ?? tags.find('order');
}

function dateOf({ facts, tags }: Kit): string | undefined {
  return facts.dates[0] ?? tags.find('date');
}

function hasNumbers(kit: Kit): boolean {
  return orderOf(kit) !== undefined || dateOf(kit) !== undefined;
}

function numbers(kit: Kit): Part {
  const { labels } = kit.words;
  const lines = [
    [labels.order, orderOf(kit)],
    [labels.when, dateOf(kit)],
  ].flatMap(([label, value]) =>
    value === undefined ? [] : [`${escapeText(label ?? '')}: ${strong(value)}`],
  );
  return rich(paragraph(lines.join('<br>')), { gap: 16 });
}

/** What was bought and what it cost; undefined when neither prompt nor merge tags say. */
function itemTable({ facts, words, tags, palette }: Kit): Part | undefined {
  const total =
    facts.total ?? tags.find('total') ?? (facts.items.length === 0 ? facts.amounts[0] : undefined);
  if (facts.items.length === 0 && total === undefined) return undefined;
  const cells = (...contents: string[]) => ({ cells: contents.map((content) => ({ content })) });
  const { item, price, total: totalLabel } = words.labels;
  return {
    type: 'table',
    rows: [
      cells(escapeText(item), escapeText(price)),
      ...facts.items.map(({ name, amount }) => cells(escapeText(name), escapeText(amount))),
      ...(total === undefined ? [] : [cells(strong(totalLabel), strong(total))]),
    ],
    hasHeaderRow: true,
    headerBackgroundColor: palette.soft,
    borderColor: palette.line,
    cellPadding: 12,
    fontSize: 16,
    styles: { padding: { top: 0, right: 32, bottom: 28, left: 32 } },
  };
}
