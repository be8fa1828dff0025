import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listConfigurations } from '../../../platform/agents/agent-configurations.ts';
import type { Output } from '../../data/operations.ts';
import { get } from '../../data/queries.ts';
import { KEYS as T } from '../../texts/keys.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CodeTabs } from '../../ui/code.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Labeled } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

interface NewKeyProps {
  made: Output<'createApiKey'>;
  project: string;
  /** Set once an agent has used the key. */
  lastUsedAt: string | null;
}

/** The value of a new key, shown once, with configurations for agents. It says when an agent has used the key. */
export function NewKey({ made, project, lastUsedAt }: NewKeyProps) {
  const tenants = useQuery(get('listTenants', { project_id: project })).data?.items;
  const [chosen, setChosen] = useState<string>();
  const tenant = chosen ?? made.tenants?.[0] ?? tenants?.[0]?.tenant ?? 'default';
  const access = { mcpUrl: made.mcp_url, apiKey: made.api_key, projectId: project, tenant };
  return (
    <div className="flex flex-col gap-4">
      <SecretOnce name={T.key} value={made.api_key} />
      <div role="status">
        <Notice kind={lastUsedAt === null ? 'info' : 'good'}>
          {lastUsedAt === null ? T.waiting : T.connected}
        </Notice>
      </div>
      {tenants?.length === 0 && (
        <Notice kind="warn">
          <p className="mb-2">{T.noTenant}</p>
          <LinkButton isSmall to="/projects/$project/tenants" params={{ project }}>
            {T.tenants}
          </LinkButton>
        </Notice>
      )}
      <Labeled label={T.tenant} hint={T.tenantHint} errors={undefined}>
        {(attributes) => (
          <input
            {...attributes}
            className="field"
            value={tenant}
            onChange={(event) => setChosen(event.target.value)}
          />
        )}
      </Labeled>
      <CodeTabs
        label={T.configuration}
        tabs={listConfigurations(access).map(({ client, place, text }) => ({
          id: client,
          label: client,
          code: text,
          ...(place !== undefined && { file: place }),
        }))}
      />
    </div>
  );
}
