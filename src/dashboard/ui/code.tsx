import { SHARED } from '../texts/shared.ts';
import { CopyButton } from './copy.tsx';
import { Tabs } from './tabs.tsx';

interface CodeBlockProps {
  /** Name for screen readers, e.g. "Request with curl". */
  label: string;
  code: string;
  /** The file for the code, shown above it. */
  file?: string;
}

/** Code to copy. */
export function CodeBlock({ label, code, file }: CodeBlockProps) {
  return (
    <figure className="relative min-w-0 rounded-md border border-line bg-sunken">
      {file !== undefined && (
        <figcaption className="border-b border-line px-3 py-1.5 font-mono text-xs text-muted">
          {file}
        </figcaption>
      )}
      <div className="absolute top-1.5 right-1.5 rounded-md bg-surface">
        <CopyButton text={code} label={`${SHARED.actions.copy}: ${label}`} isIcon />
      </div>
      <pre
        role="region"
        aria-label={label}
        tabIndex={0}
        className="overflow-x-auto rounded-md p-3 pr-12 font-mono text-sm"
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}

interface CodeTab extends CodeBlockProps {
  id: string;
}

/** Code for several languages or clients, in tabs. */
export function CodeTabs({ label, tabs }: { label: string; tabs: readonly CodeTab[] }) {
  return (
    <Tabs
      label={label}
      tabs={tabs.map(({ id, ...block }) => ({ id, label: block.label, content: <CodeBlock {...block} /> }))}
    />
  );
}
