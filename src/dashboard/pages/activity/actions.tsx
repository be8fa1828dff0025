import { ACTIVITY as T } from '../../texts/activity.ts';
import { CHANGES } from '../../texts/changes.ts';
import { Time } from '../../ui/format.tsx';
import { Feed } from './feed.tsx';
import { WhatAndWho } from './what-and-who.tsx';

interface Action {
  id: number;
  at: string;
  actor: { name: string };
  action: string;
  tenant: string | null;
  subject: string | null;
}

/** Changes of projects, keys, members and settings, and sign-ins. */
export function Actions() {
  return (
    <Feed<Action>
      label={T.tabs.actions}
      path="admin/actions"
      kind={{ name: 'action', choices: T.actionKinds }}
      keyOf={({ id }) => String(id)}
      columns={[
        {
          id: 'what',
          header: T.what,
          cell: ({ action, actor, subject }) => (
            <WhatAndWho what={CHANGES.action(action)} who={actor.name} subject={subject} />
          ),
        },
        { id: 'subject', header: T.subject, cell: ({ subject }) => subject ?? '', isHiddenOnPhone: true },
        { id: 'who', header: T.who, cell: ({ actor }) => actor.name, isHiddenOnPhone: true },
        { id: 'tenant', header: T.where, cell: ({ tenant }) => tenant ?? '', isHiddenOnPhone: true },
        { id: 'at', header: T.at, cell: ({ at }) => <Time value={at} />, width: '8rem' },
      ]}
    />
  );
}
