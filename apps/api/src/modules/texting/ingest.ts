/** Stores patients' texts as messages, each exactly once, even if the carrier repeats it and many texts arrive at once. */
import { limitLocks } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents } from '../../events/append.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { enqueueMedia } from '../attachments/attachments.ts'
import { readConsents, saveConsent } from '../consent/consent.ts'
import { mayChangeConsent, wishOf } from '../consent/consent-words.rules.ts'
import { begin, linkOwner } from '../conversations/conversations.rules.ts'
import {
  type Addition,
  type Arrived,
  isLinked,
  knownSids,
  lockSenders,
  prepareArrival,
  stageMessages,
  stepsAhead,
} from '../conversations/conversations.ts'
import type { CarrierMedia } from '../conversations/inbound.rules.ts'
import type { Seams } from '../module.ts'
import { readInboxSettings } from '../organizations/organizations.ts'
import { listSharing, lockOnlyOwners } from '../patients/patients.ts'
import { isAnswerable, timeOf } from './late.rules.ts'

export interface IncomingText {
  readonly sid: string
  readonly from: string
  /** The clinic's number, if it must still be the organization's. */
  readonly to?: string
  readonly body: string
  readonly media: readonly CarrierMedia[]
  /**
   * The time when the patient sent it, if reconciliation found it at the carrier; absent if the carrier delivers it
   * now.
   */
  readonly sentAt?: Date
}

export type IngestServices = Pick<Services, 'database' | 'clock' | 'newId' | 'config' | 'log'> & Seams

export interface Ingested {
  /** `foreign`: the number is no longer the organization's, and nothing is stored. */
  readonly outcome: 'taken' | 'repeated' | 'blocked' | 'foreign'
  readonly answer: Arrived['answer']
}

/** A text is stored, and unread, even if a step that is optional fails. */
export async function ingestText(
  services: IngestServices,
  organizationId: string,
  text: IncomingText,
  locksMs?: number,
): Promise<Ingested> {
  const alone = { organizationId, texts: [text], ...(locksMs !== undefined && { locksMs }) }
  try {
    return await ingestAlone(services, alone)
  } catch (err) {
    // The database, not a step, is what refuses.
    if (err instanceof Refusal) throw err
    services.log.error({ err, organizationId }, 'a text failed and is stored without the optional steps')
    const inboundSteps = services.inboundSteps.filter(({ isOptional }) => !isOptional)
    return ingestAlone({ ...services, inboundSteps }, alone)
  }
}

async function ingestAlone(services: IngestServices, alone: Ingesting): Promise<Ingested> {
  const [ingested] = await ingest(services, alone)
  if (!ingested) throw new Error('A text that was ingested alone has no outcome.')
  return ingested
}

/**
 * Stores texts of different senders in one transaction. Null for a text that must be ingested alone, because storing it
 * changes more than its own conversation.
 */
export async function ingestTogether(
  services: IngestServices,
  organizationId: string,
  texts: readonly IncomingText[],
  locksMs: number,
): Promise<readonly (Ingested | null)[]> {
  const plain = texts.filter(({ body }) => !mayChangeConsent(body))
  const ingested = plain.length === 0 ? [] : await ingest(services, { organizationId, texts: plain, locksMs })
  const ofText = new Map(plain.map((text, nth) => [text, ingested[nth] ?? null]))
  return texts.map((text) => ofText.get(text) ?? null)
}

interface Ingesting {
  readonly organizationId: string
  readonly texts: readonly IncomingText[]
  /** The longest wait for a lock other than the head's. Absent if it waits as long as any other transaction. */
  readonly locksMs?: number
}

function ingest(services: IngestServices, ingesting: Ingesting) {
  return services.database.write(ingesting.organizationId, (tx) => ingestIn(tx, services, ingesting), 'text')
}

export async function ingestIn(tx: Tx, services: IngestServices, { organizationId, texts, locksMs }: Ingesting) {
  const now = services.clock.now()
  if (locksMs !== undefined) limitLocks(tx, locksMs)
  const prepared = await prepareAll(tx, services, { organizationId, texts, now })
  const stored = await Promise.all(prepared.map((store) => store(texts.length === 1)))
  const changes = stageMessages(
    tx,
    stored.flatMap((one) => one?.addition ?? []),
  )
  if (changes.length > 0) await appendEvents(tx, { organizationId, at: now }, changes)
  return stored.map((one) => one && { outcome: one.outcome, answer: one.answer })
}

type Stored = Ingested & { readonly addition: Addition | null }

interface Batch {
  readonly organizationId: string
  readonly texts: readonly IncomingText[]
  readonly now: Date
}

/** Returns for each text the function that stores it, or returns null if it must not share its transaction. */
async function prepareAll(tx: Tx, services: IngestServices, { organizationId, texts, now }: Batch) {
  const { newId } = services
  const senders = texts.map(({ from }) => from)
  const sids = texts.map(({ sid }) => sid)
  const withOthers = texts.some(({ body }) => mayChangeConsent(body))
  const arriving = { organizationId, texts, now }
  const ofPatients = services.inboundSteps.flatMap((step) => step.locksOf?.(arriving) ?? [])
  // Sent together. The locks come first and serialize each sender's texts.
  const [conversations, known, consents, owners, sharing, clinicSettings, inboundSteps] = await Promise.all([
    lockSenders(tx, { organizationId, senders, withOthers, ofPatients }),
    knownSids(tx, organizationId, sids),
    readConsents(tx, organizationId, senders),
    lockOnlyOwners(tx, organizationId, senders, (number) => isLinked(organizationId, number)),
    listSharing(tx, organizationId, senders),
    readInboxSettings(tx, organizationId),
    stepsAhead(tx, services.inboundSteps, arriving),
  ])
  const parts = { ...services, inboundSteps }
  const settings = Promise.resolve(clinicSettings)

  async function prepare(text: IncomingText): Promise<(isAlone: boolean) => Promise<Stored | null>> {
    const nothing = (outcome: Ingested['outcome']) => async () => ({ outcome, answer: null, addition: null })
    if (text.to !== undefined && text.to !== clinicSettings.clinic.smsNumber) return nothing('foreign')
    if (known.has(text.sid)) return nothing('repeated')
    const sentAt = timeOf(text.sentAt, now)
    const consent = consents.get(text.from)
    if (!consent) throw new Error('The consent of a number was not read.')
    if (consent.smsStatus === 'blocked') {
      const wish = wishOf(text.body)
      if (wish)
        await saveConsent(tx, { organizationId, phoneNumber: text.from, smsStatus: wish, at: text.sentAt ?? now })
      return nothing('blocked')
    }
    const before = conversations.get(text.from) ?? null
    const conversation = linkOwner(
      before ?? begin({ id: newId(), organizationId, sender: text.from, at: sentAt }),
      owners.get(text.from) ?? null,
    )
    const message = { ...text, id: newId() }
    const arrival = await prepareArrival(tx, parts, {
      ...{ before, conversation, message, consent, settings, now, sharing: sharing.get(text.from) ?? [] },
      sentAt: text.sentAt === undefined ? null : sentAt,
      carrierTime: text.sentAt,
      mayAnswer: isAnswerable(sentAt, now),
      isAttended: false,
    })
    return async (isAlone) => {
      if (!isAlone && !arrival.isPlain) return null
      enqueueMedia(tx, { organizationId, conversationId: conversation.id, messageId: message.id }, text.media)
      const { addition, answer } = await arrival.react()
      return { outcome: 'taken', answer, addition }
    }
  }

  return Promise.all(texts.map(prepare))
}
