import { useNavigate, useParams } from '@tanstack/react-router';
import { Check, GitPullRequest, X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../data/api.ts';
import type { Item, TenantRef } from '../../data/operations.ts';
import { useAction, useCursorList } from '../../data/queries.ts';
import { templateKeys } from '../../data/templates.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog, useDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Time } from '../../ui/format.tsx';
import { ErrorNotice, type Kind, Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, SkeletonLines } from '../../ui/states.tsx';
import { ListEnd } from '../../ui/table.tsx';
import { ChangeChoice, ChangeList } from './proposal-changes.tsx';
import { ProposedMail } from './proposed-mail.tsx';
import type { TemplateProps } from './template-props.ts';

const T = TEMPLATE.proposals;

type Proposal = Item<'listProposals'>;

const KINDS: Record<Proposal['state'], Kind | 'neutral'> = {
  open: 'info',
  conflicting: 'warn',
  accepted: 'good',
  refused: 'bad',
  withdrawn: 'neutral',
};

interface Props {
  at: TenantRef;
  /** Left out: proposals for all templates of the tenant, and for new ones. */
  template?: TemplateProps['template'];
  mayApprove: boolean;
}

/** Proposed changes, newest first. */
export function Proposals(props: Props) {
  const { at, template } = props;
  const list = useCursorList('listProposals', { ...at, template_id: template?.id });
  if (list.isPending) return <SkeletonLines />;
  if (list.error !== null && list.items.length === 0)
    return <ErrorNotice error={list.error} retry={list.retry} />;
  if (list.items.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<GitPullRequest size={22} />}
          title={T.none}
          hint={template === undefined ? T.noneOfTenantHint : T.noneHint}
        />
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
      <ListEnd list={list} />
    </div>
  );
}

type CardProps = Props & { proposal: Proposal };

const hasContent = ({ kind, changes }: Proposal) =>
  kind === 'create' || changes.some(({ id }) => !id.startsWith('template.'));

function ProposalCard(props: CardProps) {
  const { proposal, mayApprove } = props;
  const { kind, state, note, reason, author_name, decided_by_name, conflicts } = proposal;
  const [isShown, setShown] = useState(false);
  const isUndecided = state === 'open' || state === 'conflicting';
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge kind={KINDS[state]}>{T.states[state]}</Badge>
        {kind !== 'change' && <Badge kind={kind === 'delete' ? 'warn' : 'neutral'}>{T.kinds[kind]}</Badge>}
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
      {isUndecided && mayApprove ? <Decision {...props} /> : <ChangeList changes={proposal.changes} />}
      {props.template === undefined && proposal.template_id !== null && (
        <TemplateLink id={proposal.template_id} />
      )}
      {isUndecided && hasContent(proposal) && (
        <div className="mt-4">
          {isShown ? (
            <ProposedMail
              at={props.at}
              proposalId={proposal.id}
              {...(proposal.kind === 'change' && { template: props.template })}
            />
          ) : (
            <Button isSmall onClick={() => setShown(true)}>
              {proposal.kind === 'change' && props.template !== undefined ? T.compare : T.show}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function TemplateLink({ id }: { id: string }) {
  const { project = '', tenant = '' } = useParams({ strict: false });
  return (
    <div className="mt-3">
      <LinkButton
        isSmall
        to="/projects/$project/tenants/$tenant/templates/$template"
        params={{ project, tenant, template: id }}
      >
        {T.openTemplate}
      </LinkButton>
    </div>
  );
}

function Scores({ score_before, score_after }: Proposal) {
  if (score_before === null || score_after === null) return null;
  return (
    <Badge kind={score_after < score_before ? 'warn' : 'neutral'}>{T.score(score_before, score_after)}</Badge>
  );
}

/** The changes with their checkboxes, and the buttons to accept or refuse. */
function Decision(props: CardProps) {
  const { at, template, proposal } = props;
  const own = { ...at, proposal_id: proposal.id };
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const refusing = useDialog();
  const { project = '', tenant = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const invalidates = templateKeys(at);
  const decision = {
    ...(template !== undefined && { expected_version: template.version }),
    ...(chosen.length > 0 && { blocks: [...chosen] }),
  };
  const accept = useAction(() => call('acceptProposal', { ...own, ...decision }), {
    invalidates,
    success: T.accepted,
    onSuccess: () => {
      if (proposal.kind === 'delete' && template !== undefined)
        void navigate({ to: '/projects/$project/templates', params: { project }, search: { tenant } });
    },
  });
  return (
    <>
      {proposal.kind === 'change' ? (
        <ChangeChoice changes={proposal.changes} chosen={chosen} onChange={setChosen} />
      ) : (
        <ChangeList changes={proposal.changes} />
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          kind="primary"
          icon={<Check size={15} aria-hidden="true" />}
          isBusy={accept.isRunning}
          onClick={() => accept.run()}
        >
          {chosen.length === 0 ? T.accept : T.acceptSome(chosen.length)}
        </Button>
        <Button icon={<X size={15} aria-hidden="true" />} onClick={refusing.open}>
          {T.refuse}
        </Button>
      </div>
      <Dialog {...refusing.props} title={T.refuseTitle}>
        <RefuseForm proposal={own} invalidates={invalidates} onDone={refusing.close} />
      </Dialog>
    </>
  );
}

interface RefuseProps {
  proposal: TenantRef & { proposal_id: string };
  invalidates: string[][];
  onDone(): void;
}

function RefuseForm({ proposal, invalidates, onDone }: RefuseProps) {
  const refuse = useAction(
    (reason: string) => call('refuseProposal', { ...proposal, ...(reason !== '' && { reason }) }),
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
