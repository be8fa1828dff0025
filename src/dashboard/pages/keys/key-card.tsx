import { call } from '../../data/api.ts';
import { type Item, type Output, pathKey } from '../../data/operations.ts';
import { usePermissions } from '../../data/permissions.ts';
import { useAction } from '../../data/queries.ts';
import { KEYS as T } from '../../texts/keys.ts';
import { SHARED } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, useDialog } from '../../ui/dialog.tsx';
import { describeExpiry } from '../../ui/expiry-field.tsx';
import { Time } from '../../ui/format.tsx';
import { Card, Facts } from '../../ui/page.tsx';

type ApiKey = Item<'listApiKeys'>;

/** A row for a limit that not every key has. */
const limit = (label: string, value: string | null | undefined): [string, string][] =>
  value == null ? [] : [[label, value]];

const factsOf = ({ project_ids, mode, tenants, template_id, tools, ...key }: ApiKey) => [
  [T.scope, project_ids === null ? T.allProjects : T.otherProjects(project_ids.length)] as const,
  [T.mode, T.modes[mode]] as const,
  [T.reach, tenants?.join(', ') ?? T.allTenants] as const,
  ...limit(T.template, template_id),
  ...limit(T.tools, tools?.join(', ')),
  [SHARED.expiry.fact, describeExpiry(key.expires_at)] as const,
  [T.used, key.last_used_at === null ? T.neverUsed : <Time key="used" value={key.last_used_at} />] as const,
  ...limit(T.usedBy, key.last_used_by),
];

interface KeyCardProps {
  apiKey: ApiKey;
  onRegenerated(key: Output<'regenerateApiKey'>): void;
}

export function KeyCard({ apiKey, onRegenerated }: KeyCardProps) {
  const { id, name, prefix } = apiKey;
  const { mayManage } = usePermissions();
  const invalidates = [pathKey('listApiKeys')];
  const regenerateDialog = useDialog();
  const revokeDialog = useDialog();
  const regenerate = useAction(() => call('regenerateApiKey', { id }), {
    invalidates,
    onSuccess: onRegenerated,
    showsErrors: true,
  });
  const revoke = useAction(() => call('revokeApiKey', { id }), {
    invalidates,
    success: T.revoked,
    showsErrors: true,
  });
  return (
    <Card title={name} description={<code className="font-mono">{prefix}…</code>}>
      <Facts facts={factsOf(apiKey)} />
      {mayManage && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button isSmall onClick={regenerateDialog.open}>
            {T.regenerate}
          </Button>
          <Button isSmall kind="asksFirst" onClick={revokeDialog.open}>
            {T.revoke}
          </Button>
        </div>
      )}
      <ConfirmDialog
        {...regenerateDialog.props}
        title={T.regenerateTitle}
        description={T.regenerateHint}
        action={T.regenerate}
        run={() => regenerate.perform()}
      />
      <ConfirmDialog
        {...revokeDialog.props}
        title={T.revokeTitle}
        description={T.revokeHint}
        action={T.revoke}
        run={() => revoke.perform()}
      />
    </Card>
  );
}
