import { type BlockInput, button, heading, row, rule, text } from '../blocks.ts';
import { type Design, type DesignContext, introOf, say, whenOf } from '../design.ts';
import { header } from '../header-and-footer.ts';
import { iconRow, pictureRow } from '../pictures.ts';

type Change = { kind: 'added' | 'better' | 'fixed'; line: string };

const FIXED =
  /\b(?:fix\w*|bug\w*|repair\w*|crash\w*|behoben|fehler|corrig\w+|corrección|correç\w+|erreur\w*|opgelost|fout\w*|risolt\w*|errore|errori)\b/i;
const BETTER =
  /\b(?:improv\w*|better|faster|quicker|easier|updat\w*|speed\w*|verbesser\w*|schneller\w*|besser\w*|amélior\w*|plus rapide\w*|mejor\w*|rápid\w*|verbeter\w*|sneller\w*|beter|miglior\w*|veloc\w*|melhor\w*)\b/i;

const ICONS = { added: 'plus', better: 'zap', fixed: 'wrench' } as const;

/** A list of changes with an icon for their kind, a thin line between. */
export function changelog(context: DesignContext): Design {
  const { palette, facts, words } = context;
  const mail = words.changelog;
  const sheet = { background: palette.sheet };
  const marks = [...facts.versions, ...[whenOf(context) ?? []].flat()].join(' · ');
  const changes = changesOf(context);
  return {
    align: 'left',
    rows: [
      header(context, 'left'),
      pictureRow(context, 'window', mail.picture, sheet),
      row(
        [
          [
            ...(marks === '' ? [] : [text(marks, { size: 14, color: palette.muted, gap: 4 })]),
            heading(1, facts.headline ?? say(context, mail.title)),
            text(introOf(context, mail)),
          ],
        ],
        { ...sheet, above: 36, below: 8 },
      ),
      ...changes.flatMap((change) => [
        row([[rule(palette.line, { gap: 0 })]], { ...sheet, above: 0, below: 0 }),
        iconRow(context, ICONS[change.kind], textsOf(context, change), { ...sheet, above: 16 }),
      ]),
      row([[button(facts.button ?? mail.button, context.actionUrl, palette.button)]], {
        ...sheet,
        above: 20,
        below: 12,
      }),
    ],
  };
}

function textsOf({ palette, words }: DesignContext, { kind, line }: Change): BlockInput[] {
  const label = text(words.changelog[kind], { color: palette.accent, size: 14, gap: 2, side: 12 });
  return [label, text(line, { gap: 12, side: 12 })];
}

function changesOf({ facts, words }: DesignContext): Change[] {
  const { changes } = words.changelog;
  if (facts.texts.length > 0) return facts.texts.map((line) => ({ kind: kindOf(line), line }));
  const kinds = ['added', 'better', 'fixed'] as const;
  return kinds.map((kind, index) => ({ kind, line: changes[index] ?? '' }));
}

function kindOf(line: string): Change['kind'] {
  if (FIXED.test(line)) return 'fixed';
  return BETTER.test(line) ? 'better' : 'added';
}
