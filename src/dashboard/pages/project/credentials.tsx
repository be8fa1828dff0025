import { useState } from 'react';
import { call } from '../../data/api.ts';
import { useAction } from '../../data/queries.ts';
import { PROJECT as T } from '../../texts/project.ts';
import { Button } from '../../ui/button.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { ConfirmDialog, useDialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/page.tsx';

interface Secret {
  name: string;
  value: string;
}

/** New secrets, each shown once. */
export function Credentials({ projectId }: { projectId: string }) {
  const [secret, setSecret] = useState<Secret>();
  const project_id = projectId;
  const rotate = useAction(
    (overlap_seconds: number) => call('rotateClientSecret', { project_id, overlap_seconds }),
    {
      onSuccess: ({ client_secret }) => setSecret({ name: T.clientSecret, value: client_secret }),
      showsErrors: true,
    },
  );
  const rotateKey = useAction(() => call('rotateSigningKey', { project_id }), {
    onSuccess: ({ signing_key }) => setSecret({ name: T.signingKey, value: signing_key }),
    showsErrors: true,
  });
  const secretDialog = useDialog();
  const keyDialog = useDialog();
  return (
    <Card title={T.credentials} description={T.credentialsHint}>
      <div className="flex flex-col gap-4">
        {secret !== undefined && <SecretOnce key={secret.value} name={secret.name} value={secret.value} />}
        <div className="flex flex-wrap gap-2">
          <Button onClick={secretDialog.open}>{T.rotateSecret}</Button>
          <Button onClick={keyDialog.open}>{T.rotateSigningKey}</Button>
        </div>
      </div>
      <ConfirmDialog
        {...secretDialog.props}
        title={T.rotateSecret}
        description={T.rotateSecretHint}
        action={T.rotateSecret}
        run={() => rotate.perform(DAY_SECONDS)}
      />
      <ConfirmDialog
        {...keyDialog.props}
        title={T.rotateSigningKey}
        description={T.rotateSigningKeyHint}
        action={T.rotateSigningKey}
        run={() => rotateKey.perform()}
      />
    </Card>
  );
}

const DAY_SECONDS = 86_400;
