import { useParams } from '@tanstack/react-router';
import { useProject } from '../../data/projects.ts';
import { CONNECT as T } from '../../texts/connect.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CodeBlock, CodeTabs } from '../../ui/code.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page as PageFrame } from '../../ui/page.tsx';
import { backendSnippets, describeExchange, pageSnippet } from './snippets.ts';

export function Page() {
  const { project = '' } = useParams({ strict: false });
  const clientId = useProject(project).data?.client_id ?? '';
  const { origin } = location;
  return (
    <PageFrame title={T.title} description={T.description} isNarrow>
      <div className="flex flex-col gap-5">
        <Notice kind="info">
          <p className="mb-2">{T.secret}</p>
          <LinkButton isSmall to="/projects/$project" params={{ project }}>
            {T.overview}
          </LinkButton>
        </Notice>
        <Card title={T.backend} description={T.backendHint}>
          <CodeTabs label={T.backend} tabs={backendSnippets(origin, clientId)} />
        </Card>
        <Card title={T.page} description={T.pageHint}>
          <CodeBlock label={T.page} code={pageSnippet(origin, project)} file="index.html" />
        </Card>
        <Card title={T.try} description={T.tryHint}>
          <CodeBlock label={T.try} code={describeExchange(origin, clientId)} />
        </Card>
      </div>
    </PageFrame>
  );
}
