/** A patient's text becomes a message of a conversation: once, whatever the carrier repeats and however much comes at once. */
import type { Tx } from '../../db/database.ts'
import type { Parts } from '../../parts.ts'
import { arrive } from './arrival.ts'
import { prepareAnswer } from './automatic/answers.ts'
import { hear, mayChangeConsent, wishOf } from './consent/consent-words.rules.ts'
import { begin, type ConversationState, file, isNewestOf } from './conversations.rules.ts'
import { lockOthersOfNumber, lockSender } from './conversations.store.ts'
import { knownSids } from './deliveries.store.ts'
import type { CarrierMedia } from './inbound.rules.ts'
import { hearLate, isAnswerable, timeOf } from './missed/late.rules.ts'
import { hurryTexts } from './outbound.store.ts'
import { findOnlyOwner, readConsentSince, saveConsent } from './patients.store.ts'

export interface IncomingText {
  readonly sid: string
  readonly from: string
  readonly body: string
  readonly media: readonly CarrierMedia[]
  /** When the patient sent it, of one that was found at the carrier; absent where the carrier just brings it. */
  readonly sentAt?: Date
}

export interface TakenIn {
  readonly outcome: 'taken' | 'repeated' | 'blocked'
  /** What was said to it by itself, or why not; null where there was nothing to say. */
  readonly answer: { readonly kind: string; readonly outcome: string } | null
}

export function takeIn(
  { database, clock, newId, config }: Pick<Parts, 'database' | 'clock' | 'newId' | 'config'>,
  organizationId: string,
  text: IncomingText,
): Promise<TakenIn> {
  const take = async (tx: Tx): Promise<TakenIn> => {
    // From here on this sender's texts come one after the other.
    const before = await lockSender(tx, { organizationId, sender: text.from, withOthers: mayChangeConsent(text.body) })
    if ((await knownSids(tx, organizationId, [text.sid])).size > 0) return { outcome: 'repeated', answer: null }
    const now = clock.now()
    const sentAt = timeOf(text.sentAt, now)
    const { smsStatus: consent, changedAt } = await readConsentSince(tx, organizationId, text.from)
    if (consent === 'blocked') {
      const wish = wishOf(text.body)
      if (wish) await saveConsent(tx, { organizationId, phoneNumber: text.from, smsStatus: wish, at: sentAt })
      return { outcome: 'blocked', answer: null }
    }
    const owner = before?.patientId ? null : await findOnlyOwner(tx, organizationId, text.from)
    const conversation = before ?? begin({ id: newId(), organizationId, sender: text.from, at: sentAt })
    const since = { consent, changedAt, sentAt, isNewest: isNewestOf(conversation, sentAt) }
    const heard = text.sentAt === undefined ? hear(text.body, consent) : hearLate(text.body, since)
    // Said again it changes nothing, but it is the newest word: an older one that comes late doesn't count.
    if (wishOf(text.body) === consent && (changedAt === null || changedAt <= sentAt))
      await saveConsent(tx, { organizationId, phoneNumber: text.from, smsStatus: consent, at: sentAt })
    const alsoShown =
      heard.becomes === null ? [] : await change(tx, conversation, { consent: heard.becomes, at: sentAt })
    const also = heard.becomes === null ? [] : [{ kind: 'consent', from: consent, to: heard.becomes } as const]
    let answer: TakenIn['answer'] = null
    await arrive(
      tx,
      { newId },
      {
        before: before ?? null,
        conversation: file(conversation, owner),
        text,
        askedToStop: heard.askedToStop,
        prepareAnswer: async (arrived) => {
          if (!isAnswerable(sentAt, now)) return null
          const isSubscribed = (heard.becomes ?? consent) === 'subscribed'
          const about = { conversation: arrived, heard, isSubscribed, now }
          const prepared = await prepareAnswer(tx, { config, newId }, about)
          answer = prepared && { kind: prepared.kind, outcome: prepared.outcome }
          return prepared?.outcome === 'made' ? prepared.answer : null
        },
        also,
        alsoShown,
        // What comes as it is sent comes last, whatever this process's clock says.
        ...(text.sentAt && { sentAt }),
        now,
      },
    )
    return { outcome: 'taken', answer }
  }
  return database.write(organizationId, take, 'carrier')
}

/** A wish to be texted or not holds from this moment on, before anyone has read it; gives who else shows it. */
async function change(
  tx: Tx,
  { organizationId, id: conversationId, phoneNumber }: ConversationState,
  { consent, at }: { consent: 'opted_out' | 'subscribed'; at: Date },
): Promise<ConversationState[]> {
  await saveConsent(tx, { organizationId, phoneNumber, smsStatus: consent, at })
  // What still waits is told at once that it may not leave.
  if (consent === 'opted_out') await hurryTexts(tx, { organizationId, conversationId })
  return lockOthersOfNumber(tx, { organizationId, phoneNumber, except: conversationId })
}
