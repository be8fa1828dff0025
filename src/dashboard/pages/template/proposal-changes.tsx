import type { Item } from '../../data/operations.ts';
import { DIFF } from '../../texts/diff.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Badge } from '../../ui/badge.tsx';
import { withoutId } from '../../ui/diff-list.tsx';
import type { Kind } from '../../ui/notice.tsx';

const T = TEMPLATE.proposals;

type ProposedChange = Item<'listProposals'>['changes'][number];

const KINDS: Record<string, Kind> = { added: 'good', removed: 'bad', moved: 'info', changed: 'warn' };

export function ChangeList({ changes }: { changes: readonly ProposedChange[] }) {
  return (
    <ul aria-label={T.changes} className="mt-3 flex flex-col gap-1.5 text-sm">
      {changes.map((change) => (
        <li key={change.id}>
          <Change {...change} />
        </li>
      ))}
    </ul>
  );
}

function Change({ change, outline }: ProposedChange) {
  return (
    <span className="min-w-0 break-words">
      <Badge kind={KINDS[change] ?? 'neutral'}>
        {DIFF.kinds[change as keyof typeof DIFF.kinds] ?? change}
      </Badge>{' '}
      {withoutId(outline)}
    </span>
  );
}

interface ChangeChoiceProps {
  changes: readonly ProposedChange[];
  chosen: readonly string[];
  onChange(ids: readonly string[]): void;
}

/** Checkboxes for changes. If none is checked, all are accepted. */
export function ChangeChoice({ changes, chosen, onChange }: ChangeChoiceProps) {
  return (
    <fieldset className="mt-3 flex flex-col gap-1.5 text-sm">
      <legend className="mb-1.5 text-muted">{T.choose}</legend>
      {changes.map((change) => (
        <label key={change.id} className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-1 accent-accent"
            checked={chosen.includes(change.id)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...chosen, change.id] : chosen.filter((other) => other !== change.id),
              )
            }
          />
          <Change {...change} />
        </label>
      ))}
    </fieldset>
  );
}
