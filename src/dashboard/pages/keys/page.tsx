import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '../../data/operations.ts';
import { usePermissions } from '../../data/permissions.ts';
import { useProject } from '../../data/projects.ts';
import { get, LIVE_MS } from '../../data/queries.ts';
import { KEYS as T } from '../../texts/keys.ts';
import { Button } from '../../ui/button.tsx';
import { CardList } from '../../ui/card-list.tsx';
import { Dialog, useDialog } from '../../ui/dialog.tsx';
import { LoadedProject } from '../../ui/loaded-project.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CreateKey } from './create-key.tsx';
import { KeyCard } from './key-card.tsx';
import { NewKey } from './new-key.tsx';

export function Page() {
  const { project = '' } = useParams({ strict: false });
  const teamId = useProject(project).data?.team_id;
  const keys = useQuery({
    ...get('listApiKeys', { team_id: teamId }),
    enabled: teamId !== undefined,
    refetchInterval: LIVE_MS,
  });
  const [made, setMade] = useState<Output<'createApiKey'>>();
  const dialog = useDialog();
  const { mayManage } = usePermissions();
  const create = mayManage && (
    <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={dialog.open}>
      {T.create}
    </Button>
  );
  return (
    <PageFrame title={T.title} description={T.description} actions={create}>
      <LoadedProject id={project}>
        {() => (
          <CardList
            query={keys}
            isShown={({ project_ids }) => project_ids === null || project_ids.includes(project)}
            card={(key) => <KeyCard apiKey={key} onRegenerated={setMade} />}
            empty={
              <EmptyState
                icon={<KeyRound size={22} aria-hidden="true" />}
                title={T.none}
                hint={T.noneHint}
                action={create}
              />
            }
          />
        )}
      </LoadedProject>
      <Dialog {...dialog.props} title={T.create} description={T.description}>
        <CreateKey
          project={project}
          teamId={teamId}
          onMade={(key) => {
            dialog.close();
            setMade(key);
          }}
        />
      </Dialog>
      <Dialog
        isOpen={made !== undefined}
        onClose={() => setMade(undefined)}
        title={made?.name ?? ''}
        description={T.configurationHint}
        isWide
      >
        {made !== undefined && (
          <NewKey
            made={made}
            project={project}
            lastUsedAt={keys.data?.find(({ id }) => id === made.id)?.last_used_at ?? null}
          />
        )}
      </Dialog>
    </PageFrame>
  );
}
