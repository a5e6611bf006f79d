/** Changes how many documents a referral has, together with the event of it. */
import type { Referral } from '@foyer/contracts/imports/record-calls.ts'
import { referralChanged } from '@foyer/contracts/imports/record-events.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, newEvent } from '../../events/append.ts'
import { notFound } from '../../http/refusal.ts'
import { releaseBytes } from '../attachments/attachments.ts'
import { deleteDocument, type FoundDocument } from './documents.store.ts'
import { countDocuments, lockReferral } from './referrals.store.ts'

interface Counting {
  readonly organizationId: string
  readonly referralId: string
  readonly at: Date
  readonly by: 1 | -1
}

/** The last step of a transaction that has locked the referral. */
export async function tellDocuments(tx: Tx, { organizationId, referralId, at, by }: Counting): Promise<void> {
  const record = async ({ seq: version }: { readonly seq: number }) => {
    const referral: Referral = await countDocuments(tx, { organizationId, referralId, version, by })
    return newEvent(referralChanged, referral)
  }
  await appendEvents(tx, { organizationId, at }, [{ record }])
}

interface Removing {
  readonly organizationId: string
  readonly at: Date
}

/** Removes a document for good, as the last step of the transaction. */
export async function removeDocument(
  tx: Tx,
  { organizationId, at }: Removing,
  { _id: id, referralId }: FoundDocument,
): Promise<void> {
  const [, isDeleted] = await Promise.all([
    lockReferral(tx, organizationId, referralId),
    deleteDocument(tx, { organizationId, id }),
  ])
  if (!isDeleted) throw notFound()
  releaseBytes(tx, organizationId, [id])
  await tellDocuments(tx, { organizationId, referralId, at, by: -1 })
}
