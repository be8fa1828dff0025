import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { SHARED } from '../texts/shared.ts';
import { Button, IconButton } from './button.tsx';
import { Notice } from './notice.tsx';
import { showToast } from './toast.tsx';

const SHOWN_MS = 2000;

/** Copies a text. `label` names what is copied, for screen readers: "Copy client id". */
export function CopyButton({
  text,
  label,
  isIcon = false,
}: {
  text: string;
  label: string;
  isIcon?: boolean;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Browsers offer this clipboard only over HTTPS.
      if (!copyBySelection(text)) return showToast({ kind: 'bad', text: SHARED.errors.copy });
    }
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const icon = isCopied ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />;
  if (isIcon)
    return <IconButton label={isCopied ? SHARED.actions.copied : label} icon={icon} onClick={copy} />;
  return (
    <Button isSmall icon={icon} aria-label={isCopied ? SHARED.actions.copied : label} onClick={copy}>
      {isCopied ? SHARED.actions.copied : SHARED.actions.copy}
    </Button>
  );
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  // In the open dialog, because a dialog does not let the focus leave it.
  (document.activeElement?.closest('[role="dialog"]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}

/** A value in one line with a copy button, e.g. an id. `label`: what it is. */
export function CopyLine({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex min-w-0 items-center gap-1 rounded-md bg-sunken py-0.5 pr-0.5 pl-2.5">
      <code className="min-w-0 flex-1 truncate font-mono text-sm" title={text}>
        {text}
      </code>
      <CopyButton text={text} label={`${SHARED.actions.copy}: ${label}`} isIcon />
    </div>
  );
}

/** A new secret, which is shown only once. */
export function SecretOnce({ name, value, hint }: { name: string; value: string; hint?: string }) {
  return (
    <Notice kind="warn" title={name}>
      <p className="mb-2">{hint ?? SHARED.secret.hint}</p>
      <div data-secret className="flex items-start gap-2 rounded-md bg-surface p-2">
        <code className="min-w-0 flex-1 font-mono text-sm break-all">{value}</code>
        <CopyButton text={value} label={`${SHARED.actions.copy}: ${name}`} />
      </div>
    </Notice>
  );
}
