import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

export interface Consent {
  readonly smsStatus: Conversation['smsStatus']
  /** Null if the consent was never changed. */
  readonly changedAt: Date | null
}

/** The consent of a number; a number without a row is subscribed. */
export async function readConsent(
  tx: Tx,
  organizationId: string,
  phoneNumber: string | RawBuilder<string>,
): Promise<Conversation['smsStatus']> {
  return (await readConsentSince(tx, organizationId, phoneNumber)).smsStatus
}

/** Returns the time of the last change as well. */
export async function readConsentSince(
  tx: Tx,
  organizationId: string,
  phoneNumber: string | RawBuilder<string>,
): Promise<Consent> {
  const row = await consents(tx, organizationId).where('phone_number', '=', phoneNumber).executeTakeFirst()
  return row === undefined ? NEVER_CHANGED : consentOf(row)
}

const NEVER_CHANGED: Consent = { smsStatus: 'subscribed', changedAt: null }

/** Returns one consent for each number. */
export async function readConsents(
  tx: Tx,
  organizationId: string,
  phoneNumbers: readonly string[],
): Promise<ReadonlyMap<string, Consent>> {
  const rows = await consents(tx, organizationId)
    .where('phone_number', '=', sql<string>`any(${[...phoneNumbers]}::text[])`)
    .execute()
  const stored = new Map(rows.map((row) => [row.phone_number, consentOf(row)] as const))
  return new Map(phoneNumbers.map((number) => [number, stored.get(number) ?? NEVER_CHANGED]))
}

function consents(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('consents')
    .select(['phone_number', 'sms_status', 'changed_at'])
    .where('organization_id', '=', organizationId)
}

function consentOf(row: { sms_status: Consent['smsStatus']; changed_at: Date | null }): Consent {
  return { smsStatus: row.sms_status, changedAt: row.changed_at }
}

/**
 * Saves the patient's own decision with the time they made it. The saved time never goes back, even if the clock of the
 * API does: an older keyword that is found later must not count. A block is the clinic's and cannot be lifted by a text:
 * on a blocked number the decision is kept until the block ends.
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
        .doUpdateSet({
          sms_status: consent.smsStatus,
          changed_at: sql`greatest(consents.changed_at, excluded.changed_at)`,
        })
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
        // The latest decision counts, in whatever order they arrive.
        .where((where) =>
          where.or([
            where('blocked_numbers.wished_at', 'is', null),
            where('blocked_numbers.wished_at', '<=', number.at),
          ]),
        ),
    )
    .execute()
}
