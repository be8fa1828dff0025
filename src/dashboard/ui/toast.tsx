import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { SHARED } from '../texts/shared.ts';
import { cx } from './cx.ts';

interface Toast {
  text: string;
  kind?: 'good' | 'bad' | 'normal';
  requestId?: string | undefined;
  /** A button, e.g. to undo. */
  action?: { label: string; run(): void };
}

interface ShownToast extends Toast {
  id: number;
}

const SHOWN_MS = 6000;
const SHOWN_AT_MOST = 3;
/** Height of a toast with two lines, and the space around it. */
const TOAST_PX = 88;

class Toasts {
  #shown: readonly ShownToast[] = [];
  #lastId = 0;
  readonly #listeners = new Set<() => void>();

  show(toast: Toast): void {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#set([...this.#shown, { ...toast, id }].slice(-SHOWN_AT_MOST));
    // Errors, and messages with a button, stay until a person closes them.
    if (toast.kind !== 'bad' && toast.action === undefined) setTimeout(() => this.close(id), SHOWN_MS);
  }

  close = (id: number): void => this.#set(this.#shown.filter((toast) => toast.id !== id));
  read = (): readonly ShownToast[] => this.#shown;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(shown: readonly ShownToast[]): void {
    this.#shown = shown;
    for (const listener of this.#listeners) listener();
  }
}

const toasts = new Toasts();

/** Shows a message in the corner of the page. */
export const showToast = (toast: Toast): void => toasts.show(toast);

const STRIPES = { good: 'border-l-good', bad: 'border-l-bad', normal: 'border-l-accent' };

export function ToastRegion() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read);
  return (
    <>
      {/* Space below the page, so that toasts do not cover its end. */}
      {shown.length > 0 && <div aria-hidden="true" style={{ height: shown.length * TOAST_PX }} />}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed right-4 bottom-4 left-4 z-50 flex flex-col items-end gap-2 sm:left-auto"
      >
        {shown.map(({ id, text, kind = 'normal', requestId, action }) => (
          <div
            key={id}
            className={cx(
              'popup pointer-events-auto flex w-full items-start gap-2 border-l-3 py-2 pr-2 pl-3 sm:w-90',
              STRIPES[kind],
            )}
          >
            <div className="min-w-0 flex-1 py-1">
              <p>{text}</p>
              {requestId !== undefined && (
                <p className="mt-0.5 font-mono text-xs text-muted">
                  {SHARED.errors.requestId} {requestId}
                </p>
              )}
            </div>
            {action !== undefined && (
              <button
                type="button"
                className="rounded-md px-2 py-1 font-medium text-accent hover:bg-hover"
                onClick={() => {
                  action.run();
                  toasts.close(id);
                }}
              >
                {action.label}
              </button>
            )}
            <button
              type="button"
              aria-label={SHARED.actions.close}
              className="rounded-md p-1.5 text-muted hover:bg-hover hover:text-ink"
              onClick={() => toasts.close(id)}
            >
              <X size={15} aria-hidden="true" />
            </button>
          </div>
        ))}
      </div>
    </>
  );
}
