import { Download } from 'lucide-react';
import { save } from '../../data/download.ts';
import { pathKey } from '../../data/operations.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { formatBytes } from '../../ui/format.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { TemplateProps } from './template-props.ts';
import { useRendering } from './use-rendering.ts';

const T = TEMPLATE.source;

/** The mail as files: HTML, MJML and plain text. */
export function Source({ template, at }: TemplateProps) {
  const { id, version, content } = template;
  const of = pathKey('getTemplate', { ...at, template_id: id });
  const query = useRendering({ at, of, version, content });
  const name = template.name ?? TEMPLATE.untitled;
  return (
    <Loaded query={query}>
      {({ html, mjml, plain_text, html_bytes }) => (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-muted">{T.size(formatBytes(html_bytes))}</p>
          <Tabs
            label={T.formats}
            tabs={[
              {
                id: 'html',
                label: T.html,
                content: <File name={name} kind="html" label={T.html} text={html} />,
              },
              {
                id: 'mjml',
                label: T.mjml,
                content: <File name={name} kind="mjml" label={T.mjml} text={mjml} />,
              },
              {
                id: 'text',
                label: T.text,
                content: <File name={name} kind="txt" label={T.text} text={plain_text} />,
              },
            ]}
          />
        </div>
      )}
    </Loaded>
  );
}

interface FileProps {
  name: string;
  kind: 'html' | 'mjml' | 'txt';
  label: string;
  text: string;
}

function File({ name, kind, label, text }: FileProps) {
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button
          isSmall
          icon={<Download size={15} aria-hidden="true" />}
          // As plain text: a mail must not open as a page of this origin.
          onClick={() => save(`${toFileName(name)}.${kind}`, 'text/plain', text)}
        >
          {T.download}
        </Button>
      </div>
      <CodeBlock label={label} code={text} />
    </div>
  );
}

const toFileName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80) || 'mail';
