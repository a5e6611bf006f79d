import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Tx } from '../../db/database.ts'
import { notFound } from '../../http/refusal.ts'
import type { Owner } from './conversations.rules.ts'

/** The only patient of a number; null for none and for several, where a person must choose. [OPEN-101] */
export async function findOnlyOwner(tx: Tx, organizationId: string, phoneNumber: string): Promise<Owner | null> {
  const [owner, another] = await owners(tx, organizationId).where('phone_number', '=', phoneNumber).limit(2).execute()
  return !owner || another ? null : ownerOf(owner)
}

/** The patient that a colleague chose. */
export async function findOwner(tx: Tx, organizationId: string, id: string): Promise<Owner> {
  const owner = await owners(tx, organizationId).where('id', '=', id).executeTakeFirst()
  if (!owner) throw notFound()
  return ownerOf(owner)
}

function owners(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('patients')
    .select(['id', 'first_name', 'last_name', 'mrn'])
    .where('organization_id', '=', organizationId)
}

function ownerOf(row: { id: string; first_name: string; last_name: string; mrn: string | null }): Owner {
  return { id: row.id, name: `${row.first_name} ${row.last_name}`.trim(), mrn: row.mrn }
}

/** The patient's own time zone; null where only the organization's is known. */
export async function readTimezone(tx: Tx, organizationId: string, patientId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('patients')
    .select('timezone')
    .where('organization_id', '=', organizationId)
    .where('id', '=', patientId)
    .executeTakeFirst()
  return row?.timezone ?? null
}

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
