import { escapeText } from '../../parse/escape.ts';
import { type BlockInput, button, heading, paragraph, rich, row, rule, strong, text } from '../blocks.ts';
import { alignOf, type Design, type DesignContext, introOf, say, takeHeadline, whenOf } from '../design.ts';
import { header } from '../header-and-footer.ts';
import { picture } from '../pictures.ts';

/** A front page: date line, lead story, and shorter pieces in two columns below a rule. */
export function newsletter(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.newsletter;
  const { headline, texts } = takeHeadline(context, say(context, mail.title));
  const date = whenOf(context);
  // A date of a story is not that of the issue.
  const when = texts.some((piece) => date !== undefined && piece.includes(date)) ? undefined : date;
  const [lead, ...others] = texts;
  const isLeadLong = lead !== undefined && lead.length > 70;
  const pieces = isLeadLong ? others : texts;
  const articles =
    pieces.length > 0 ? pieces.map((piece) => storyOf(piece)) : mail.articles.map(fullStory(context));
  const intro = [...introOf(context, mail), ...(isLeadLong ? [lead] : [])];
  const align = alignOf(intro);
  const front = [
    ...(when === undefined
      ? []
      : [text(when, { size: 14, color: palette.accent, align: 'center', gap: 12 })]),
    heading(1, headline, { align: 'center', gap: 24 }),
    text(intro, { align }),
    button(facts.button ?? mail.button, context.actionUrl, palette.button, { align }),
  ];
  return {
    align: 'center',
    rows: [
      header(context, 'center'),
      row([[picture(context, 'still-life', mail.picture, 560)]], {
        above: 32,
        below: 0,
        margin: { side: 20 },
      }),
      row([front], { above: 36, below: 24, side: 12 }),
      row([[rule(palette.text, { gap: 20 }), heading(2, mail.inside, { gap: 8, align: 'center' })]], {
        above: 8,
        below: 12,
        side: 12,
      }),
      ...pairs(articles).map((pair, index) => articleRow(pair, index === 0)),
      row([[text(words.reply, { color: palette.muted, gap: 8, align: 'center' })]], {
        above: 16,
        below: 16,
        side: 12,
      }),
    ],
  };
}

type Story = readonly BlockInput[];

/** A quoted piece, word for word: a short one is a heading, and what stands before a colon or dash leads in bold. */
function storyOf(piece: string): Story {
  const look = { side: 20 };
  const lead = /^.{3,60}?(?::|\s[–—-])(?=\s)/u.exec(piece)?.[0];
  if (lead === undefined) return piece.length <= 70 ? [heading(3, piece, look)] : [text(piece, look)];
  return [rich(paragraph(strong(lead) + escapeText(piece.slice(lead.length))), look)];
}

function fullStory({ palette }: DesignContext) {
  return ([title, line]: readonly [string, string]): Story => [
    heading(3, title, { side: 20 }),
    text(line, { side: 20, color: palette.muted }),
  ];
}

function articleRow(pair: readonly Story[], isFirst: boolean): BlockInput {
  const look = { above: isFirst ? 20 : 8, below: 8, side: 24 };
  return row(pair, { ...look, layout: pair.length === 2 ? '2' : '1' });
}

function pairs<T>(list: readonly T[]): T[][] {
  const rows: T[][] = [];
  for (let index = 0; index < list.length; index += 2) rows.push(list.slice(index, index + 2));
  return rows;
}
