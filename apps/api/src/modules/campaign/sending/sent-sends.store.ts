/** The sends of the ledger by their messages and mails. The caller has locked the conversation, or the mail's row. */
import type { SendState } from '@foyer/contracts/campaign/sends.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import type { Sent } from '../../conversations/conversations.ts'

export interface SentSend {
  readonly campaignId: string
  readonly patientId: string
  readonly step: number
  readonly state: SendState
  readonly address: string | null
  readonly isDeleted: boolean
  /** It is promotion, and the patient's record has no written consent to it any more. */
  readonly lacksConsent: boolean
}

export async function findSent(tx: Tx, sent: Sent): Promise<SentSend | undefined> {
  const { rows } = await sql<SentSend>`
    select sends.campaign_id as "campaignId", sends.patient_id as "patientId", sends.step, sends.state, sends.address,
      campaigns.deleted_at is not null as "isDeleted",
      campaigns.purpose = 'promotion' and patients.marketing_consent_on is null as "lacksConsent"
    from campaign_sends as sends
    join campaigns on campaigns.organization_id = sends.organization_id and campaigns.id = sends.campaign_id
    left join patients on patients.organization_id = sends.organization_id and patients.id = sends.patient_id
    where sends.organization_id = ${sent.organizationId} and ${isOf(sent)}`.execute(tx)
  return rows[0]
}

function isOf(sent: Sent): RawBuilder<boolean> {
  return 'messageId' in sent ? sql<boolean>`message_id = ${sent.messageId}` : sql<boolean>`mail_id = ${sent.mailId}`
}

interface Followed {
  readonly state: SendState
  readonly failureReason: string | null
  readonly isTaken: boolean
  readonly now: Date
}

/** `taken_at` is the time at which the carrier or the e-mail service took it; the report of its end may come first. */
export async function followSend(tx: Tx, sent: Sent, { state, failureReason, isTaken, now }: Followed): Promise<void> {
  await sql`
    update campaign_sends set state = ${state}, at = ${now}, failure_reason = ${failureReason},
      taken_at = coalesce(taken_at, ${isTaken ? now : null}::timestamptz)
    where organization_id = ${sent.organizationId} and ${isOf(sent)}`.execute(tx)
}
