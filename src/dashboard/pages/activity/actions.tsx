import { ACTIVITY as T } from '../../texts/activity.ts';
import { CHANGES } from '../../texts/changes.ts';
import { Time } from '../../ui/format.tsx';
import { Feed, whoAndWhat } from './feed.tsx';

/** Changes of projects, keys, members and settings, and sign-ins. */
export function Actions() {
  return (
    <Feed
      label={T.tabs.actions}
      log="listAdminActions"
      kind={{ name: 'action', choices: T.actionKinds }}
      keyOf={({ id }) => String(id)}
      columns={[
        {
          id: 'what',
          header: T.what,
          cell: ({ action }) => CHANGES.action(action),
          detail: ({ actor, subject }) => whoAndWhat(actor.name, subject),
        },
        { id: 'subject', header: T.subject, cell: ({ subject }) => subject ?? '', isHiddenWhenNarrow: true },
        { id: 'who', header: T.who, cell: ({ actor }) => actor.name, isHiddenWhenNarrow: true },
        { id: 'tenant', header: T.where, cell: ({ tenant }) => tenant ?? '', isHiddenWhenNarrow: true },
        { id: 'at', header: T.at, cell: ({ at }) => <Time value={at} />, width: '8rem' },
      ]}
    />
  );
}
