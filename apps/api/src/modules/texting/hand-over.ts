/**
 * Hands one text over to the carrier. The handover mark is committed before the carrier is called; after a crash, the
 * next worker finds the mark and asks the carrier for the text before it sends again.
 *
 *     queued ──► sending ──► accepted: sent ──► (reports) delivered | undelivered
 *       ▲           │ ├────► refused: failed
 *       └── busy ◄──┘ └────► no answer: stays sending, is looked up, and sent again only if the carrier lacks it
 *
 * A campaign's text is looked up twice, a minute apart, before it is sent again. A text of a member or a campaign that leaves
 * directly after the commit that saved it has its mark from that commit, and stays queued until the carrier has answered.
 */
import { failureReason, OPTED_OUT_CODE } from '@foyer/contracts/campaign/failure-causes.rules.ts'
import { writeAside } from '../../db/put-aside.ts'
import type { Tx } from '../../db/tx.ts'
import type { OutgoingText, SendOutcome, SmsGateway } from '../../gateways/sms.ts'
import type { Services } from '../../services.ts'
import { retryDelayMs } from '../../workers/backoff.rules.ts'
import { mediaAddress } from '../attachments/attachment-address.rules.ts'
import { readConsent } from '../consent/consent.ts'
import {
  filedUnder,
  knownSids,
  lockConversation,
  numberOf,
  objectionTo,
  readText,
  tellTooFast,
} from '../conversations/conversations.ts'
import { readClinic } from '../organizations/organizations.ts'
import { objectionToNumber } from '../outbound/countries.rules.ts'
import {
  campaignHeldMs,
  dequeue,
  forgetMiss,
  heldMs,
  holdText,
  type Later,
  type LeasedText,
  markHanded,
  outboundTexts,
  postpone,
  type ReadyText,
} from '../outbound/outbound.ts'
import { DECEASED } from '../patients/patients.rules.ts'
import { isToDeceased } from '../patients/patients.ts'
import {
  ALWAYS_QUIET,
  ASKED_TO_STOP,
  CARRIER_SAID_IT,
  GAVE_UP,
  isTooLate,
  NOT_WELCOME,
  passesOptOut,
  TEXT_RETRIES,
} from './delivery.rules.ts'
import { applyDeliveryReport, applyReport, type DeliveryServices, requeue } from './delivery.ts'

/** The time between the two look-ups of a campaign's text. */
const LOOK_AGAIN_MS = 60_000
const MINUTE_MS = 60_000

export type HandOverOutcome = SendOutcome['outcome'] | 'found' | 'missed' | 'dropped' | 'late' | 'held'

export interface HandOverServices extends Pick<Services, 'database' | 'clock' | 'config'>, DeliveryServices {
  readonly gateway: SmsGateway
  readonly worker: string
  /** Whether the lease lasts as long as a call may take. */
  readonly mayCall: () => boolean
}

interface Ready {
  readonly text: OutgoingText
  /** The reason why it must not be sent (again), as the thread shows it. */
  readonly objection: string | null
  /** The time until the patient's quiet hours end. */
  readonly heldMs: number
}

export async function handOver(parts: HandOverServices, leased: LeasedText): Promise<HandOverOutcome> {
  const { database, gateway } = parts
  const { organizationId } = leased
  if (leased.ready !== undefined) {
    const calledAt = parts.clock.now()
    if (!parts.mayCall() || isJudgedBefore(leased.ready, calledAt)) return callLater(parts, leased)
    return conclude(parts, leased, await gateway.send(outgoing(parts, leased, leased.ready)), calledAt)
  }
  const ready = await writeAside(database, organizationId, (tx) => prepare(tx, parts, leased))
  if (ready === 'dropped' || ready === 'held') return ready
  if (leased.handedAt !== null) {
    const known = (sids: readonly string[]) =>
      database.read(organizationId, (tx) => knownSids(tx, organizationId, sids), 'carrier')
    const look = await gateway.find(ready.text, leased.handedAt, known)
    if (look.outcome === 'unknown') return conclude(parts, leased, { outcome: 'unknown' })
    if (look.outcome === 'found') {
      await conclude(parts, leased, { outcome: 'accepted', sid: look.sid })
      return 'found'
    }
    if (leased.kind === 'campaign' && leased.missedAt === null) return lookAgain(parts, leased)
    // The look-up took time: the patient may have sent STOP meanwhile, and another worker may have leased the text.
    const still = await writeAside(database, organizationId, async (tx) => {
      const prepared = await prepare(tx, parts, leased)
      if (leased.missedAt !== null) forgetMiss(tx, leased)
      return prepared
    })
    if (still === 'dropped' || still === 'held') return still
    if (still.objection !== null) return drop(parts, leased, still.objection)
    if (still.heldMs > 0) return hold(parts, leased, still.heldMs)
  }
  // A process that was paused may have lost its lease: then the next worker looks the text up first.
  if (!parts.mayCall()) return 'late'
  return conclude(parts, leased, await gateway.send(ready.text))
}

/** Quiet hours and the night begin with a minute, so a text leaves in the minute in which it was judged. */
function isJudgedBefore({ judgedAt }: ReadyText, now: Date): boolean {
  const minuteOf = (time: Date) => Math.floor(time.getTime() / MINUTE_MS)
  return judgedAt !== undefined && minuteOf(judgedAt) !== minuteOf(now)
}

/** Marks the text as handed over and returns it; or ends it, if there is nothing to do now. */
async function prepare(tx: Tx, parts: HandOverServices, leased: LeasedText): Promise<Ready | 'dropped' | 'held'> {
  const { clock, config, worker } = parts
  const { organizationId, conversationId, messageId } = leased
  const now = clock.now()
  const phoneNumber = numberOf(organizationId, conversationId)
  // Sent together: the store takes the lock first and executes the rest under it.
  const [conversation, isHeld, message, consent, { smsNumber }, toDeceased] = await Promise.all([
    lockConversation(tx, organizationId, conversationId),
    outboundTexts.isHeld(tx, leased, worker),
    readText(tx, { organizationId, conversationId, id: messageId }),
    readConsent(tx, organizationId, phoneNumber),
    readClinic(tx, organizationId),
    isToDeceased(tx, { organizationId, phoneNumber, patientId: filedUnder(organizationId, messageId) }),
  ])
  if (!isHeld) return 'dropped'
  if (message.status !== 'queued' && message.status !== 'sending') {
    await dequeue(tx, leased)
    return 'dropped'
  }
  const reported = { key: leased, conversation, text: message }
  const patientId = message.patientId ?? conversation.patientId
  const [held, outdated] = await Promise.all([
    heldOf(tx, leased, patientId, now),
    objectionTo(tx, parts, message.origin, leased, now),
  ])
  const objection = objectionToText({
    kind: leased.kind,
    consent,
    // Reminders name several patients of a number, and ask again whom they are about.
    isToDeceased: toDeceased && message.origin !== 'reminder',
    askedToStop: conversation.askedToStop,
    // The list of enabled countries may have changed since the text was written.
    numberObjection: objectionToNumber(conversation.phoneNumber, config.smsCountries),
    hasNumber: smsNumber !== null,
    isLate: isTooLate(leased.queuedAt, now),
    isAlwaysQuiet: held === null,
    outdated,
  })
  if (leased.handedAt === null && (objection !== null || smsNumber === null)) {
    await applyReport(tx, parts, reported, { status: 'failed', failureReason: objection }, now)
    return 'dropped'
  }
  const waits = held ?? 0
  if (leased.handedAt === null && waits > 0) {
    await holdText(tx, leased, { worker, heldMs: waits })
    return 'held'
  }
  if (leased.handedAt === null) {
    markHanded(tx, leased)
    await applyReport(tx, parts, reported, { status: 'sending' }, now)
  }
  const { body, attachments } = message
  const text = outgoing(parts, leased, { to: conversation.phoneNumber, from: smsNumber ?? '', body, attachments })
  return { text, objection, heldMs: waits }
}

function outgoing(
  { clock, config }: Pick<HandOverServices, 'clock' | 'config'>,
  { organizationId, messageId }: LeasedText,
  { attachments, judgedAt: _, ...text }: ReadyText,
): OutgoingText {
  const statusCallback = `${config.publicUrl}/api/inbox/webhooks/twilio/status?messageId=${encodeURIComponent(messageId)}`
  const mediaUrls = attachments.map(({ _id }) =>
    mediaAddress(config, { organizationId, attachmentId: _id }, clock.now()),
  )
  return { ...text, mediaUrls, statusCallback }
}

/** The time that the text waits for the end of quiet hours; null if it never leaves. */
async function heldOf(tx: Tx, { organizationId, kind }: LeasedText, patientId: string | null, now: Date) {
  if (kind === 'campaign') return campaignHeldMs(tx, { organizationId, patientId }, now)
  return kind === 'proactive' ? heldMs(tx, { organizationId, patientId }, now) : 0
}

function objectionToText(about: {
  kind: LeasedText['kind']
  consent: 'subscribed' | 'opted_out' | 'blocked'
  isToDeceased: boolean
  askedToStop: boolean
  numberObjection: string | null
  hasNumber: boolean
  isLate: boolean
  isAlwaysQuiet: boolean
  /** Why the part of the product that wrote it does not want it sent any more. */
  outdated: string | null
}): string | null {
  const isWelcome = about.consent === 'subscribed' || (about.consent === 'opted_out' && passesOptOut(about.kind))
  if (about.consent !== 'subscribed' && !isWelcome) return NOT_WELCOME[about.consent]
  if (about.isToDeceased && !passesOptOut(about.kind)) return `${DECEASED} Not sent.`
  if ((about.kind === 'proactive' || about.kind === 'campaign') && about.askedToStop) return ASKED_TO_STOP
  if (about.numberObjection !== null) return `${about.numberObjection} Not sent.`
  if (!about.hasNumber) return 'The organization has no number to text from. Not sent.'
  if (about.isLate) return GAVE_UP
  return about.outdated ?? (about.isAlwaysQuiet ? ALWAYS_QUIET : null)
}

/** `calledAt`: when the carrier was first called, as far as a report of `sending` has not told so. */
async function conclude(
  parts: HandOverServices,
  leased: LeasedText,
  sent: SendOutcome,
  calledAt = leased.handedAt,
): Promise<HandOverOutcome> {
  const now = parts.clock.now()
  const keep = async (tx: Tx) => {
    switch (sent.outcome) {
      case 'accepted':
        await applyDeliveryReport(tx, parts, leased, { status: 'sent', sid: sent.sid, calledAt }, now)
        break
      case 'refused': {
        const isOptOut = sent.code === OPTED_OUT_CODE
        // The carrier confirmed the opt-out itself and accepts nothing more for the number, so the confirmation counts
        // as sent.
        if (isOptOut && leased.kind === 'opt_out_confirmation') {
          await applyDeliveryReport(tx, parts, leased, { status: 'sent', failureReason: CARRIER_SAID_IT }, now)
          break
        }
        await applyDeliveryReport(
          tx,
          parts,
          leased,
          { status: 'failed', failureReason: failureReason(sent.code), isOptOut, calledAt },
          now,
        )
        break
      }
      case 'busy': {
        const delayMs = retryDelayMs(TEXT_RETRIES, leased.attempts, { retryAfterMs: sent.retryAfterMs })
        await postponeText(tx, parts, leased, { delayMs, isUnknown: false, now })
        break
      }
      case 'unknown': {
        const delayMs = retryDelayMs(TEXT_RETRIES, leased.attempts, { isUnknown: true })
        const isHeld = await postponeText(tx, parts, leased, { delayMs, isUnknown: true, now })
        // No news of a text that shows so already.
        if (isHeld) await applyDeliveryReport(tx, parts, leased, { status: 'sending', calledAt }, now)
        break
      }
      default:
        sent satisfies never
    }
  }
  await writeAside(parts.database, leased.organizationId, keep, leased.kind === 'campaign' ? 'sent' : 'carrier')
  if (sent.outcome === 'busy' && leased.kind === 'campaign') await keepBack(parts, leased, sent, now)
  return sent.outcome
}

/** The carrier takes no more: what is sent to many waits, and the staff's texts try. */
async function keepBack(
  parts: HandOverServices,
  leased: LeasedText,
  { retryAfterMs }: Extract<SendOutcome, { outcome: 'busy' }>,
  now: Date,
): Promise<void> {
  const { organizationId, conversationId, messageId: id } = leased
  const delayMs = retryDelayMs(TEXT_RETRIES, leased.attempts, { retryAfterMs })
  await parts.database.write(
    organizationId,
    async (tx) => {
      const { origin } = await readText(tx, { organizationId, conversationId, id })
      await tellTooFast(tx, parts, { origin, sent: leased, delayMs, now })
    },
    'carrier',
  )
}

/**
 * Takes the conversation's lock first, because a delivery report may apply to the same text at the same time. If this
 * worker was paused beyond its lease, another worker may be sending the text: freeing it then would send it twice.
 */
async function postponeText(
  tx: Tx,
  { worker }: HandOverServices,
  leased: LeasedText,
  { now, ...later }: Later & { now: Date },
): Promise<boolean> {
  await lockConversation(tx, leased.organizationId, leased.conversationId)
  if (!(await outboundTexts.isHeld(tx, leased, worker))) return false
  await postpone(tx, leased, { worker, ...later })
  if (!later.isUnknown) await requeue(tx, leased, now)
  return true
}

/** The lease is nearly over, or the minute in which the text was judged is. Nobody has called the carrier. */
async function callLater(parts: HandOverServices, leased: LeasedText): Promise<HandOverOutcome> {
  const later = { delayMs: 0, isUnknown: false, now: parts.clock.now() }
  await writeAside(parts.database, leased.organizationId, (tx) => postponeText(tx, parts, leased, later))
  return 'late'
}

/** A text to many patients can wait, and the carrier's list may be behind: the text is sent again if it is not there later either. */
async function lookAgain(parts: HandOverServices, leased: LeasedText): Promise<HandOverOutcome> {
  const later = { delayMs: LOOK_AGAIN_MS, isUnknown: true, isMissed: true, now: parts.clock.now() }
  await writeAside(parts.database, leased.organizationId, (tx) => postponeText(tx, parts, leased, later))
  return 'missed'
}

async function hold(parts: HandOverServices, leased: LeasedText, heldMs: number): Promise<HandOverOutcome> {
  const now = parts.clock.now()
  const keep = async (tx: Tx) => {
    await lockConversation(tx, leased.organizationId, leased.conversationId)
    if (!(await outboundTexts.isHeld(tx, leased, parts.worker))) return
    await holdText(tx, leased, { worker: parts.worker, heldMs })
    await requeue(tx, leased, now)
  }
  await writeAside(parts.database, leased.organizationId, keep)
  return 'held'
}

async function drop(parts: HandOverServices, leased: LeasedText, why: string): Promise<HandOverOutcome> {
  const now = parts.clock.now()
  const fail = (tx: Tx) => applyDeliveryReport(tx, parts, leased, { status: 'failed', failureReason: why }, now)
  await writeAside(parts.database, leased.organizationId, fail)
  return 'dropped'
}
