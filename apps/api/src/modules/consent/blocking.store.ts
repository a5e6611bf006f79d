import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { Consent } from './consent.store.ts'

interface Number {
  readonly organizationId: string
  readonly phoneNumber: string
  readonly at: Date
}

/**
 * Blocks the number and keeps the patient's consent beside it. Returns the new status; null if it was blocked already.
 */
export function block(tx: Tx, { organizationId, phoneNumber, at }: Number, before: Consent): 'blocked' | null {
  if (before.smsStatus === 'blocked') return null
  const kept = { wish: before.smsStatus, wished_at: before.changedAt }
  const number = { organization_id: organizationId, phone_number: phoneNumber }
  const consent = { sms_status: 'blocked', changed_at: at } as const
  sendUnawaited(
    tx,
    tx
      .insertInto('blocked_numbers')
      .values({ ...number, ...kept })
      .onConflict((conflict) => conflict.columns(['organization_id', 'phone_number']).doUpdateSet(kept)),
  )
  sendUnawaited(
    tx,
    tx
      .insertInto('consents')
      .values({ ...number, ...consent })
      .onConflict((conflict) => conflict.columns(['organization_id', 'phone_number']).doUpdateSet(consent)),
  )
  return 'blocked'
}

/** Ends the block and restores the patient's own consent, which it returns; null if the number was not blocked. */
export async function unblock(
  tx: Tx,
  { organizationId, phoneNumber, at }: Number,
  before: Consent,
): Promise<Consent['smsStatus'] | null> {
  if (before.smsStatus !== 'blocked') return null
  const kept = await tx
    .deleteFrom('blocked_numbers')
    .where('organization_id', '=', organizationId)
    .where('phone_number', '=', phoneNumber)
    .returning(['wish', 'wished_at'])
    .executeTakeFirst()
  const smsStatus = kept?.wish ?? 'subscribed'
  sendUnawaited(
    tx,
    tx
      .updateTable('consents')
      .set({ sms_status: smsStatus, changed_at: kept?.wished_at ?? at })
      .where('organization_id', '=', organizationId)
      .where('phone_number', '=', phoneNumber),
  )
  return smsStatus
}
