import { call } from '../../data/api.ts';
import { type Item, pathKey } from '../../data/operations.ts';
import { useAction } from '../../data/queries.ts';
import { useMe } from '../../data/teams.ts';
import { SHARED } from '../../texts/shared.ts';
import { ROLES, type RoleName } from '../../texts/team.ts';
import { TOKENS as T } from '../../texts/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, useDialog } from '../../ui/dialog.tsx';
import { describeExpiry } from '../../ui/expiry-field.tsx';
import { Time } from '../../ui/format.tsx';
import { Card, Facts } from '../../ui/page.tsx';

export function TokenCard({ token }: { token: Item<'listAdminTokens'> }) {
  const { id, name, prefix, created_by, team_id, role, effects, operations, expires_at, last_used_at } =
    token;
  const teams = useMe().data?.teams ?? [];
  const dialog = useDialog();
  const revoke = useAction(() => call('revokeAdminToken', { id }), {
    invalidates: [pathKey('listAdminTokens')],
    success: T.revoked,
    showsErrors: true,
  });
  const team = teams.find((one) => one.id === team_id)?.name ?? team_id;
  return (
    <Card title={name} description={<code className="font-mono">{prefix}…</code>}>
      <Facts
        facts={[
          [T.effects, effects.map((effect) => T.effect[effect]).join(', ')],
          ...(operations === null ? [] : [[T.operations, operations.join(', ')] as const]),
          [T.team, team ?? T.allTeams],
          [T.role, role === null ? T.ownRole : ROLES[role as RoleName]],
          [T.by, created_by],
          [SHARED.expiry.fact, describeExpiry(expires_at)],
          [T.used, last_used_at === null ? T.neverUsed : <Time key="used" value={last_used_at} />],
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button isSmall kind="asksFirst" onClick={dialog.open}>
          {T.revoke}
        </Button>
      </div>
      <ConfirmDialog
        {...dialog.props}
        title={T.revokeTitle}
        description={T.revokeHint}
        action={T.revoke}
        run={() => revoke.perform()}
      />
    </Card>
  );
}
