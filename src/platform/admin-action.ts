import type { DomainEvent } from './events.ts';

/** A change by the operator, as the audit records it. It must not hold secrets. */
export interface AdminAction {
  /** Reads `feature.verb_in_past`, e.g. `project.renamed`. */
  action: string;
  teamId?: string;
  projectId?: string;
  tenant?: string;
  /** Name or id of what was changed, and how: `growth → scale`. */
  subject?: string;
}

/** Emitted in the transaction of the change. */
export type AdminActed = DomainEvent<'admin.acted', AdminAction>;

export const adminAction = (action: AdminAction): AdminActed => ({ type: 'admin.acted', payload: action });

export function isAdminAction(event: DomainEvent): event is AdminActed {
  return event.type === 'admin.acted';
}
