import { defineFeature } from '../../platform/feature.ts';
import type { OpenPersonScope } from '../../platform/person.ts';
import type { Role } from '../../platform/roles.ts';
import { isInvitationAccepted, isRoleWithdrawn } from '../accounts/index.ts';
import { PersonAccess } from './person-access.ts';
import { deleteMember, upsertMember } from './queries.ts';

export const members = defineFeature({
  name: 'members',
  services: (deps) => ({ openScope: new PersonAccess(deps).openScope }),
  listeners: ({ events, clock }) => {
    events.onTransaction(async (event, _scope, db) => {
      if (isRoleWithdrawn(event)) {
        const { accountId, teamId } = event.payload;
        await deleteMember(db, teamId, accountId);
      }
      if (!isInvitationAccepted(event)) return;
      const { accountId, teamId, role } = event.payload;
      await upsertMember(db, { teamId, personId: accountId, role: role as Role, createdAt: clock.now() });
    });
  },
});

declare module '../../platform/deps.ts' {
  interface Services {
    members: { openScope: OpenPersonScope };
  }
}
