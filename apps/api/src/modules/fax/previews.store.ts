/** Pages as a machine prints them, kept for an hour. */
import type { Tx } from '../../db/tx.ts'

export interface NewPreview {
  readonly organizationId: string
  readonly id: string
  readonly userId: string
  /** Null for a preview of the form. */
  readonly faxId: string | null
  readonly createdAt: Date
  readonly pages: readonly Buffer[]
}

/** The previews of the form that one member may have at once; older ones are deleted. */
const OF_ONE_MEMBER = 5

export async function addPreview(tx: Tx, preview: NewPreview): Promise<void> {
  const { organizationId, id, userId, faxId, createdAt, pages } = preview
  if (faxId === null) await deleteOlder(tx, organizationId, userId)
  const added = await tx
    .insertInto('fax_previews')
    .values({ organization_id: organizationId, id, user_id: userId, fax_id: faxId, created_at: createdAt })
    // Somebody else may have opened the same fax at the same time.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  if (added.length === 0) return
  const rows = pages.map((png, index) => ({ organization_id: organizationId, preview_id: id, page: index + 1, png }))
  await tx.insertInto('fax_pages').values(rows).execute()
}

async function deleteOlder(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('fax_previews')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('fax_previews')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .where('fax_id', 'is', null)
        .orderBy('created_at', 'desc')
        .offset(OF_ONE_MEMBER - 1),
    )
    .execute()
}

type Of = { readonly previewId: string } | { readonly faxId: string }

/** The page; null if the preview is kept and has no such page, undefined if it is not kept. */
export async function findPage(
  tx: Tx,
  organizationId: string,
  of: Of,
  page: number,
): Promise<Buffer | null | undefined> {
  const row = await tx
    .selectFrom('fax_previews')
    .leftJoin('fax_pages', (join) =>
      join
        .onRef('fax_pages.organization_id', '=', 'fax_previews.organization_id')
        .onRef('fax_pages.preview_id', '=', 'fax_previews.id')
        .on('fax_pages.page', '=', page),
    )
    .select('fax_pages.png')
    .where('fax_previews.organization_id', '=', organizationId)
    .where(
      'previewId' in of ? 'fax_previews.id' : 'fax_previews.fax_id',
      '=',
      'previewId' in of ? of.previewId : of.faxId,
    )
    .executeTakeFirst()
  return row && (row.png ?? null)
}

/** In system scope. */
export async function deleteOldPreviews(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('fax_previews').where('created_at', '<', before).execute()
}

/** In system scope: the counts of days that have passed everywhere. */
export async function deleteOldDays(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('fax_days').where('day', '<', before.toISOString().slice(0, 10)).execute()
}
