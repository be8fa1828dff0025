import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { SHARED } from '../texts/shared.ts';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { TextField } from './fields.tsx';
import { Form, useForm } from './form.tsx';

interface DialogProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  description?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

const FIELD = ':is(input, textarea, select):not([hidden], :disabled)';

/** Focuses the first field, so that people can type at once. Not after a touch, which would open the on-screen keyboard. */
const focusFirstField = (popup: HTMLElement | null, openedBy: string): HTMLElement | true =>
  (openedBy !== 'touch' && popup?.querySelector<HTMLElement>(FIELD)) || true;

/**
 * A modal dialog. Escape and a click outside close it, and the focus goes back to where it was. A click outside does not
 * close it while it shows a secret (`data-secret`), which cannot be shown again, or a form that was typed into.
 */
export function Dialog({ isOpen, onClose, title, description, isWide = false, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        const isKept =
          reason === 'outside-press' && popup.current?.querySelector('[data-secret], [data-unsaved]') != null;
        if (!open && !isKept) onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop fixed inset-0 z-40" />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center overflow-y-auto p-3 sm:p-10">
          <BaseDialog.Popup
            ref={popup}
            initialFocus={(openedBy) => focusFirstField(popup.current, openedBy)}
            className={cx('popup w-full p-5', isWide ? 'max-w-3xl' : 'max-w-md')}
          >
            <div className="mb-4 flex items-start gap-3">
              <div className="min-w-0 flex-1">
                <BaseDialog.Title className="text-lg font-semibold">{title}</BaseDialog.Title>
                {description !== undefined && (
                  <BaseDialog.Description render={<div />} className="mt-1 text-muted">
                    {description}
                  </BaseDialog.Description>
                )}
              </div>
              <BaseDialog.Close
                render={<IconButton label={SHARED.actions.close} icon={<X size={17} aria-hidden="true" />} />}
              />
            </div>
            {children}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

interface ConfirmProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  /** What will happen, and whether it can be undone. */
  description: ReactNode;
  /** The button: a verb, such as "Delete project". */
  action: string;
  /** The text that has to be typed before the button works. Undefined: none. */
  name?: string | undefined;
  /** Runs on the button. The dialog closes after it; an error is shown in it. */
  run(): Promise<unknown>;
}

/** Asks before an action that cannot be undone. With `name`, this name has to be typed first. */
export function ConfirmDialog(props: ConfirmProps) {
  const { isOpen, onClose, title, description } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} description={description}>
      {/* Mounted with the dialog, so that it starts empty each time. */}
      <ConfirmForm {...props} />
    </Dialog>
  );
}

function ConfirmForm({ onClose, action, name, run }: ConfirmProps) {
  const form = useForm({
    initial: { name: '' },
    check: ({ name: typed }): Record<string, string> =>
      name !== undefined && typed.trim() !== name ? { name: SHARED.confirm.mismatch } : {},
    submit: async () => {
      await run();
      onClose();
    },
  });
  const isReady = name === undefined || form.values.name.trim() === name;
  return (
    <Form
      form={form}
      submitLabel={action}
      isDangerous
      isDisabled={!isReady}
      secondary={<Button onClick={onClose}>{SHARED.actions.cancel}</Button>}
    >
      {name !== undefined && (
        <TextField
          form={form}
          name="name"
          label={SHARED.confirm.typeName(name)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Form>
  );
}

/** The button at the end of a dialog that only shows something. */
export function DialogEnd({ label, onDone }: { label: string; onDone(): void }) {
  return (
    <div className="flex justify-end">
      <Button kind="primary" onClick={onDone}>
        {label}
      </Button>
    </div>
  );
}

/** The state of a dialog: `const dialog = useDialog()`, then `dialog.open()` and `<Dialog {...dialog.props}>`. */
export function useDialog() {
  const [isOpen, setOpen] = useState(false);
  return {
    open: () => setOpen(true),
    close: () => setOpen(false),
    props: { isOpen, onClose: () => setOpen(false) },
  };
}
