import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/api.ts';
import { type Input, type Output, pathKey } from '../../data/operations.ts';
import { get, useAction } from '../../data/queries.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Button } from '../../ui/button.tsx';
import { DiffList } from '../../ui/diff-list.tsx';
import { MailView } from '../../ui/mail-view.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { nameOf, type Snapshot } from './snapshot.ts';
import type { TemplateProps } from './template-props.ts';
import { useRendering } from './use-rendering.ts';

const T = TEMPLATE.history;

interface ComparisonProps extends TemplateProps {
  from: Snapshot;
  /** Undefined: the current content. */
  to: Snapshot | undefined;
  mayWrite: boolean;
}

/** Two versions side by side, and what changed from one to the other. */
export function Comparison(props: ComparisonProps) {
  const { at, template, from, to } = props;
  const diff = useQuery(get('diffTemplate', { ...at, template_id: template.id, from: from.id, to: to?.id }));
  const names = [nameOf(from), to === undefined ? T.now : nameOf(to)] as const;
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <Side title={names[0]} {...props} snapshot={from} />
        <Side title={names[1]} {...props} snapshot={to} />
      </div>
      <Card title={T.changes} description={T.beside(...names)}>
        <Loaded query={diff}>{(data) => <Changes diff={data} {...props} />}</Loaded>
      </Card>
    </>
  );
}

interface SideProps extends TemplateProps {
  title: string;
  snapshot: Snapshot | undefined;
}

function Side({ title, template, at, snapshot }: SideProps) {
  const own = { ...at, template_id: template.id };
  const kept = { ...own, snapshot_id: snapshot?.id ?? 'none' };
  const stored = useQuery({
    ...get('getSnapshot', kept),
    enabled: snapshot !== undefined,
  });
  const content = snapshot === undefined ? template.content : stored.data?.content;
  const version = snapshot?.id ?? template.version;
  const of = snapshot === undefined ? pathKey('getTemplate', own) : pathKey('getSnapshot', kept);
  const query = useRendering({ at, of, version, content });
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

type Operations = NonNullable<Input<'updateTemplate'>['operations']>;

/** Restores single blocks of a version in the current content. Undefined if the role does not allow it. */
function useBlockRestore({ at, template, from, to, mayWrite }: ComparisonProps) {
  const own = { ...at, template_id: template.id };
  const isPossible = mayWrite && to === undefined;
  const back = useQuery({
    ...get('diffTemplate', { ...own, from: 'now', to: from.id }),
    enabled: isPossible,
  });
  const restore = useAction(
    (operations: Operations) =>
      call('updateTemplate', { ...own, operations, expected_version: template.version }),
    { invalidates: [pathKey('getTemplate', own)], success: T.blockRestored },
  );
  if (!isPossible) return undefined;
  const operationsOf = (id: string) =>
    back.data?.operations?.filter(({ id: target, block }) => target === id || block?.id === id) ?? [];
  return { operationsOf, restore };
}

function Changes({ diff, ...props }: ComparisonProps & { diff: Output<'diffTemplate'> }) {
  const blockRestore = useBlockRestore(props);
  return (
    <DiffList
      diff={diff}
      actionOf={({ id, outline }) => {
        const operations = id === null ? [] : (blockRestore?.operationsOf(id) ?? []);
        return (
          operations.length > 0 && (
            <Button
              isSmall
              aria-label={T.restoreBlockLabel(outline)}
              disabled={blockRestore?.restore.isRunning}
              onClick={() => blockRestore?.restore.run(operations)}
            >
              {T.restoreBlock}
            </Button>
          )
        );
      }}
    />
  );
}
