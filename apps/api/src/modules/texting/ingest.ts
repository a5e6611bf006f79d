/** Stores a patient's text as a message, exactly once, even if the carrier repeats it and many texts arrive at once. */
import type { Tx } from '../../db/tx.ts'
import type { Services } from '../../services.ts'
import { enqueueMedia } from '../attachments/attachments.ts'
import { readConsentSince, saveConsent } from '../consent/consent.ts'
import { mayChangeConsent, wishOf } from '../consent/consent-words.rules.ts'
import { begin, linkOwner } from '../conversations/conversations.rules.ts'
import { type Arrived, arrive, knownSids, lockSender } from '../conversations/conversations.ts'
import type { CarrierMedia } from '../conversations/inbound.rules.ts'
import type { Seams } from '../module.ts'
import { lockOnlyOwner } from '../patients/patients.ts'
import { isAnswerable, timeOf } from './late.rules.ts'

export interface IncomingText {
  readonly sid: string
  readonly from: string
  readonly body: string
  readonly media: readonly CarrierMedia[]
  /**
   * The time when the patient sent it, if reconciliation found it at the carrier; absent if the carrier delivers it
   * now.
   */
  readonly sentAt?: Date
}

export type IngestServices = Pick<Services, 'database' | 'clock' | 'newId' | 'config'> & Seams

export interface Ingested {
  readonly outcome: 'taken' | 'repeated' | 'blocked'
  readonly answer: Arrived['answer']
}

export function ingestText(parts: IngestServices, organizationId: string, text: IncomingText): Promise<Ingested> {
  const { database, clock, newId } = parts
  const ingest = async (tx: Tx): Promise<Ingested> => {
    // This lock serializes the sender's texts.
    const before = await lockSender(tx, { organizationId, sender: text.from, withOthers: mayChangeConsent(text.body) })
    if ((await knownSids(tx, organizationId, [text.sid])).size > 0) return { outcome: 'repeated', answer: null }
    const now = clock.now()
    const sentAt = timeOf(text.sentAt, now)
    const consent = await readConsentSince(tx, organizationId, text.from)
    if (consent.smsStatus === 'blocked') {
      const wish = wishOf(text.body)
      if (wish) await saveConsent(tx, { organizationId, phoneNumber: text.from, smsStatus: wish, at: sentAt })
      return { outcome: 'blocked', answer: null }
    }
    const owner = before?.patientId ? null : await lockOnlyOwner(tx, organizationId, text.from)
    const conversation = linkOwner(
      before ?? begin({ id: newId(), organizationId, sender: text.from, at: sentAt }),
      owner,
    )
    const message = { ...text, id: newId() }
    await enqueueMedia(tx, { organizationId, conversationId: conversation.id, messageId: message.id }, text.media)
    const { answer } = await arrive(tx, parts, {
      ...{ before: before ?? null, conversation, message, consent, now },
      sentAt: text.sentAt === undefined ? null : sentAt,
      mayAnswer: isAnswerable(sentAt, now),
      isAttended: false,
    })
    return { outcome: 'taken', answer }
  }
  return database.write(organizationId, ingest, 'carrier')
}
