import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { links } from './table.ts';

export type LinkRow = typeof links.$inferSelect;

export async function insertLink(db: Connection, row: LinkRow): Promise<void> {
  await db.insert(links).values(row);
}

/** Deletes the open links with which a person could get new credentials. */
export async function deleteResetLinks(db: Connection, email: string): Promise<void> {
  await db.delete(links).where(and(eq(links.kind, 'reset'), eq(links.email, email), isNull(links.usedAt)));
}

/** A link that is neither used nor expired. */
export async function selectLink(db: Connection, hash: string, now: number): Promise<LinkRow | undefined> {
  return db.select().from(links).where(isOpen(hash, now)).get();
}

/** Marks a link as used and returns it; undefined if it was used before or has expired. */
export async function useLink(db: Connection, hash: string, now: number): Promise<LinkRow | undefined> {
  return db.update(links).set({ usedAt: now }).where(isOpen(hash, now)).returning().get();
}

const isOpen = (hash: string, now: number) =>
  and(eq(links.hash, hash), isNull(links.usedAt), gt(links.expiresAt, now));

export async function selectInvitations(db: Connection, teamId: string, now: number) {
  return db
    .select({
      id: links.id,
      email: links.email,
      role: sql<string>`coalesce(${links.role}, '')`,
      createdBy: links.createdBy,
      createdAt: links.createdAt,
      expiresAt: links.expiresAt,
    })
    .from(links)
    .where(
      and(
        eq(links.teamId, teamId),
        eq(links.kind, 'invitation'),
        isNull(links.usedAt),
        gt(links.expiresAt, now),
      ),
    )
    .orderBy(desc(links.id));
}

/** Deletes an open invitation of a team. Returns whether there was one. */
export async function deleteInvitation(db: Connection, teamId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(links)
    .where(and(eq(links.id, id), eq(links.teamId, teamId), isNull(links.usedAt)))
    .returning({ id: links.id });
  return gone.length > 0;
}
