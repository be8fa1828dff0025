import type { ReactNode } from 'react';
import type { Output } from '../data/operations.ts';
import { DIFF as T } from '../texts/diff.ts';
import { Badge } from './badge.tsx';

type Diff = Output<'diffTemplate'>;
type BlockChange = NonNullable<Diff['blocks']>[number];
type FieldChange = NonNullable<Diff['settings']>[number];

const KINDS = { added: 'good', removed: 'bad', moved: 'info', changed: 'warn' } as const;

interface DiffListProps {
  diff: Diff;
  /** A button at the end of a changed block. */
  actionOf?(change: BlockChange): ReactNode;
}

/** The changes of blocks and settings. Texts are compared word by word. */
export function DiffList({ diff: { blocks = [], settings = [] }, actionOf }: DiffListProps) {
  if (blocks.length + settings.length === 0) return <p className="text-muted">{T.none}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {blocks.map((block) => (
        <li key={`${block.change} ${block.id} ${block.outline}`} className="py-3 first:pt-0">
          <div className="flex items-start justify-between gap-3">
            <p className="min-w-0 font-medium break-words">
              <Badge kind={KINDS[block.change]}>{T.kinds[block.change]}</Badge> {withoutId(block.outline)}
            </p>
            {actionOf?.(block)}
          </div>
          <Fields fields={block.fields ?? []} />
        </li>
      ))}
      {settings.length > 0 && (
        <li className="py-3 first:pt-0">
          <p className="font-medium">{T.settings}</p>
          <Fields fields={settings} />
        </li>
      )}
    </ul>
  );
}

function Fields({ fields }: { fields: readonly FieldChange[] }) {
  return (
    <dl className="mt-1 flex flex-col gap-1 text-sm">
      {fields.map(({ path, before, after, runs }) => (
        <div key={path} className="min-w-0">
          <dt className="font-mono text-xs text-muted">{path}</dt>
          <dd className="break-words">
            {runs === undefined ? (
              <>
                <del className="text-bad">{toText(before)}</del>{' '}
                <ins className="text-good">{toText(after)}</ins>
              </>
            ) : (
              runs.map((run, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: words do not move
                <Run key={index} run={run} />
              ))
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Run({ run: { kind, text } }: { run: NonNullable<FieldChange['runs']>[number] }) {
  if (kind === 'inserted') return <ins className="bg-good-soft text-good">{text}</ins>;
  return kind === 'deleted' ? <del className="bg-bad-soft text-bad">{text}</del> : text;
}

/** Removes the short id at the beginning of an outline, which is for agents. */
export const withoutId = (outline: string): string => outline.replace(/^[0-9a-f]{6} /, '');

const toText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
