import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { call } from '../../data/api.ts';
import { type Output, pathKey } from '../../data/operations.ts';
import { useAction } from '../../data/queries.ts';
import { INSTANCE } from '../../texts/instance.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded, SkeletonLines } from '../../ui/states.tsx';

const T = INSTANCE.checks;

type Check = Output<'diagnoseInstance'>['checks'][number];

const URGENCY = { fault: 0, warning: 1, ok: 2 };

const STYLES = {
  ok: [CircleCheck, 'text-good'],
  warning: [TriangleAlert, 'text-warn'],
  fault: [CircleAlert, 'text-bad'],
} as const;

/** Checks of what the server relies on, of sending mail, and of the stored data. */
export function Checks() {
  return (
    <div className="flex flex-col gap-5">
      <Diagnosis />
      <TestMail />
      <Integrity />
    </div>
  );
}

function Diagnosis() {
  // Not repeated automatically, because it asks the mail server and the language model.
  const checks = useQuery({
    queryKey: pathKey('diagnoseInstance'),
    queryFn: () => call('diagnoseInstance'),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return (
    <Card
      title={T.title}
      description={T.hint}
      actions={
        <Button isSmall isBusy={checks.isFetching} onClick={() => void checks.refetch()}>
          {T.again}
        </Button>
      }
    >
      <Loaded query={checks} skeleton={<SkeletonLines />}>
        {(data) => (
          <ul className="flex flex-col divide-y divide-line">
            {data.checks
              .toSorted((a, b) => URGENCY[a.status] - URGENCY[b.status])
              .map((check) => (
                <Entry key={`${check.check} ${check.message}`} {...check} />
              ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function Entry({ check, status, message }: Check) {
  const [Icon, color] = STYLES[status];
  return (
    <li className="flex items-start gap-2.5 py-2.5 first:pt-0 last:pb-0">
      <Icon size={17} aria-label={T.states[status]} className={`mt-0.5 shrink-0 ${color}`} />
      <div className="min-w-0">
        <p className="font-medium">{T.nameOf(check)}</p>
        <p className="text-sm break-words text-muted">{message}</p>
      </div>
    </li>
  );
}

function TestMail() {
  const send = useAction(() => call('sendServerTestEmail'), {
    success: ({ recipient }) => T.mailSent(recipient),
    showsErrors: true,
  });
  return (
    <Card
      title={T.mail}
      description={T.mailHint}
      actions={
        <Button isSmall isBusy={send.isRunning} onClick={() => send.run()}>
          {T.sendMail}
        </Button>
      }
    >
      {send.error !== null && <Notice kind="bad">{send.error.message}</Notice>}
    </Card>
  );
}

function Integrity() {
  const check = useQuery({
    queryKey: pathKey('checkIntegrity'),
    queryFn: () => call('checkIntegrity'),
    enabled: false,
  });
  const report = check.data;
  return (
    <Card
      title={T.data}
      description={T.dataHint}
      actions={
        <Button isSmall isBusy={check.isFetching} onClick={() => void check.refetch()}>
          {T.checkData}
        </Button>
      }
    >
      {check.error !== null && <Notice kind="bad">{check.error.message}</Notice>}
      {report?.ok === true && (
        <Notice kind="good">
          {T.sound(formatNumber(report.contents_checked), formatNumber(report.files_checked))}
        </Notice>
      )}
      {report?.ok === false && (
        <Notice kind="bad" title={T.faults}>
          <ul className="list-disc pl-4">
            {report.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Notice>
      )}
    </Card>
  );
}
