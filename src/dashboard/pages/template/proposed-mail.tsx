import { useQuery } from '@tanstack/react-query';
import { pathKey, type TenantRef } from '../../data/operations.ts';
import { get } from '../../data/queries.ts';
import type { RenderingSource } from '../../data/templates.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { MailView } from '../../ui/mail-view.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import type { TemplateProps } from './template-props.ts';
import { useRendering } from './use-rendering.ts';

const T = TEMPLATE.proposals;

interface ProposedMailProps {
  at: TenantRef;
  proposalId: string;
  /** The template whose current mail is shown beside it. */
  template?: TemplateProps['template'] | undefined;
}

/** The proposed mail, beside the current one if there is one. */
export function ProposedMail({ at, proposalId, template }: ProposedMailProps) {
  const own = { ...at, proposal_id: proposalId };
  const of = pathKey('getProposal', own);
  const stored = useQuery(get('getProposal', own));
  if (stored.error !== null) return <ErrorNotice error={stored.error} retry={() => void stored.refetch()} />;
  const proposed = { version: proposalId, content: stored.data?.content };
  return (
    <div className={template === undefined ? undefined : 'grid gap-4 md:grid-cols-2'}>
      {template !== undefined && <Mail {...template} at={at} of={[...of, 'current']} title={T.present} />}
      <Mail {...proposed} at={at} of={of} title={T.proposed} />
    </div>
  );
}

interface MailProps extends Omit<RenderingSource, 'data'> {
  title: string;
}

function Mail({ title, ...source }: MailProps) {
  const query = useRendering(source);
  return (
    <figure className="flex min-w-0 flex-col gap-1.5">
      <figcaption className="text-sm font-medium">{title}</figcaption>
      <Loaded query={query} skeleton={<Skeleton className="h-72 w-full" />}>
        {({ html }) => <MailView html={html} title={title} />}
      </Loaded>
    </figure>
  );
}
