import { call } from '../data/api.ts';
import { useAction } from '../data/queries.ts';
import { AGENTS as T } from '../texts/agents.ts';
import { Button } from './button.tsx';

interface UndoChangeProps {
  /** The path of the template's routes. */
  path: string;
  /** The version that an agent's change made. */
  version: number;
  onUndone?(): void;
}

/** Undoes a change of an agent, or all its changes without long pauses (`whole_spell`). */
export function UndoChange({ path, version, onUndone }: UndoChangeProps) {
  const undo = useAction(
    (whole_spell: boolean) =>
      call<{ data: { undone: number[] } }>('POST', `${path}/undo`, {
        body: { version, whole_spell, answer: 'compact' },
      }),
    {
      invalidates: [path.split('/')],
      success: ({ data }) => T.undone(data.undone.length),
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
