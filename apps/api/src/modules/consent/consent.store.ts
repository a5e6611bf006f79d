import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Tx } from '../../db/tx.ts'

export interface Consent {
  readonly smsStatus: Conversation['smsStatus']
  /** Null where nobody has ever said anything. */
  readonly changedAt: Date | null
}

/** Whether a number may be texted; one that nobody has said anything about is subscribed. */
export async function readConsent(
  tx: Tx,
  organizationId: string,
  phoneNumber: string,
): Promise<Conversation['smsStatus']> {
  return (await readConsentSince(tx, organizationId, phoneNumber)).smsStatus
}

/** The same, and since when. */
export async function readConsentSince(tx: Tx, organizationId: string, phoneNumber: string): Promise<Consent> {
  const row = await tx
    .selectFrom('consents')
    .select(['sms_status', 'changed_at'])
    .where('organization_id', '=', organizationId)
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst()
  return { smsStatus: row?.sms_status ?? 'subscribed', changedAt: row?.changed_at ?? null }
}

/**
 * The patient's own word, as of when they said it. A block is the clinic's, and no text of a patient lifts it: it holds once
 * the block ends.
 */
export async function saveConsent(
  tx: Tx,
  consent: { organizationId: string; phoneNumber: string; smsStatus: 'subscribed' | 'opted_out'; at: Date },
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('consents')
    .values({
      organization_id: consent.organizationId,
      phone_number: consent.phoneNumber,
      sms_status: consent.smsStatus,
      changed_at: consent.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'phone_number'])
        .doUpdateSet({ sms_status: consent.smsStatus, changed_at: consent.at })
        .where('consents.sms_status', '!=', 'blocked'),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) await saveWishOfBlocked(tx, consent)
}

async function saveWishOfBlocked(
  tx: Tx,
  number: { organizationId: string; phoneNumber: string; smsStatus: 'subscribed' | 'opted_out'; at: Date },
): Promise<void> {
  const wish = { wish: number.smsStatus, wished_at: number.at }
  await tx
    .insertInto('blocked_numbers')
    .values({ organization_id: number.organizationId, phone_number: number.phoneNumber, ...wish })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'phone_number'])
        .doUpdateSet(wish)
        // The newest word counts, whenever it is heard.
        .where((where) =>
          where.or([
            where('blocked_numbers.wished_at', 'is', null),
            where('blocked_numbers.wished_at', '<=', number.at),
          ]),
        ),
    )
    .execute()
}
