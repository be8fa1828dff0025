import { escapeText } from '../../parse/escape.ts';
import { type BlockInput, button, heading, paragraph, rich, row, rule, strong, text } from '../blocks.ts';
import { type Design, type DesignContext, introOf, say, takeHeadline, whenOf } from '../design.ts';
import { header } from '../header-and-footer.ts';

/** A front page: date line, lead story, and shorter pieces in two columns below a rule. */
export function newsletter(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.newsletter;
  const { headline, texts } = takeHeadline(context, say(context, mail.title));
  const sheet = { background: palette.sheet };
  const said = whenOf(context);
  // A date of a story is not that of the issue.
  const when = texts.some((piece) => said !== undefined && piece.includes(said)) ? undefined : said;
  const [lead, ...others] = texts;
  const isLeadLong = lead !== undefined && lead.length > 70;
  const pieces = isLeadLong ? others : texts;
  const articles =
    pieces.length > 0 ? pieces.map((piece) => storyOf(piece)) : mail.articles.map(fullStory(context));
  const front = [
    rule(palette.accent, { thickness: 4, gap: 24, side: 0 }),
    ...(when === undefined ? [] : [text(when, { size: 14, color: palette.muted, gap: 4 })]),
    heading(1, headline),
    text([...introOf(context, mail), ...(isLeadLong ? [lead] : [])]),
    button(facts.button ?? mail.button, context.actionUrl, palette.button),
  ];
  return {
    align: 'center',
    rows: [
      header(context, 'center'),
      row([front], { ...sheet, above: 0, below: 16 }),
      row([[heading(2, mail.inside, { gap: 0 })]], { background: palette.soft, above: 24, below: 20 }),
      ...pairs(articles).map((pair, index) => articleRow(context, pair, index === 0)),
      row([[text(words.reply, { color: palette.muted, gap: 8 })]], { ...sheet, above: 8, below: 16 }),
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

function articleRow({ palette }: DesignContext, pair: readonly Story[], isFirst: boolean): BlockInput {
  const look = { background: palette.sheet, above: isFirst ? 28 : 8, below: 8, side: 12 };
  return row(pair, { ...look, layout: pair.length === 2 ? '2' : '1' });
}

function pairs<T>(list: readonly T[]): T[][] {
  const rows: T[][] = [];
  for (let index = 0; index < list.length; index += 2) rows.push(list.slice(index, index + 2));
  return rows;
}
