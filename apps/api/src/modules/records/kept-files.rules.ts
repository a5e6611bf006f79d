/** Kept files as calls show them: the documents of referrals, and the files that were uploaded for themselves. */
import { type ReferralDocument, storedFile } from '@foyer/contracts/imports/record-calls.ts'
import type { Selectable } from 'kysely'
import type { ReferralDocumentTable } from './records.tables.ts'

export type KeptFileRow = Omit<Selectable<ReferralDocumentTable>, 'referral_id'>

export function fileAddress(organizationId: string, fileId: string): string {
  return `${storedFile.path}?${new URLSearchParams({ organizationId, fileId })}`
}

export function documentOf(row: KeptFileRow): ReferralDocument {
  return {
    url: fileAddress(row.organization_id, row.id),
    _id: row.id,
    name: row.name,
    size: row.size,
    contentType: row.content_type,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    createdByName: row.created_by_name,
  }
}
