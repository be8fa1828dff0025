import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../data/api.ts';
import { type Input, type Output, pathKey } from '../../data/operations.ts';
import { sessionQuery } from '../../data/session.ts';
import { CONNECT_AGENT as T } from '../../texts/agents.ts';
import { Button } from '../../ui/button.tsx';
import { type Choice, SelectField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { OpenPage } from '../../ui/open-page.tsx';
import { Facts } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/states.tsx';

type Connection = Output<'inspectConnection'>;
type Mode = Connection['modes'][number];

/** The parameters that an agent may send. Others are not passed on. */
const PARAMETERS = [
  'client_id',
  'redirect_uri',
  'resource',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
];

type Request = Input<'inspectConnection'>;

const inspection = (request: Request) =>
  queryOptions({
    queryKey: [...pathKey('inspectConnection', request), request],
    queryFn: ({ signal }) => call('inspectConnection', request, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Agents send people here to ask for access: the authorization endpoint of OAuth. */
export function Page() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const request = Object.fromEntries(
    PARAMETERS.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  ) as unknown as Request;
  const isComplete = ['client_id', 'redirect_uri', 'resource'].every((name) => search[name]);
  const { data, error } = useQuery({ ...inspection(request), enabled: isComplete });
  return (
    <OpenPage title={data === undefined ? T.title : T.question(data.client.name, data.tenant.name)}>
      {!isComplete && (
        <Notice kind="bad" title={T.incomplete}>
          {T.incompleteHint}
        </Notice>
      )}
      {error !== null && <ErrorNotice error={error} />}
      {isComplete && error === null && data === undefined && <SkeletonLines />}
      {data !== undefined && <Consent request={request} connection={data} />}
    </OpenPage>
  );
}

function Consent({ request, connection }: { request: Request; connection: Connection }) {
  const session = useQuery(sessionQuery);
  const [answer, setAnswer] = useState<string>();
  const { client, redirect_host, project, tenant, modes } = connection;
  const decide = async (mode: Mode | null) => {
    const { redirect_to } = await call('answerConnection', { ...request, mode });
    setAnswer(redirect_to);
    location.assign(redirect_to);
  };
  const asked = modes.at(-1) ?? 'read';
  const form = useForm({ initial: { mode: asked as string }, submit: ({ mode }) => decide(mode as Mode) });
  const refusal = useForm({ initial: {}, submit: () => decide(null) });
  if (answer !== undefined)
    return (
      <Notice kind="good">
        <a className="underline" href={answer}>
          {T.done}
        </a>{' '}
        {T.doneHint}
      </Notice>
    );
  const choices: Choice[] = modes.map((mode) => ({ value: mode, label: T.modes[mode] }));
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          [T.agent, <AgentName key="agent" client={client} />],
          [T.returnsTo, <strong key="host">{redirect_host}</strong>],
          [T.project, project.name],
          [T.tenant, tenant.name],
        ]}
      />
      <Notice kind="warn">{T.stranger}</Notice>
      <Form
        form={form}
        submitLabel={T.allow}
        isDisabled={refusal.isBusy}
        isWide
        secondary={
          <Button isBusy={refusal.isBusy} disabled={form.isBusy} onClick={() => void refusal.submit()}>
            {T.refuse}
          </Button>
        }
      >
        {refusal.failure !== undefined && <ErrorNotice error={refusal.failure} />}
        <SelectField form={form} name="mode" label={T.mode} hint={T.hint} choices={choices} />
      </Form>
      <p className="text-sm text-muted">{T.account(session.data?.account.email ?? '')}</p>
    </div>
  );
}

function AgentName({ client: { name, host } }: { client: Connection['client'] }) {
  return (
    <>
      <strong className="break-words">{name}</strong>
      <span className="block text-sm text-muted">{host === null ? T.unverified : T.verified(host)}</span>
    </>
  );
}
