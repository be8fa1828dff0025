import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/api.ts';
import { get, useAction } from '../../data/queries.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { MailView } from '../../ui/mail-view.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import type { TemplateProps } from './page.tsx';
import { nameOf, type Snapshot } from './snapshot.ts';
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

interface ComparisonProps extends TemplateProps {
  from: Snapshot;
  /** Undefined: the present content. */
  to: Snapshot | undefined;
  mayWrite: boolean;
}

/** Two versions side by side, and what changed from one to the other. */
export function Comparison(props: ComparisonProps) {
  const { path, from, to } = props;
  const diff = useQuery(get<{ data: Diff }>(`${path}/diff`, { from: from.id, to: to?.id }));
  const names = [nameOf(from), to === undefined ? T.now : nameOf(to)] as const;
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <Side title={names[0]} {...props} snapshot={from} />
        <Side title={names[1]} {...props} snapshot={to} />
      </div>
      <Card title={T.changes} description={T.beside(...names)}>
        <Loaded query={diff}>{({ data }) => <Changes diff={data} {...props} />}</Loaded>
      </Card>
    </>
  );
}

interface SideProps extends TemplateProps {
  title: string;
  snapshot: Snapshot | undefined;
}

function Side({ title, template, tenantRoutes, path: templatePath, snapshot }: SideProps) {
  const path = snapshot === undefined ? templatePath : `${templatePath}/snapshots/${snapshot.id}`;
  const stored = useQuery({
    ...get<{ data: { content: unknown } }>(path),
    enabled: snapshot !== undefined,
  });
  const content = snapshot === undefined ? template.content : stored.data?.data.content;
  const version = snapshot?.id ?? template.version;
  const query = useRendering({ tenantRoutes, path, version, content });
  return (
    <Card title={title}>
      {stored.error === null ? (
        <Loaded query={query} skeleton={<Skeleton className="h-72 w-full" />}>
          {({ html }) => <MailView html={html} title={title} />}
        </Loaded>
      ) : (
        <ErrorNotice error={stored.error} retry={() => void stored.refetch()} />
      )}
    </Card>
  );
}

interface Operation {
  id?: string;
  block?: { id?: string };
}

/** Brings single blocks of a version back into the present content. Undefined if the role does not allow it. */
function useBlockRestore({ path, template, from, to, mayWrite }: ComparisonProps) {
  const isPossible = mayWrite && to === undefined;
  const back = useQuery({
    ...get<{ data: { operations: Operation[] | null } }>(`${path}/diff`, { from: 'now', to: from.id }),
    enabled: isPossible,
  });
  const restore = useAction(
    (operations: Operation[]) =>
      call('PUT', path, { body: { operations, expected_version: template.version } }),
    { invalidates: [path.split('/')], success: T.blockRestored },
  );
  if (!isPossible) return undefined;
  const operationsOf = (id: string) =>
    back.data?.data.operations?.filter(({ id: target, block }) => target === id || block?.id === id) ?? [];
  return { operationsOf, restore };
}

function Changes({ diff: { blocks, settings }, ...props }: ComparisonProps & { diff: Diff }) {
  const blockRestore = useBlockRestore(props);
  if (blocks.length + settings.length === 0) return <p className="text-muted">{T.noChanges}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {blocks.map(({ change, id, outline, fields = [] }) => {
        const operations = id === null ? [] : (blockRestore?.operationsOf(id) ?? []);
        return (
          <li key={`${change} ${id} ${outline}`} className="py-3 first:pt-0">
            <div className="flex items-start justify-between gap-3">
              <p className="min-w-0 font-medium break-words">
                <Badge kind={KINDS[change]}>{T.kinds[change]}</Badge> {outline}
              </p>
              {operations.length > 0 && (
                <Button
                  isSmall
                  aria-label={T.restoreBlockLabel(outline)}
                  disabled={blockRestore?.restore.isRunning}
                  onClick={() => blockRestore?.restore.run(operations)}
                >
                  {T.restoreBlock}
                </Button>
              )}
            </div>
            <Fields fields={fields} />
          </li>
        );
      })}
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
