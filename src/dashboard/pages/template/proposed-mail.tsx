import { useQuery } from '@tanstack/react-query';
import { get } from '../../data/queries.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { MailView } from '../../ui/mail-view.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import type { TemplateProps } from './template-props.ts';
import { useRendering } from './use-rendering.ts';

const T = TEMPLATE.proposals;

interface ProposedMailProps {
  tenantRoutes: string;
  /** The path of the proposal. */
  path: string;
  proposalId: string;
  /** The template whose current mail is shown beside it. */
  template?: TemplateProps['template'] | undefined;
}

/** The proposed mail, beside the current one if there is one. */
export function ProposedMail({ tenantRoutes, path, proposalId, template }: ProposedMailProps) {
  const stored = useQuery(get<{ data: { content: unknown } }>(path));
  if (stored.error !== null) return <ErrorNotice error={stored.error} retry={() => void stored.refetch()} />;
  const proposed = { version: proposalId, content: stored.data?.data.content };
  return (
    <div className={template === undefined ? undefined : 'grid gap-4 md:grid-cols-2'}>
      {template !== undefined && (
        <Mail {...template} tenantRoutes={tenantRoutes} path={`${path}/current`} title={T.present} />
      )}
      <Mail {...proposed} tenantRoutes={tenantRoutes} path={path} title={T.proposed} />
    </div>
  );
}

interface MailProps {
  tenantRoutes: string;
  path: string;
  version: number | string;
  content: unknown;
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
