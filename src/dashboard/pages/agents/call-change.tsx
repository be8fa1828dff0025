import { useQuery } from '@tanstack/react-query';
import { usePermissions } from '../../data/permissions.ts';
import { get } from '../../data/queries.ts';
import { agentOf, type ToolCall } from '../../data/tool-call.ts';
import { AGENTS as T } from '../../texts/agents.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DiffList } from '../../ui/diff-list.tsx';
import { Loaded } from '../../ui/states.tsx';
import { UndoChange } from '../../ui/undo-change.tsx';

/** A call that changed a template. */
export type ChangingCall = ToolCall & { template_id: string; version_before: number; version_after: number };

export const isChanging = (call: ToolCall): call is ChangingCall =>
  call.template_id !== null && call.version_before !== null && call.version_after !== null;

interface CallChangeProps {
  call: ChangingCall | undefined;
  onClose(): void;
}

/** What a call changed in its template. */
export function CallChange({ call, onClose }: CallChangeProps) {
  return (
    <Dialog
      isOpen={call !== undefined}
      onClose={onClose}
      title={T.change(call?.tool ?? '')}
      description={call && T.changeBy(agentOf(call), call.version_before, call.version_after)}
      isWide
    >
      {call !== undefined && <Change call={call} onUndone={onClose} />}
    </Dialog>
  );
}

interface ChangeProps {
  call: ChangingCall;
  onUndone(): void;
}

function Change({ call, onUndone }: ChangeProps) {
  const { project_id: project, tenant, template_id: template, version_before, version_after } = call;
  const at = { project_id: project, tenant, template_id: template };
  const diff = useQuery(
    get('diffTemplate', { ...at, from: String(version_before), to: String(version_after) }),
  );
  const { mayWrite } = usePermissions();
  return (
    <div className="flex flex-col gap-4">
      <Loaded query={diff}>{(data) => <DiffList diff={data} />}</Loaded>
      <div className="flex flex-wrap justify-end gap-2">
        {mayWrite && <UndoChange template={at} version={version_after} onUndone={onUndone} />}
        <LinkButton
          to="/projects/$project/tenants/$tenant/templates/$template"
          params={{ project, tenant, template }}
          search={{ tab: 'history' }}
        >
          {T.history}
        </LinkButton>
      </div>
    </div>
  );
}
