import { header } from '../frame.ts';
import { type Design, introOf, type Kit, say, whenOf } from '../kit.ts';
import { button, heading, type Part, row, rule, SIDE, text } from '../look/parts.ts';

type Change = { kind: 'added' | 'better' | 'fixed'; line: string };

const FIXED =
  /\b(?:fix\w*|bug\w*|repair\w*|crash\w*|behoben|fehler|corrig\w+|corrección|correç\w+|erreur\w*|opgelost|fout\w*|risolt\w*|errore|errori)\b/i;
const BETTER =
  /\b(?:improv\w*|better|faster|quicker|easier|updat\w*|speed\w*|verbesser\w*|schneller\w*|besser\w*|amélior\w*|plus rapide\w*|mejor\w*|rápid\w*|verbeter\w*|sneller\w*|beter|miglior\w*|veloc\w*|melhor\w*)\b/i;

/** A list of changes: what kind on the left, what it is on the right, a thin line between. */
export function changelog(kit: Kit): Design {
  const { palette, facts, words } = kit;
  const mail = words.changelog;
  const sheet = { background: palette.sheet, margin: { side: 0 } };
  const marks = [...facts.versions, ...[whenOf(kit) ?? []].flat()].join(' · ');
  const changes = changesOf(kit);
  return {
    align: 'left',
    inset: SIDE,
    rows: [
      header(kit, 'left', SIDE),
      row(
        [
          [
            ...(marks === '' ? [] : [text(marks, { size: 14, color: palette.muted, gap: 4 })]),
            heading(1, facts.headline ?? say(kit, mail.title)),
            text(introOf(kit, mail)),
          ],
        ],
        { ...sheet, above: 36, below: 8 },
      ),
      ...changes.flatMap((change) => [
        row([[rule(palette.line, { gap: 0 })]], { ...sheet, above: 0, below: 0 }),
        row(columns(kit, change), { ...sheet, layout: '1-2', above: 16, below: 4, side: 12 }),
      ]),
      row([[button(facts.button ?? mail.button, kit.actionUrl, palette.button)]], {
        ...sheet,
        above: 20,
        below: 12,
      }),
    ],
  };
}

function columns({ palette, words }: Kit, { kind, line }: Change): Part[][] {
  const label = text(words.changelog[kind], { color: palette.accent, size: 16, gap: 4, side: 20 });
  return [[label], [text(line, { gap: 12, side: 20 })]];
}

function changesOf({ facts, words }: Kit): Change[] {
  const { changes } = words.changelog;
  if (facts.texts.length > 0) return facts.texts.map((line) => ({ kind: kindOf(line), line }));
  const kinds = ['added', 'better', 'fixed'] as const;
  return kinds.map((kind, index) => ({ kind, line: changes[index] ?? '' }));
}

function kindOf(line: string): Change['kind'] {
  if (FIXED.test(line)) return 'fixed';
  return BETTER.test(line) ? 'better' : 'added';
}
