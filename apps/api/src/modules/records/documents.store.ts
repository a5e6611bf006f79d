/** The documents of referrals. Their bytes are in the file storage. */
import type { ReferralDocument } from '@foyer/contracts/imports/record-calls.ts'
import { newestPage, type Position } from '../../db/keyset.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { documentOf } from './kept-files.rules.ts'

interface DocumentKey {
  readonly organizationId: string
  readonly id: string
}

interface NewDocument extends DocumentKey {
  readonly referralId: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly createdAt: Date
  readonly createdBy: string
  readonly createdByName: string
}

/** Sent without waiting: a failure fails the transaction. */
export function addDocument(tx: Tx, document: NewDocument): void {
  const { organizationId, id, referralId, name, contentType, size, createdAt, createdBy, createdByName } = document
  const row = {
    ...{ organization_id: organizationId, id, referral_id: referralId, name, content_type: contentType, size },
    ...{ created_at: createdAt, created_by: createdBy, created_by_name: createdByName },
  }
  sendUnawaited(tx, tx.insertInto('referral_documents').values(row))
}

interface Asked {
  readonly organizationId: string
  readonly referralId: string
  readonly after: Position | null
  readonly limit: number
}

/** A page of the documents, the newest first. */
export async function listDocuments(
  tx: Tx,
  { organizationId, referralId, after, limit }: Asked,
): Promise<{ documents: ReferralDocument[]; end: Position | null }> {
  const query = documentsOf(tx, organizationId).where('referral_id', '=', referralId)
  const { shown, end } = await newestPage(query, 'referral_documents', { after, limit })
  return { documents: shown.map(documentOf), end }
}

export type FoundDocument = ReferralDocument & { readonly referralId: string }

export async function findDocument(tx: Tx, { organizationId, id }: DocumentKey): Promise<FoundDocument | undefined> {
  const row = await documentsOf(tx, organizationId).where('id', '=', id).executeTakeFirst()
  return row && { ...documentOf(row), referralId: row.referral_id }
}

/** Deletes the document; false if it was deleted meanwhile. */
export async function deleteDocument(tx: Tx, { organizationId, id }: DocumentKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('referral_documents')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

function documentsOf(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('referral_documents')
    .select(['organization_id', 'id', 'referral_id', 'name', 'content_type', 'size'])
    .select(['created_at', 'created_by', 'created_by_name'])
    .where('organization_id', '=', organizationId)
}
