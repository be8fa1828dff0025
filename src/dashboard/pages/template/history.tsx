import { History as HistoryIcon } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../data/api.ts';
import { pathKey } from '../../data/operations.ts';
import { type CursorList, useAction, useCursorList } from '../../data/queries.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, useDialog } from '../../ui/dialog.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { formatDateTime, Time } from '../../ui/format.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, SkeletonLines } from '../../ui/states.tsx';
import { ListEnd } from '../../ui/table.tsx';
import { UndoChange } from '../../ui/undo-change.tsx';
import { Comparison } from './comparison.tsx';
import { nameOf, type Snapshot } from './snapshot.ts';
import type { TemplateProps } from './template-props.ts';

const T = TEMPLATE.history;

/** The versions of a template, and a comparison of one with the current content or another version. */
export function History(props: TemplateProps & { mayWrite: boolean }) {
  const { at, template, mayWrite } = props;
  const own = { ...at, template_id: template.id };
  const list = useCursorList('listSnapshots', { ...own, answer: 'compact', limit: 50 });
  const [chosenId, setChosenId] = useState<string>();
  const [otherId, setOtherId] = useState('');
  // Until a version is chosen: the last change.
  const previous = list.items.find(({ version }) => version !== template.version);
  const chosen = list.items.find(({ id }) => id === chosenId) ?? previous ?? list.items[0];
  const other = list.items.find(({ id }) => id === otherId);
  if (list.isPending) return <SkeletonLines />;
  if (list.error !== null && list.items.length === 0)
    return <ErrorNotice error={list.error} retry={list.retry} />;
  if (list.items.length === 0)
    return (
      <Card>
        <EmptyState icon={<HistoryIcon size={22} />} title={T.none} hint={T.noneHint} />
      </Card>
    );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <Versions
        list={list}
        present={template.version}
        chosen={chosen?.id}
        choose={(id) => {
          setChosenId(id);
          if (otherId === id) setOtherId('');
        }}
      />
      {chosen !== undefined && (
        <div className="flex min-w-0 flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <FilterSelect
              label={T.compareWith}
              value={otherId}
              all={T.now}
              choices={list.items
                .filter(({ id }) => id !== chosen.id)
                .map((one) => ({
                  value: one.id,
                  label: `${nameOf(one)}, ${formatDateTime(one.created_at)}`,
                }))}
              onChange={setOtherId}
            />
            {mayWrite && (
              <div className="flex flex-wrap gap-2">
                {chosen.author_type === 'agent' && chosen.version !== undefined && (
                  <UndoChange template={own} version={chosen.version} />
                )}
                <Restore {...props} snapshot={chosen} />
              </div>
            )}
          </div>
          <Comparison key={`${chosen.id} ${otherId}`} {...props} from={chosen} to={other} />
        </div>
      )}
    </div>
  );
}

interface VersionsProps {
  list: CursorList<Snapshot>;
  /** The version of the current content. */
  present: number;
  chosen: string | undefined;
  choose(id: string): void;
}

function Versions({ list, present, chosen, choose }: VersionsProps) {
  return (
    <Card title={T.list}>
      <ol className="flex flex-col border-l-2 border-line">
        {list.items.map((snapshot) => (
          <Entry
            key={snapshot.id}
            snapshot={snapshot}
            isPresent={snapshot.version === present}
            isChosen={snapshot.id === chosen}
            choose={() => choose(snapshot.id)}
          />
        ))}
      </ol>
      {list.hasMore && (
        <Button isSmall isBusy={list.isLoadingMore} onClick={list.loadMore}>
          {T.more}
        </Button>
      )}
      <ListEnd list={list} />
    </Card>
  );
}

interface EntryProps {
  snapshot: Snapshot;
  isPresent: boolean;
  isChosen: boolean;
  choose(): void;
}

function Entry({ snapshot, isPresent, isChosen, choose }: EntryProps) {
  const { is_autosave, author_name, created_at } = snapshot;
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
          <span className="min-w-0 break-words">{nameOf(snapshot)}</span>
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

function Restore({ at, template, snapshot }: TemplateProps & { snapshot: Snapshot }) {
  const own = { ...at, template_id: template.id };
  const dialog = useDialog();
  const restore = useAction(
    () =>
      call('restoreSnapshot', {
        ...{ ...own, snapshot_id: snapshot.id },
        ...{ answer: 'compact', expected_version: template.version },
      }),
    { invalidates: [pathKey('getTemplate', own)], success: T.restored, showsErrors: true },
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
