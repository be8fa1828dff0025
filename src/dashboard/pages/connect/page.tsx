import { useParams } from '@tanstack/react-router';
import { serverUrl } from '../../addresses.ts';
import { CONNECT as T } from '../../texts/connect.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CodeBlock, CodeTabs } from '../../ui/code.tsx';
import { LoadedProject } from '../../ui/loaded-project.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page as PageFrame } from '../../ui/page.tsx';
import { backendSnippets, describeExchange, pageSnippets } from './snippets.ts';
import { TryExchange } from './try-exchange.tsx';

export function Page() {
  const { project = '' } = useParams({ strict: false });
  return (
    <PageFrame title={T.title} description={T.description} isNarrow>
      <LoadedProject id={project}>
        {({ client_id }) => <Steps project={project} clientId={client_id} />}
      </LoadedProject>
    </PageFrame>
  );
}

function Steps({ project, clientId }: { project: string; clientId: string }) {
  const url = serverUrl();
  return (
    <div className="flex flex-col gap-5">
      <Notice
        kind="info"
        action={
          <LinkButton isSmall to="/projects/$project" params={{ project }}>
            {T.overview}
          </LinkButton>
        }
      >
        {T.secret}
      </Notice>
      <Card title={T.backend} description={T.backendHint}>
        <CodeTabs label={T.backend} tabs={backendSnippets(url, clientId)} />
      </Card>
      <Card title={T.page} description={T.pageHint}>
        <CodeTabs label={T.page} tabs={pageSnippets(url)} />
      </Card>
      <Card title={T.try} description={T.tryHint}>
        <div className="flex flex-col gap-5">
          <TryExchange key={clientId} clientId={clientId} />
          <div className="flex flex-col gap-2">
            <p className="text-sm text-muted">{T.tryInTerminal}</p>
            <CodeBlock label={T.try} code={describeExchange(url, clientId)} />
          </div>
        </div>
      </Card>
    </div>
  );
}
