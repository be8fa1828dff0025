import { useQuery } from '@tanstack/react-query';
import { Check, GitPullRequest, X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../data/api.ts';
import { get, useAction, useCursorList } from '../../data/queries.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Time } from '../../ui/format.tsx';
import { MailView } from '../../ui/mail-view.tsx';
import { ErrorNotice, type Kind, Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton, SkeletonLines } from '../../ui/states.tsx';
import type { TemplateProps } from './page.tsx';
import { useRendering } from './use-rendering.ts';

const T = TEMPLATE.proposals;

type State = keyof typeof T.states;

interface Proposal {
  id: string;
  state: State;
  note: string | null;
  author_name: string;
  score_before: number | null;
  score_after: number | null;
  changes: { id: string; change: string; outline: string }[];
  conflicts: string[];
  created_at: string;
  decided_by_name: string | null;
  reason: string | null;
}

const KINDS: Record<State, Kind | 'neutral'> = {
  open: 'info',
  conflicting: 'warn',
  accepted: 'good',
  refused: 'bad',
  withdrawn: 'neutral',
};

/** The proposed changes of a template. The newest come first. */
export function Proposals(props: TemplateProps & { mayApprove: boolean }) {
  const list = useCursorList<Proposal>(`${props.tenantRoutes}/proposals`, { template_id: props.template.id });
  if (list.isPending) return <SkeletonLines />;
  if (list.error !== null && list.items.length === 0)
    return <ErrorNotice error={list.error} retry={list.retry} />;
  if (list.items.length === 0)
    return (
      <Card>
        <EmptyState icon={<GitPullRequest size={22} />} title={T.none} hint={T.noneHint} />
      </Card>
    );
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      {list.items.map((proposal) => (
        <ProposalCard key={proposal.id} {...props} proposal={proposal} />
      ))}
      {list.hasMore && (
        <Button isSmall isBusy={list.isLoadingMore} onClick={list.loadMore}>
          {T.more}
        </Button>
      )}
    </div>
  );
}

type CardProps = TemplateProps & { proposal: Proposal; mayApprove: boolean };

function ProposalCard(props: CardProps) {
  const { proposal, mayApprove } = props;
  const { state, note, reason, author_name, decided_by_name, conflicts } = proposal;
  const [isShown, setShown] = useState(false);
  const isUndecided = state === 'open' || state === 'conflicting';
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge kind={KINDS[state]}>{T.states[state]}</Badge>
        {decided_by_name !== null && (
          <span className="break-words text-muted">{T.decidedBy(decided_by_name)}</span>
        )}
        <Scores {...proposal} />
        <span className="ml-auto text-sm text-muted">
          <span className="break-words">{T.by(author_name)}</span> <Time value={proposal.created_at} />
        </span>
      </div>
      {note !== null && <p className="mt-3 break-words whitespace-pre-wrap">{note}</p>}
      {reason !== null && <p className="mt-2 break-words whitespace-pre-wrap text-muted">{reason}</p>}
      {state === 'conflicting' && (
        <div className="mt-3">
          <Notice kind="warn">{T.conflicts(conflicts.join(', '))}</Notice>
        </div>
      )}
      {isUndecided && mayApprove ? <Decision {...props} /> : <Changes changes={proposal.changes} />}
      {isUndecided && (
        <div className="mt-4">
          {isShown ? (
            <ProposedMail {...props} />
          ) : (
            <Button isSmall onClick={() => setShown(true)}>
              {T.show}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function Scores({ score_before, score_after }: Proposal) {
  if (score_before === null || score_after === null) return null;
  return (
    <Badge kind={score_after < score_before ? 'warn' : 'neutral'}>{T.score(score_before, score_after)}</Badge>
  );
}

function Changes({ changes }: Pick<Proposal, 'changes'>) {
  return (
    <ul aria-label={T.changes} className="mt-3 flex flex-col gap-1 text-sm">
      {changes.map(({ id, change, outline }) => (
        <li key={id} className="break-words">
          {change}: {outline}
        </li>
      ))}
    </ul>
  );
}

/** The changed blocks to choose from, and the buttons. Nothing chosen means all. */
function Decision({ path, template, proposal }: CardProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const refusing = useDialog();
  const invalidates = [path.split('/'), path.split('/').slice(0, -2)];
  const accept = useAction(
    () =>
      call('POST', `${path}/proposals/${proposal.id}/accept`, {
        body: { expected_version: template.version, ...(chosen.length > 0 && { blocks: chosen }) },
      }),
    { invalidates, success: T.accepted },
  );
  return (
    <>
      <fieldset className="mt-3 flex flex-col gap-1 text-sm">
        <legend className="mb-1 font-medium">{T.choose}</legend>
        {proposal.changes.map(({ id, change, outline }) => (
          <label key={id} className="flex items-start gap-2">
            <input
              type="checkbox"
              className="mt-1"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
            <span className="min-w-0 break-words">
              {change}: {outline}
            </span>
          </label>
        ))}
      </fieldset>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          kind="primary"
          icon={<Check size={15} aria-hidden="true" />}
          isBusy={accept.isRunning}
          onClick={() => accept.run(undefined)}
        >
          {chosen.length === 0 ? T.accept : T.acceptSome(chosen.length)}
        </Button>
        <Button icon={<X size={15} aria-hidden="true" />} onClick={refusing.open}>
          {T.refuse}
        </Button>
      </div>
      <Dialog {...refusing.props} title={T.refuseTitle}>
        <RefuseForm
          path={`${path}/proposals/${proposal.id}/refuse`}
          invalidates={invalidates}
          onDone={refusing.close}
        />
      </Dialog>
    </>
  );
}

interface RefuseProps {
  path: string;
  invalidates: string[][];
  onDone(): void;
}

function RefuseForm({ path, invalidates, onDone }: RefuseProps) {
  const refuse = useAction(
    (reason: string) => call('POST', path, { body: reason === '' ? {} : { reason } }),
    { invalidates, success: T.refused, showsErrors: true },
  );
  const form = useForm({
    initial: { reason: '' },
    submit: async ({ reason }) => {
      await refuse.perform(reason.trim());
      onDone();
    },
  });
  return (
    <Form form={form} submitLabel={T.refuse} isDangerous>
      <TextField form={form} name="reason" label={T.reason} hint={T.reasonHint} rows={3} />
    </Form>
  );
}

function ProposedMail({ tenantRoutes, path: templatePath, proposal }: CardProps) {
  const path = `${templatePath}/proposals/${proposal.id}`;
  const stored = useQuery(get<{ data: { content: unknown } }>(path));
  const query = useRendering({
    tenantRoutes,
    path,
    version: proposal.id,
    content: stored.data?.data.content,
  });
  if (stored.error !== null) return <ErrorNotice error={stored.error} retry={() => void stored.refetch()} />;
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-72 w-full" />}>
      {({ html }) => <MailView html={html} title={T.proposed} />}
    </Loaded>
  );
}
