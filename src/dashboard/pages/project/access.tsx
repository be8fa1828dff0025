import { useNavigate } from '@tanstack/react-router';
import { call } from '../../data/api.ts';
import { pathKey } from '../../data/operations.ts';
import type { Project, Suspension } from '../../data/projects.ts';
import { useAction } from '../../data/queries.ts';
import { PROJECT as T } from '../../texts/project.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, useDialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/page.tsx';

/** Suspension and deletion. */
export function Access({ project: { id, name, suspended } }: { project: Project }) {
  const invalidates = [pathKey('listProjects')];
  const navigate = useNavigate();
  const dialog = useDialog();
  const suspend = useAction(
    (mode: Suspension) => call('suspendProject', { project_id: id, suspended: mode }),
    { invalidates, success: T.saved },
  );
  const remove = useAction(() => call('deleteProject', { project_id: id }), {
    invalidates,
    success: T.deleted,
    onSuccess: () => void navigate({ to: '/projects' }),
    showsErrors: true,
  });
  return (
    <Card title={T.access} description={suspended === null ? T.notSuspended : T.suspended[suspended]}>
      <div className="flex flex-wrap gap-2">
        {suspended === null ? (
          <>
            <Button disabled={suspend.isRunning} onClick={() => suspend.run('read_only')}>
              {T.readOnly}
            </Button>
            <Button disabled={suspend.isRunning} onClick={() => suspend.run('blocked')}>
              {T.block}
            </Button>
          </>
        ) : (
          <Button isBusy={suspend.isRunning} onClick={() => suspend.run(null)}>
            {T.resume}
          </Button>
        )}
        <Button kind="asksFirst" onClick={dialog.open}>
          {T.delete}
        </Button>
      </div>
      <ConfirmDialog
        {...dialog.props}
        title={T.deleteTitle}
        description={T.deleteHint}
        action={T.delete}
        name={name}
        run={() => remove.perform()}
      />
    </Card>
  );
}
