import { escapeText } from '../../parse/escape.ts';
import {
  aside,
  type BlockInput,
  button,
  heading,
  paragraph,
  rich,
  row,
  rule,
  strong,
  text,
} from '../blocks.ts';
import { type Design, type DesignContext, greetingOf, introOf } from '../design.ts';
import { header } from '../header-and-footer.ts';
import { pictureRow } from '../pictures.ts';

/** A sheet of paper: number and date at the top, a table of what was bought, and what comes next below. */
export function receipt(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.receipt;
  const hello = greetingOf(context);
  const sheet = { background: palette.sheet };
  const table = itemTable(context);
  const cell = (title: string, lines: readonly string[]) => [
    aside(title, { side: 20 }),
    text(lines, { side: 20, color: palette.muted }),
  ];
  const [nextTitle, next] = mail.next;
  const [helpTitle, help] = mail.help;
  return {
    align: 'left',
    rows: [
      header(context, 'left'),
      pictureRow(context, 'receipt', mail.picture, sheet),
      row(
        [
          [
            heading(1, facts.headline ?? mail.title[1], { above: 4 }),
            text([...(hello ? [hello] : []), ...introOf(context, mail)]),
          ],
        ],
        { ...sheet, above: 32, below: 0 },
      ),
      ...(hasNumbers(context)
        ? [row([[rule(palette.line, { gap: 16 }), numbers(context)]], { ...sheet, above: 0, below: 4 })]
        : []),
      row(
        [
          [
            ...(table === undefined ? [] : [table]),
            ...(facts.texts.length > 0 ? [text(facts.texts)] : []),
            button(facts.button ?? mail.button, context.actionUrl, palette.button),
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

function orderOf({ facts, tags }: DesignContext): string | undefined {
  return facts.order ?? tags.find('order');
}

function dateOf({ facts, tags }: DesignContext): string | undefined {
  return facts.dates[0] ?? tags.find('date');
}

function hasNumbers(context: DesignContext): boolean {
  return orderOf(context) !== undefined || dateOf(context) !== undefined;
}

function numbers(context: DesignContext): BlockInput {
  const { labels } = context.words;
  const lines = [
    [labels.order, orderOf(context)],
    [labels.when, dateOf(context)],
  ].flatMap(([label, value]) =>
    value === undefined ? [] : [`${escapeText(label ?? '')}: ${strong(value)}`],
  );
  return rich(paragraph(lines.join('<br>')), { gap: 16 });
}

/** The table of items and prices; undefined without any in the prompt and the merge tags. */
function itemTable({ facts, words, tags, palette }: DesignContext): BlockInput | undefined {
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
