import { useBlocker } from '@tanstack/react-router';
import { SHARED } from '../texts/shared.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

const T = SHARED.unsaved;

/** Set on forms that were typed into. */
const UNSAVED = 'form[data-unsaved]';

const hasUnsaved = (): boolean => document.querySelector(UNSAVED) !== null;

/** Loads the page anew, without asking about what was typed. */
export function reloadWithoutAsking(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>(UNSAVED)) delete form.dataset.unsaved;
  location.reload();
}

/** Parameters of addresses whose change closes forms. Other ones filter a list. */
const PARTS = ['tab', 'view', 'tenant'];

interface PageLocation {
  pathname: string;
  search: Readonly<Record<string, unknown>>;
}

const isElsewhere = (a: PageLocation, b: PageLocation): boolean =>
  a.pathname !== b.pathname || PARTS.some((name) => a.search[name] !== b.search[name]);

/** Asks before a page is left whose forms were typed into. If another document follows, the browser asks. */
export function LeaveGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isElsewhere(current, next) && hasUnsaved(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  return (
    <Dialog isOpen={status === 'blocked'} onClose={() => reset?.()} title={T.title} description={T.hint}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={reset}>{T.stay}</Button>
        <Button kind="danger" onClick={proceed}>
          {T.leave}
        </Button>
      </div>
    </Dialog>
  );
}
