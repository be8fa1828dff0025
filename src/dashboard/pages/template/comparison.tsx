import { useQuery } from '@tanstack/react-query';
import { get } from '../../data/queries.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Badge } from '../../ui/badge.tsx';
import { MailView } from '../../ui/mail-view.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import type { Snapshot } from './history.tsx';
import type { TemplateProps } from './page.tsx';
import { useRendering } from './use-rendering.ts';

const T = TEMPLATE.history;

interface FieldChange {
  path: string;
  before?: unknown;
  after?: unknown;
  runs?: { kind: 'equal' | 'inserted' | 'deleted'; text: string }[];
}

interface BlockChange {
  change: 'added' | 'removed' | 'moved' | 'changed';
  id: string | null;
  outline: string;
  fields?: FieldChange[];
}

interface Diff {
  blocks: BlockChange[];
  settings: FieldChange[];
}

const KINDS = { added: 'good', removed: 'bad', moved: 'info', changed: 'warn' } as const;

/** A version beside the present content, and what changed between them. */
export function Comparison({
  template,
  tenantRoutes,
  path,
  snapshot,
}: TemplateProps & { snapshot: Snapshot }) {
  const snapshotPath = `${path}/snapshots/${snapshot.id}`;
  const stored = useQuery(get<{ data: { content: unknown; id: string } }>(snapshotPath));
  // While the next version loads, the query still has the one before.
  const content = stored.data?.data.id === snapshot.id ? stored.data.data.content : undefined;
  const before = useRendering({ tenantRoutes, path: snapshotPath, version: snapshot.id, content });
  const after = useRendering({ tenantRoutes, path, version: template.version, content: template.content });
  const diff = useQuery(get<{ data: Diff }>(`${path}/diff`, { from: snapshot.id }));
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <Side title={T.before} query={before} />
        <Side title={T.now} query={after} />
      </div>
      <Card title={T.changes}>
        <Loaded query={diff}>{({ data }) => <Changes diff={data} />}</Loaded>
      </Card>
    </>
  );
}

function Side({ title, query }: { title: string; query: ReturnType<typeof useRendering> }) {
  return (
    <Card title={title}>
      <Loaded query={query} skeleton={<Skeleton className="h-72 w-full" />}>
        {({ html }) => <MailView html={html} title={title} />}
      </Loaded>
    </Card>
  );
}

function Changes({ diff: { blocks, settings } }: { diff: Diff }) {
  if (blocks.length + settings.length === 0) return <p className="text-muted">{T.noChanges}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {blocks.map(({ change, id, outline, fields = [] }) => (
        <li key={`${change} ${id} ${outline}`} className="py-3 first:pt-0">
          <p className="font-medium break-words">
            <Badge kind={KINDS[change]}>{T.kinds[change]}</Badge> {outline}
          </p>
          <Fields fields={fields} />
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

const toText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
