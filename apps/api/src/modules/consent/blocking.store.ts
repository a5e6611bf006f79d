import type { Tx } from '../../db/tx.ts'
import { readConsent, readConsentSince } from './consent.store.ts'

interface Number {
  readonly organizationId: string
  readonly phoneNumber: string
  readonly at: Date
}

/** Blocks the number and keeps the patient's consent beside it; false if it was blocked already. */
export async function block(tx: Tx, { organizationId, phoneNumber, at }: Number): Promise<boolean> {
  const { smsStatus: wish, changedAt } = await readConsentSince(tx, organizationId, phoneNumber)
  if (wish === 'blocked') return false
  const kept = { wish, wished_at: changedAt }
  const number = { organization_id: organizationId, phone_number: phoneNumber }
  const consent = { sms_status: 'blocked', changed_at: at } as const
  await tx
    .insertInto('blocked_numbers')
    .values({ ...number, ...kept })
    .onConflict((conflict) => conflict.columns(['organization_id', 'phone_number']).doUpdateSet(kept))
    .execute()
  await tx
    .insertInto('consents')
    .values({ ...number, ...consent })
    .onConflict((conflict) => conflict.columns(['organization_id', 'phone_number']).doUpdateSet(consent))
    .execute()
  return true
}

/** Ends the block and restores the patient's own consent; false if the number was not blocked. */
export async function unblock(tx: Tx, { organizationId, phoneNumber, at }: Number): Promise<boolean> {
  if ((await readConsent(tx, organizationId, phoneNumber)) !== 'blocked') return false
  const kept = await tx
    .deleteFrom('blocked_numbers')
    .where('organization_id', '=', organizationId)
    .where('phone_number', '=', phoneNumber)
    .returning(['wish', 'wished_at'])
    .executeTakeFirst()
  await tx
    .updateTable('consents')
    .set({ sms_status: kept?.wish ?? 'subscribed', changed_at: kept?.wished_at ?? at })
    .where('organization_id', '=', organizationId)
    .where('phone_number', '=', phoneNumber)
    .execute()
  return true
}
