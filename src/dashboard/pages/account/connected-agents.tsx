import { useQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { serverUrl } from '../../addresses.ts';
import { call } from '../../data/api.ts';
import { type Item, pathKey } from '../../data/operations.ts';
import { get, useAction } from '../../data/queries.ts';
import { CONNECTED_AGENTS as T } from '../../texts/agents.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, useDialog } from '../../ui/dialog.tsx';
import { Time } from '../../ui/format.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';

type Grant = Item<'listGrants'>;

/** The agents that the person has connected by signing in. */
export function ConnectedAgents({ accountId }: { accountId: string }) {
  const grants = useQuery(get('listGrants', { account_id: accountId }));
  return (
    <Card title={T.title} description={T.description}>
      <Loaded query={grants}>
        {(data) =>
          data.length === 0 ? (
            <div className="text-sm">
              <p className="font-medium">{T.none}</p>
              <p className="text-muted">
                {T.noneHint} <code>{`${serverUrl()}/mcp/PROJECT/TENANT`}</code>
              </p>
            </div>
          ) : (
            <ul className="divide-y divide-line">
              {data.map((grant) => (
                <ConnectedAgent key={grant.id} grant={grant} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function ConnectedAgent({ grant: { id, client, mode, project, tenant, last_used_at } }: { grant: Grant }) {
  const dialog = useDialog();
  const revoke = useAction(() => call('revokeGrant', { id }), {
    invalidates: [pathKey('listGrants')],
    success: T.revoked,
    showsErrors: true,
  });
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Bot size={17} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{client}</p>
        <p className="text-sm text-muted">
          {project} · {tenant} · {T.modes[mode]} ·{' '}
          {last_used_at === null ? (
            T.neverUsed
          ) : (
            <>
              {T.lastUsed} <Time value={last_used_at} />
            </>
          )}
        </p>
      </div>
      <Button kind="quiet" isSmall onClick={dialog.open}>
        {T.revoke}
      </Button>
      <ConfirmDialog
        {...dialog.props}
        title={T.revokeTitle}
        description={T.revokeHint}
        action={T.revoke}
        run={() => revoke.perform()}
      />
    </li>
  );
}
