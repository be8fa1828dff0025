import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { serverUrl } from '../../addresses.ts';
import type { Output } from '../../data/operations.ts';
import { get } from '../../data/queries.ts';
import { TOKENS as T } from '../../texts/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { CardList } from '../../ui/card-list.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Dialog, useDialog } from '../../ui/dialog.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CreateToken } from './create-token.tsx';
import { TokenCard } from './token-card.tsx';

export function Page() {
  const tokens = useQuery(get('listAdminTokens'));
  const [made, setMade] = useState<Output<'createAdminToken'>>();
  const dialog = useDialog();
  const create = (
    <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={dialog.open}>
      {T.create}
    </Button>
  );
  return (
    <PageFrame title={T.title} description={T.description} actions={create}>
      <CardList
        query={tokens}
        card={(token) => <TokenCard token={token} />}
        empty={
          <EmptyState
            icon={<KeyRound size={22} aria-hidden="true" />}
            title={T.none}
            hint={T.noneHint}
            action={create}
          />
        }
      />
      <Dialog {...dialog.props} title={T.create} description={T.description}>
        <CreateToken
          onMade={(token) => {
            dialog.close();
            setMade(token);
          }}
        />
      </Dialog>
      <Dialog isOpen={made !== undefined} onClose={() => setMade(undefined)} title={made?.name ?? ''} isWide>
        {made !== undefined && (
          <div className="flex flex-col gap-4">
            <SecretOnce name={T.value} value={made.admin_token} />
            <CodeBlock label={T.example} code={exampleOf(made.admin_token)} />
          </div>
        )}
      </Dialog>
    </PageFrame>
  );
}

const exampleOf = (token: string): string =>
  `curl ${serverUrl()}/api/v1/admin/projects \\\n  -H "Authorization: Bearer ${token}"`;
