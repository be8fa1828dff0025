import { linkOfChange } from '../../data/changes.ts';
import { ACTIVITY as T } from '../../texts/activity.ts';
import { CHANGES } from '../../texts/changes.ts';
import { Time } from '../../ui/format.tsx';
import { Feed, whoAndWhat } from './feed.tsx';

/** Changes of templates, media, comments and modules. */
export function Changes() {
  return (
    <Feed
      label={T.tabs.changes}
      log="listAllActivity"
      kind={{ name: 'type', choices: T.kinds }}
      keyOf={({ project_id, id }) => `${project_id} ${id}`}
      linkOf={linkOfChange}
      columns={[
        {
          id: 'what',
          header: T.what,
          cell: ({ type }) => describe(type),
          detail: ({ actor, summary }) => whoAndWhat(actor.name, summary),
        },
        { id: 'subject', header: T.subject, cell: ({ summary }) => summary ?? '', isHiddenWhenNarrow: true },
        { id: 'who', header: T.who, cell: ({ actor }) => actor.name, isHiddenWhenNarrow: true },
        {
          id: 'tenant',
          header: T.where,
          cell: ({ tenant, tenant_name }) => tenant_name ?? tenant,
          isHiddenWhenNarrow: true,
        },
        { id: 'at', header: T.at, cell: ({ at }) => <Time value={at} />, width: '8rem' },
      ]}
    />
  );
}

/** `Changed a template`, without the person. */
function describe(type: string): string {
  const done = CHANGES.done(type);
  return done.charAt(0).toUpperCase() + done.slice(1);
}
