/**
 * Sends the next text or e-mail of a campaign in one transaction. The locks are taken in this order: the template of a run that
 * has not begun, the campaign, the organization's pace, the conversation. The patient's facts are read anew and the plan is
 * asked once more. The message, its place in the queue and the send of the ledger are one commit, so that after a crash there
 * are all of them or none.
 */
import { segmentsOf } from '@foyer/contracts/outreach/segments.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import { lockSender, stageQuietText } from '../../conversations/conversations.ts'
import { addMail, countMail } from '../../messaging/messaging.ts'
import { countCampaignTexts, countText, type FullDay, fullDay } from '../../outbound/outbound.ts'
import { WITHDRAWN } from '../audience/launch.rules.ts'
import { plan } from '../audience/plan.rules.ts'
import { readPlanPolicy } from '../audience/plan-policy.ts'
import { tellCampaign } from '../campaigns/campaign-change.ts'
import { type LaunchFacts, readLaunchFacts } from '../campaigns/campaign-problems.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'
import { lockCampaignRow } from '../campaigns.store.ts'
import { factsAsked, readFacts } from '../facts.store.ts'
import type { TemplateState } from '../templates/template-state.rules.ts'
import { lockTemplateOf, stageMissedRun } from '../templates/withdraw-run.ts'
import {
  firstWaiting,
  postponeSend,
  postponeZone,
  readdress,
  type SendingCampaign,
  saveSend,
  sendingCampaigns,
  type WaitingSend,
} from './due-sends.store.ts'
import { noteNews, wakeNews } from './news.store.ts'
import { campaignStepMs, IN_FLIGHT_MAX, latest, nextMorning, nextSlot, numberStepMs } from './pace.rules.ts'
import { lockPace, savePace } from './pace.store.ts'
import { afterTurn } from './progress.rules.ts'
import type { Readiness } from './readiness.ts'
import { wordsFor } from './words.ts'

export const LEASE_S = 15
/** The pause while as many texts are on their way as may be. */
const FULL_MS = 250

export type SendServices = Pick<Services, 'clock' | 'config' | 'newId'>

export interface Sending {
  readonly due: SendingCampaign
  readonly worker: string
  readonly isReady: Readiness
}

/** After `sent`, `skipped`, `moved` and `begun` another send may follow at once; after the others the lease has ended. */
export type SendOutcome =
  | ('sent' | 'skipped' | 'moved' | 'begun')
  | ('barred' | 'withdrawn' | 'rests' | 'full' | 'done' | 'gone')

export async function sendNext(tx: Tx, parts: SendServices, sending: Sending): Promise<SendOutcome> {
  const { due, worker } = sending
  // The store's clock has reached the due time, whatever the clock of this process says.
  const now = latest(parts.clock.now(), due.dueAt) ?? due.dueAt
  // Sent together; the locks are taken in this order, as by a call that changes the template.
  const [template, campaign, isHeld] = await Promise.all([
    lockTemplateOf(tx, due),
    lockCampaignRow(tx, due),
    sendingCampaigns.isHeld(tx, due, worker),
  ])
  if (!isHeld) return 'gone'
  if (!campaign || campaign.preparing || (campaign.status !== 'scheduled' && campaign.status !== 'running')) {
    await sendingCampaigns.release(tx, due, { worker, set: { attempts: 0 } })
    return 'gone'
  }
  const isText = campaign.type === 'SMS' && campaign.status === 'running'
  // Sent together: this worker sends one text after the other, so each wait counts for all of them.
  const [send, pace, underWay] = await Promise.all([
    firstWaiting(tx, due),
    isText ? lockPace(tx, due.organizationId) : null,
    isText ? countCampaignTexts(tx, due.organizationId) : 0,
  ])
  if (campaign.status === 'scheduled') return begin(tx, parts, sending, { campaign, template, send, now })
  if (send === undefined) {
    await noteNews(tx, due)
    await rest(tx, sending, null)
    return 'done'
  }
  const waitsFor = latest(send.dueAt, campaign.nextSlotAt)
  if (waitsFor !== null && waitsFor > now) return rest(tx, sending, waitsFor)
  if (pace !== null && pace > now) return rest(tx, sending, pace)
  if (underWay >= IN_FLIGHT_MAX) return rest(tx, sending, new Date(now.getTime() + FULL_MS))
  return judge(tx, parts, { ...sending, campaign, send, pace, now })
}

interface Beginning {
  readonly campaign: CampaignState
  readonly template: TemplateState | undefined
  readonly send: WaitingSend | undefined
  readonly now: Date
}

/** A campaign that a launch would refuse by now becomes a draft, and its template says so; a worker empties its ledger. */
async function begin(
  tx: Tx,
  parts: SendServices,
  sending: Sending,
  { campaign, template, send, now }: Beginning,
): Promise<SendOutcome> {
  const { organizationId, scheduledAt } = campaign
  const first = send?.dueAt ?? scheduledAt
  const begins = scheduledAt !== null && first !== null && scheduledAt < first ? scheduledAt : first
  if (begins !== null && begins > now) return rest(tx, sending, begins)
  const facts = await readLaunchFacts(tx, parts, organizationId)
  if (sending.isReady(campaign, facts)) {
    const { change } = await tellCampaign(tx, afterTurn(campaign, 'begin', now))
    await appendEvents(tx, { organizationId, at: now }, [change])
    return 'begun'
  }
  const { change } = await tellCampaign(tx, { ...campaign, ...WITHDRAWN }, { due: 'now', endsLease: true })
  const { timezone } = facts.clinic
  const ofTemplate = template ? await stageMissedRun(tx, template, { campaign, now, timezone }) : []
  await appendEvents(tx, { organizationId, at: now }, [change, ...ofTemplate])
  return 'withdrawn'
}

/** The campaign is due again then; null: when staff change it. */
async function rest(tx: Tx, { due, worker }: Sending, until: Date | null): Promise<'rests'> {
  await sendingCampaigns.release(tx, due, { worker, set: { due_at: until, attempts: 0 } })
  return 'rests'
}

interface Judging extends Sending {
  readonly campaign: CampaignState
  readonly send: WaitingSend
  readonly pace: Date | null
  readonly now: Date
}

async function judge(tx: Tx, parts: SendServices, judging: Judging): Promise<SendOutcome> {
  const { due, campaign, send, now } = judging
  const { organizationId, campaignId } = due
  const isText = campaign.type === 'SMS'
  // Sent together; the lock on the conversation is taken first, and facts are read under it.
  const [conversation = null, { facts: launch, policy }, found] = await Promise.all([
    isText && send.address !== null
      ? lockSender(tx, { organizationId, sender: send.address, withOthers: false })
      : undefined,
    readPlanPolicy(tx, parts, organizationId),
    readFacts(tx, factsAsked(campaign, { organizationId, campaignId, now }), [send.patientId]),
  ])
  if (!judging.isReady(campaign, launch)) return bar(tx, judging)
  const facts = found.get(send.patientId) ?? null
  const planned = plan(facts, campaign, policy, now)
  if ('skip' in planned || facts === null) {
    const why = 'skip' in planned ? { reason: planned.skip, detail: planned.detail } : { reason: 'gone' as const }
    saveSend(tx, due, send, { state: 'skipped', at: now, ...why })
    wakeNews(tx)
    return 'skipped'
  }
  const { address, at } = planned.send
  if (address !== send.address) {
    await readdress(tx, due, send, address)
    return 'moved'
  }
  if (at > now) {
    if (planned.timezone === send.timezone) await postponeZone(tx, due, { timezone: send.timezone, until: at })
    else await postponeSend(tx, due, send, at)
    return 'moved'
  }
  const counted = countedText(parts, launch, { organizationId, phoneNumber: address, now })
  const [words, full] = await Promise.all([
    wordsFor(tx, { campaign, step: send.step, facts, policy, now }),
    isText ? fullDay(tx, ...counted) : null,
  ])
  const ready = { ...judging, launch, words, address, conversation, isShared: facts.isShared, counted, full }
  return isText ? sendText(tx, parts, ready) : sendMail(tx, parts, ready)
}

/** The text as the limits of its day count it: a share of the organization's texts stays with its staff. */
function countedText(
  { config }: SendServices,
  { clinic, settings }: LaunchFacts,
  { organizationId, phoneNumber, now }: { organizationId: string; phoneNumber: string; now: Date },
) {
  const limits = {
    smsDailyLimit: Math.floor((config.smsDailyLimit * settings.dailyShare) / 100),
    smsPatientDailyLimit: config.smsPatientDailyLimit,
  }
  return [{ organizationId, phoneNumber, day: dayIn(now, clinic.timezone) }, limits] as const
}

/** Another text took the last one of the day meanwhile, so that this one is judged anew. */
export class DayFilled extends Error {}

/** The campaign pauses before it judges a patient, because a patient whom it leaves out is not asked again. */
async function bar(tx: Tx, { campaign, now }: Judging): Promise<'barred'> {
  const { change } = await tellCampaign(tx, afterTurn(campaign, 'bar', now), { due: null, endsLease: true })
  await appendEvents(tx, { organizationId: campaign.organizationId, at: now }, [change])
  return 'barred'
}

interface Ready extends Judging {
  readonly launch: LaunchFacts
  readonly words: { readonly text: string; readonly subject: string }
  readonly address: string
  readonly conversation: Parameters<typeof stageQuietText>[2]['conversation']
  readonly isShared: boolean
  readonly counted: ReturnType<typeof countedText>
  /** The limit of the day that was reached before. */
  readonly full: FullDay | null
}

async function sendText(tx: Tx, parts: SendServices, ready: Ready): Promise<SendOutcome> {
  const { due, campaign, send, now, launch, words, address: phoneNumber, conversation, isShared, pace } = ready
  const { counted, full } = ready
  const { organizationId } = due
  const { patientId, step } = send
  const { clinic, settings } = launch
  const morning = nextMorning(now, clinic.timezone)
  if (full === 'organization') {
    savePace(tx, organizationId, morning)
    await noteNews(tx, due)
    await rest(tx, ready, morning)
    return 'full'
  }
  if (full === 'number') {
    await postponeSend(tx, due, send, morning)
    return 'moved'
  }
  const { segments } = segmentsOf(words.text)
  const { message, change } = stageQuietText(tx, parts, {
    ...{ organizationId, phoneNumber, conversation, body: words.text, patientId, isShared, now },
    from: clinic.smsNumber,
    ...{ origin: originOf(campaign), kind: 'campaign', campaign: { _id: campaign._id, name: campaign.name, step } },
  })
  const { revision } = campaign
  saveSend(tx, due, send, { state: 'queued', at: now, segments, revision, messageId: message.id })
  savePace(tx, organizationId, nextSlot(pace, now, numberStepMs(segments, settings.segmentsPerSecond)))
  const beforeHead = async () => {
    if ((await countText(tx, ...counted)) !== null) throw new DayFilled()
  }
  await Promise.all([
    takeSlot(tx, ready),
    appendEvents(tx, { organizationId, at: now, beforeHead, isUnhurried: true }, [change]),
  ])
  return 'sent'
}

async function sendMail(tx: Tx, { config, newId }: SendServices, ready: Ready): Promise<SendOutcome> {
  const { due, campaign, send, now, launch, words, address } = ready
  const { organizationId } = due
  const { timezone } = launch.clinic
  if (!(await countMail(tx, { organizationId, day: dayIn(now, timezone), limit: config.emailDailyLimit }))) {
    await rest(tx, ready, nextMorning(now, timezone))
    return 'full'
  }
  const mailId = newId()
  const { patientId, step } = send
  addMail(tx, {
    ...{ organizationId, mailId, conversationId: null, patientId, address, createdAt: now, author: null },
    ...{ subject: words.subject, content: words.text, origin: originOf(campaign) },
    campaign: { _id: campaign._id, step },
  })
  saveSend(tx, due, send, { state: 'queued', at: now, revision: campaign.revision, mailId })
  await takeSlot(tx, ready)
  return 'sent'
}

/** The lease begins anew, because the campaign goes on. */
async function takeSlot(tx: Tx, { due, worker, campaign, now }: Ready): Promise<void> {
  const slot = nextSlot(campaign.nextSlotAt, now, campaignStepMs(campaign.perHour))
  await sendingCampaigns.renew(tx, due, { worker, leaseS: LEASE_S, set: { next_slot_at: slot, attempts: 0 } })
  wakeNews(tx)
}

function originOf({ kind }: CampaignState): 'campaign' | 'template' {
  return kind === 'recurring' ? 'template' : 'campaign'
}
