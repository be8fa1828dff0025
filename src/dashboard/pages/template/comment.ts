import { type Item, pathKey, type TenantRef } from '../../data/operations.ts';
import type { Permissions } from '../../data/permissions.ts';

export type Thread = Item<'listComments'>;

export type Comment = Thread | NonNullable<Thread['replies']>[number];

/** A template, for operations on it. */
export interface TemplateRef extends TenantRef {
  template_id: string;
}

/** The template that is commented, and what the person may do with its comments. */
export interface Access {
  of: TemplateRef;
  permissions: Permissions;
}

/** Keys of the comments of a template. */
export const commentKeys = (of: TemplateRef): string[][] => [pathKey('listComments', of)];
