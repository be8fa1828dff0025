import { call } from '../data/api.ts';
import { pathKey, type TenantRef } from '../data/operations.ts';
import { useAction } from '../data/queries.ts';
import { AGENTS as T } from '../texts/agents.ts';
import { Button } from './button.tsx';

interface UndoChangeProps {
  template: TenantRef & { template_id: string };
  /** The version that an agent's change made. */
  version: number;
  onUndone?(): void;
}

/** Undoes a change of an agent, or all its changes without long pauses (`whole_spell`). */
export function UndoChange({ template, version, onUndone }: UndoChangeProps) {
  const undo = useAction(
    (whole_spell: boolean) =>
      call('undoAgentChanges', { ...template, version, whole_spell, answer: 'compact' }),
    {
      invalidates: [pathKey('getTemplate', template)],
      success: ({ undone }) => T.undone(undone.length),
      onSuccess: () => onUndone?.(),
    },
  );
  return (
    <>
      <Button isBusy={undo.isRunning} onClick={() => undo.run(false)}>
        {T.undo}
      </Button>
      <Button isBusy={undo.isRunning} title={T.undoSpellHint} onClick={() => undo.run(true)}>
        {T.undoSpell}
      </Button>
    </>
  );
}
