import { History as HistoryIcon } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../data/api.ts';
import { useAction, useCursorList } from '../../data/queries.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, useDialog } from '../../ui/dialog.tsx';
import { Time } from '../../ui/format.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, SkeletonLines } from '../../ui/states.tsx';
import { Comparison } from './comparison.tsx';
import type { TemplateProps } from './page.tsx';

const T = TEMPLATE.history;

export interface Snapshot {
  id: string;
  is_autosave: boolean;
  label?: string;
  version?: number;
  author_name?: string;
  created_at: string;
}

/** The versions of a template; the chosen one beside the present content. */
export function History(props: TemplateProps & { mayWrite: boolean }) {
  const { path, template, mayWrite } = props;
  const list = useCursorList<Snapshot>(`${path}/snapshots`, { answer: 'compact', limit: 50 });
  const [chosenId, setChosenId] = useState<string>();
  const chosen = list.items.find(({ id }) => id === chosenId);
  if (list.isPending) return <SkeletonLines />;
  if (list.items.length === 0)
    return (
      <Card>
        <EmptyState icon={<HistoryIcon size={22} />} title={T.none} hint={T.noneHint} />
      </Card>
    );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <Card title={T.list}>
        <ol className="flex flex-col border-l-2 border-line">
          {list.items.map((snapshot) => (
            <Entry
              key={snapshot.id}
              snapshot={snapshot}
              isPresent={snapshot.version === template.version}
              isChosen={snapshot.id === chosenId}
              choose={() => setChosenId(snapshot.id)}
            />
          ))}
        </ol>
        {list.hasMore && (
          <Button isSmall isBusy={list.isLoadingMore} onClick={list.loadMore}>
            {T.more}
          </Button>
        )}
      </Card>
      {chosen === undefined ? (
        <Notice kind="info">{T.choose}</Notice>
      ) : (
        <div className="flex min-w-0 flex-col gap-4">
          {mayWrite && <Restore {...props} snapshot={chosen} />}
          <Comparison {...props} snapshot={chosen} />
        </div>
      )}
    </div>
  );
}

interface EntryProps {
  snapshot: Snapshot;
  isPresent: boolean;
  isChosen: boolean;
  choose(): void;
}

function Entry({ snapshot, isPresent, isChosen, choose }: EntryProps) {
  const { label, version, is_autosave, author_name, created_at } = snapshot;
  const name = label ?? (version === undefined ? T.kept : T.version(version));
  return (
    <li className="relative pl-4 not-last:pb-4">
      <span
        aria-hidden="true"
        className="absolute top-1.5 -left-[5px] size-2 rounded-full bg-strong ring-2 ring-surface"
      />
      <button
        type="button"
        aria-pressed={isChosen}
        className="w-full rounded-md px-2 py-1 text-left hover:bg-hover aria-pressed:bg-accent-soft"
        onClick={choose}
      >
        <span className="flex flex-wrap items-center gap-1.5 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          {isPresent && <Badge kind="good">{T.now}</Badge>}
          {!is_autosave && <Badge>{T.keptBadge}</Badge>}
        </span>
        <span className="block text-sm text-muted">
          <Time value={created_at} /> {author_name !== undefined && T.by(author_name)}
        </span>
      </button>
    </li>
  );
}

function Restore({ path, template, snapshot }: TemplateProps & { snapshot: Snapshot }) {
  const dialog = useDialog();
  const restore = useAction(
    () =>
      call('POST', `${path}/snapshots/${snapshot.id}/restore`, {
        body: { answer: 'compact', expected_version: template.version },
      }),
    { invalidates: [path.split('/')], success: T.restored, showsErrors: true },
  );
  return (
    <div>
      <Button kind="primary" onClick={dialog.open}>
        {T.restore}
      </Button>
      <ConfirmDialog
        {...dialog.props}
        title={T.restoreTitle}
        description={T.restoreHint}
        action={T.restore}
        run={() => restore.perform()}
      />
    </div>
  );
}
