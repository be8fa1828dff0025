import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { call } from '../../data/api.ts';
import { pathKey } from '../../data/operations.ts';
import { usePermissions } from '../../data/permissions.ts';
import { get, useAction } from '../../data/queries.ts';
import { PROJECT as T } from '../../texts/project.ts';
import { IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';

/** Web origins whose pages may call the API (CORS). */
export function Origins({ projectId }: { projectId: string }) {
  const { mayManage } = usePermissions();
  const own = { project_id: projectId };
  const origins = useQuery(get('listProjectOrigins', own));
  const options = { invalidates: [pathKey('listProjectOrigins', own)], success: T.saved };
  const add = useAction((input: { origin: string }) => call('addProjectOrigin', { ...own, ...input }), {
    ...options,
    onSuccess: () => form.reset(),
    showsErrors: true,
  });
  const remove = useAction((origin: string) => call('removeProjectOrigin', { ...own, origin }), options);
  const form = useForm({ initial: { origin: '' }, submit: add.perform });
  return (
    <Card title={T.origins} description={T.originsHint}>
      <div className="flex flex-col gap-4">
        <Loaded query={origins}>
          {({ origins: shown }) =>
            shown.length === 0 ? (
              <p className="text-muted">{T.noOrigins}</p>
            ) : (
              <ul className="divide-y divide-line">
                {shown.map((origin) => (
                  <li key={origin} className="flex items-center justify-between gap-2 py-1.5">
                    <code className="min-w-0 truncate font-mono text-sm">{origin}</code>
                    {mayManage && (
                      <IconButton
                        label={T.removeOrigin(origin)}
                        icon={<X size={16} aria-hidden="true" />}
                        disabled={remove.isRunning}
                        onClick={() => remove.run(origin)}
                      />
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        {mayManage && (
          <Form form={form} submitLabel={T.addOrigin} isDisabled={form.values.origin === ''}>
            <TextField
              form={form}
              name="origin"
              label={T.origin}
              hint={T.originExample}
              autoComplete="off"
              inputMode="url"
            />
          </Form>
        )}
      </div>
    </Card>
  );
}
