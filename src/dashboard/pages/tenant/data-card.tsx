import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call } from '../../data/api.ts';
import { saveAnswer } from '../../data/download.ts';
import { type Item, pathKey } from '../../data/operations.ts';
import { get, LIVE_MS, useAction } from '../../data/queries.ts';
import { TENANT } from '../../texts/tenant.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, useDialog } from '../../ui/dialog.tsx';
import { formatBytes, Time } from '../../ui/format.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';

const T = TENANT.data;

/** Most jobs that are shown. */
const MAX_SHOWN = 5;

type Job = Item<'listDataJobs'>;

const isUnderWay = ({ state }: Job): boolean => state === 'waiting' || state === 'running';

interface DataCardProps {
  project: string;
  tenant: string;
  onErased(): void;
}

/** Exports of a tenant, and its erasure. */
export function DataCard({ project, tenant, onErased }: DataCardProps) {
  const project_id = project;
  const jobs = useQuery({
    ...get('listDataJobs', { project_id, tenant }),
    refetchInterval: ({ state }) => state.data?.some(isUnderWay) === true && LIVE_MS,
  });
  const erasing = useDialog();
  const invalidates = [pathKey('listDataJobs', { project_id })];
  const start = useAction(() => call('exportTenant', { project_id, tenant }), {
    invalidates,
    success: T.started,
  });
  const erase = useAction(() => call('eraseTenant', { project_id, tenant }), {
    invalidates: [pathKey('listTenants', { project_id }), pathKey('listDeletedTenants', { project_id })],
    success: T.erased,
    showsErrors: true,
    onSuccess: onErased,
  });
  return (
    <Card title={T.title} description={T.hint}>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => start.run()} isBusy={start.isRunning}>
          {T.export}
        </Button>
        <Button kind="asksFirst" onClick={erasing.open}>
          {T.erase}
        </Button>
      </div>
      <Loaded query={jobs}>
        {(data) => (
          <ul className="mt-4 flex flex-col gap-2 empty:hidden">
            {data.slice(0, MAX_SHOWN).map((job) => (
              <JobRow key={job.id} job={job} invalidates={invalidates} />
            ))}
          </ul>
        )}
      </Loaded>
      <ConfirmDialog
        {...erasing.props}
        title={T.eraseTitle}
        description={T.eraseHint}
        action={T.erase}
        name={tenant}
        run={() => erase.perform()}
      />
    </Card>
  );
}

interface JobRowProps {
  job: Job;
  invalidates: string[][];
}

function JobRow({ job, invalidates }: JobRowProps) {
  const own = { project_id: job.project_id, job_id: job.id };
  const cancel = useAction(() => call('cancelDataJob', own), { invalidates });
  const download = useAction(() => saveAnswer('downloadDataFile', own, 'tenant.zip', 'application/zip'));
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span>
        {T.kinds[job.kind as keyof typeof T.kinds] ?? job.kind}, <Time value={job.created_at} />
        <span className="block text-sm text-muted">{describeState(job)}</span>
      </span>
      {isUnderWay(job) && (
        <Button isSmall onClick={() => cancel.run()} isBusy={cancel.isRunning}>
          {T.cancel}
        </Button>
      )}
      {job.file_bytes !== null && (
        <Button
          isSmall
          icon={<Download size={14} aria-hidden="true" />}
          onClick={() => download.run()}
          isBusy={download.isRunning}
        >
          {T.download}
        </Button>
      )}
    </li>
  );
}

function describeState({ state, done, total, error, file_bytes }: Job): string {
  if (error !== null) return error;
  if (state === 'running' && total > 0) return T.progress(done, total);
  return file_bytes === null ? T.states[state] : formatBytes(file_bytes);
}
