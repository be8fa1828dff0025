import { useMemo, useState } from 'react';
import { pathKey } from '../../data/operations.ts';
import { sampleDataOf } from '../../data/sample-data.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { MailView } from '../../ui/mail-view.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import type { TemplateProps } from './template-props.ts';
import { useRendering } from './use-rendering.ts';

const T = TEMPLATE.preview;
const WIDTHS = { desktop: 680, phone: 375 };

/** The mail as its readers see it. */
export function Preview({ template, at }: TemplateProps) {
  const [device, setDevice] = useState<keyof typeof WIDTHS>('desktop');
  const [colors, setColors] = useState<'light' | 'dark'>('light');
  const { id, version, content } = template;
  const sample = useMemo(() => sampleDataOf(content), [content]);
  const [typed, setTyped] = useState<Record<string, unknown>>();
  const [values, setValues] = useState<'tags' | 'sample'>('tags');
  const data = values === 'sample' ? (typed ?? sample) : undefined;
  const query = useRendering({
    at,
    of: pathKey('getTemplate', { ...at, template_id: id }),
    version,
    content,
    data,
  });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Switch
          label={T.width}
          value={device}
          choices={{ desktop: T.desktop, phone: T.phone }}
          onChange={(value) => setDevice(value)}
        />
        <Switch
          label={T.colors}
          value={colors}
          choices={{ light: T.light, dark: T.dark }}
          onChange={(value) => setColors(value)}
        />
        {Object.keys(sample).length > 0 && (
          <Switch
            label={T.values}
            value={values}
            choices={{ tags: T.tags, sample: T.data }}
            onChange={(value) => setValues(value)}
          />
        )}
      </div>
      <Loaded query={query} skeleton={<Skeleton className="h-96 w-full" />}>
        {({ html, warnings }) => (
          <>
            <MailView html={html} width={WIDTHS[device]} isDark={colors === 'dark'} title={T.frame} />
            {warnings.length > 0 && (
              <Notice kind="warn" title={T.warnings}>
                <ul className="list-disc pl-4">
                  {warnings.map(({ message, code, block_id = '' }) => (
                    <li key={`${code} ${block_id} ${message}`}>{message}</li>
                  ))}
                </ul>
              </Notice>
            )}
          </>
        )}
      </Loaded>
      {values === 'sample' && (
        <SampleData initial={JSON.stringify(typed ?? sample, null, 2)} onChange={setTyped} />
      )}
    </div>
  );
}

interface SwitchProps<Value extends string> {
  label: string;
  value: Value;
  choices: Record<NoInfer<Value>, string>;
  onChange(value: NoInfer<Value>): void;
}

function Switch<Value extends string>({ label, value, choices, onChange }: SwitchProps<Value>) {
  return (
    <fieldset className="flex items-center gap-1.5">
      <legend className="sr-only">{label}</legend>
      {(Object.entries(choices) as [Value, string][]).map(([choice, text]) => (
        <Button
          key={choice}
          isSmall
          kind={choice === value ? 'primary' : 'normal'}
          aria-pressed={choice === value}
          onClick={() => onChange(choice)}
        >
          {text}
        </Button>
      ))}
    </fieldset>
  );
}

interface SampleDataProps {
  /** JSON. */
  initial: string;
  onChange(data: Record<string, unknown> | undefined): void;
}

/** A form for the values in the mail above. Left empty: made-up values. */
function SampleData({ initial, onChange }: SampleDataProps) {
  const form = useForm({
    initial: { data: initial },
    check: ({ data }): Record<string, string> =>
      data.trim() === '' || parseObject(data) !== undefined ? {} : { data: T.notJson },
    submit: async ({ data }) => onChange(parseObject(data)),
  });
  return (
    <Card title={T.data} description={T.dataHint}>
      <Form form={form} submitLabel={T.apply}>
        <TextField form={form} name="data" label={T.values} rows={10} isMono spellCheck={false} />
      </Form>
    </Card>
  );
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
