/** A demo campaign's outcome for each patient: the ledger, and the texts, e-mails, links and clicks that it names. */
import { failureReason } from '@foyer/contracts/campaign/failure-causes.rules.ts'
import type { SendState } from '@foyer/contracts/campaign/sends.rules.ts'
import { filledWords } from '@foyer/contracts/outreach/field-values.rules.ts'
import { shortLinkOf } from '@foyer/contracts/outreach/links.rules.ts'
import { finishedMessage } from '@foyer/contracts/outreach/message.rules.ts'
import type { Insertable } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Tx } from '../db/tx.ts'
import {
  type CampaignState,
  type PersonFacts,
  type PlannedPatient,
  type PlannedSend,
  type PlanPolicy,
  valuesOf,
} from '../modules/campaign/campaign.ts'
import { begin } from '../modules/conversations/conversations.rules.ts'
import { addQuietConversation } from '../modules/conversations/conversations.ts'
import type { Calendar } from './calendar.rules.ts'
import { stableCode, stableId, stableSid } from './stable-id.rules.ts'

export interface Run {
  readonly campaign: CampaignState
  readonly planned: readonly PlannedPatient[]
  readonly calendar: Calendar
  readonly policy: PlanPolicy
}

export interface Ending {
  readonly state: Extract<SendState, 'waiting' | 'sent' | 'delivered' | 'failed' | 'unconfirmed'>
  /** The carrier's error code, if the text failed. */
  readonly code?: string
  /** The sentence of the failure, if the e-mail failed. */
  readonly reason?: string
}

/** A text or e-mail that left. */
export interface DemoSend {
  readonly facts: PersonFacts
  readonly address: string
  readonly at: Date
  readonly ending: Ending
  readonly conversationId: string | null
}

export interface WrittenRun {
  readonly run: Run
  /** In the order in which they left. */
  readonly sends: readonly DemoSend[]
}

interface Endings {
  endingOf(facts: PersonFacts, place: number): Ending
  /** One patient in so many follows the link. */
  readonly clickEvery: number | null
}

const SECOND_MS = 1000
/** At 200 an hour. */
const SLOT_MS = 18 * SECOND_MS
const PERSONAL_MS = 90 * 24 * 60 * 60 * SECOND_MS

type SendRow = Insertable<Schema['campaign_sends']>

export async function writeRun(tx: Tx, run: Run, { endingOf, clickEvery }: Endings): Promise<WrittenRun> {
  const { campaign, planned } = run
  const conversations = await conversationsOf(tx, run)
  const rows: SendRow[] = []
  const writing = newWriting()
  const sends: DemoSend[] = []
  const leaving: { facts: PersonFacts; timezone: string; send: PlannedSend; ordinal: number }[] = []
  for (const [ordinal, { facts, plan }] of planned.entries()) {
    if ('send' in plan) leaving.push({ facts, timezone: plan.timezone, send: plan.send, ordinal })
    else
      rows.push({
        ...keyOf(run, facts, ordinal, plan.timezone),
        ...{ address: facts.address, state: 'skipped', reason: plan.skip, detail: plan.detail },
        at: campaign.savedAt,
      })
  }
  leaving.sort((one, other) => one.send.at.getTime() - other.send.at.getTime() || one.ordinal - other.ordinal)
  let slot = 0
  for (const [place, { facts, timezone, send, ordinal }] of leaving.entries()) {
    const ending = endingOf(facts, place)
    const key = { ...keyOf(run, facts, ordinal, timezone), address: send.address, segments: send.segments }
    if (ending.state === 'waiting') {
      rows.push({ ...key, state: 'waiting', due_at: send.at, at: campaign.savedAt })
      continue
    }
    slot = Math.max(send.at.getTime(), slot + SLOT_MS)
    const left = { facts, address: send.address, at: new Date(slot), ending }
    const made = { ...left, conversationId: conversations.get(send.address) ?? null }
    rows.push({ ...key, ...writeSend(writing, run, made, place) })
    sends.push(made)
    if (clickEvery !== null && place % clickEvery === 1) follow(writing, run, made, place)
  }
  await insertRows(tx, 'messages', writing.messages)
  await insertRows(tx, 'mails', writing.mails)
  await insertRows(tx, 'campaign_sends', rows)
  await insertRows(tx, 'short_links', writing.links)
  await insertRows(tx, 'link_hits', writing.hits)
  await insertRows(tx, 'campaign_marks', writing.marks)
  return { run, sends }
}

function newWriting() {
  return {
    messages: [] as Insertable<Schema['messages']>[],
    mails: [] as Insertable<Schema['mails']>[],
    links: [] as Insertable<Schema['short_links']>[],
    hits: [] as Insertable<Schema['link_hits']>[],
    marks: [] as Insertable<Schema['campaign_marks']>[],
  }
}
type Writing = ReturnType<typeof newWriting>

function keyOf({ campaign }: Run, { patientId }: PersonFacts, ordinal: number, timezone: string) {
  const { organizationId, _id: campaignId } = campaign
  return { organization_id: organizationId, campaign_id: campaignId, step: 1, patient_id: patientId, ordinal, timezone }
}

function writeSend(
  writing: Writing,
  run: Run,
  send: DemoSend,
  place: number,
): Omit<SendRow, keyof ReturnType<typeof keyOf>> {
  const { campaign } = run
  const { ending, facts, at } = send
  const isText = campaign.type === 'SMS'
  const id = stableId(at, `${isText ? 'text' : 'mail'} ${campaign._id} ${facts.patientId}`)
  const words = wordsOf(writing, run, send)
  const reason = ending.code === undefined ? (ending.reason ?? null) : failureReason(ending.code)
  const endedAt = new Date(at.getTime() + (ending.state === 'failed' ? 20 + (place % 9) : 2 + (place % 7)) * SECOND_MS)
  if (isText) writing.messages.push(messageRow(run, send, { id, body: words.text, reason }))
  else writing.mails.push(mailRow(run, send, { id, ...words, reason, endedAt }))
  const isTaken = ending.state === 'sent' || ending.state === 'delivered' || (ending.state === 'failed' && isText)
  return {
    ...{ state: ending.state, at: endedAt, revision: campaign.revision, failure_reason: reason },
    ...{ message_id: isText ? id : null, mail_id: isText ? null : id },
    taken_at: isTaken ? new Date(at.getTime() + SECOND_MS) : null,
  }
}

/** Keeps the patient's own links, whose codes are the same on every day. */
function wordsOf(writing: Writing, { campaign, policy }: Run, { facts, at }: DemoSend) {
  const { organizationId, _id: campaignId, type, steps, fallbacks } = campaign
  const [{ content, subject } = { content: '', subject: null }] = steps
  const values = valuesOf(facts, policy)
  const { patientId } = facts
  const shortLink = (url: string) => {
    const code = stableCode(`link ${campaignId} ${patientId} ${url}`)
    writing.links.push({
      ...{ organization_id: organizationId, code, url, campaign_id: campaignId, patient_id: patientId },
      ...{ created_by: null, created_at: at, expires_at: new Date(at.getTime() + PERSONAL_MS) },
    })
    return shortLinkOf(policy.shortLinkUrl, code)
  }
  const { text } = finishedMessage({ type, words: content, values, fallbacks, shortLink })
  return { text, subject: filledWords(subject ?? '', values, fallbacks).text }
}

function messageRow(
  { campaign }: Run,
  { at, ending, conversationId }: DemoSend,
  { id, body, reason }: { id: string; body: string; reason: string | null },
): Insertable<Schema['messages']> {
  const status = ending.state === 'failed' ? 'undelivered' : ending.state === 'delivered' ? 'delivered' : 'sent'
  return {
    ...{ organization_id: campaign.organizationId, id, conversation_id: conversationId ?? '', direction: 'outbound' },
    ...{ body, private: false, patient_id: null, user_id: null, user_name: null, created_at: at, status },
    ...{ failure_reason: reason, carrier_sid: stableSid(id), handed_at: at, version: 0, added_version: 0, words: '' },
    ...{ automatic: true, origin: originOf(campaign), campaign_id: campaign._id, campaign_name: campaign.name },
    ...{ campaign_step: 1, quiet: true },
  }
}

function mailRow(
  { campaign }: Run,
  { facts, address, at, ending }: DemoSend,
  mail: { id: string; text: string; subject: string; reason: string | null; endedAt: Date },
): Insertable<Schema['mails']> {
  const status = ending.state === 'failed' || ending.state === 'unconfirmed' ? ending.state : 'sent'
  return {
    ...{ organization_id: campaign.organizationId, id: mail.id, conversation_id: null, patient_id: facts.patientId },
    ...{ address, subject: mail.subject, content: mail.text, status, failure_reason: mail.reason, service_id: null },
    ...{ user_id: null, user_name: null, origin: originOf(campaign), campaign_id: campaign._id, campaign_step: 1 },
    ...{ created_at: at, ended_at: mail.endedAt, queued_at: at, due_at: at, attempts: 1, handed_at: at },
  }
}

function originOf({ kind }: CampaignState): 'campaign' | 'template' {
  return kind === 'recurring' ? 'template' : 'campaign'
}

function follow(writing: Writing, { campaign }: Run, { facts, at, ending }: DemoSend, place: number): void {
  const link = writing.links.at(-1)
  if (ending.state !== 'delivered' && ending.state !== 'sent') return
  if (link?.patient_id !== facts.patientId) throw new Error('A demo text has no link to follow.')
  const hitAt = new Date(at.getTime() + (4 + ((place * 13) % 150)) * 60 * SECOND_MS)
  const { organizationId: organization_id, _id: campaign_id } = campaign
  writing.hits.push({ organization_id, code: link.code, at: hitAt })
  writing.marks.push({
    ...{ organization_id, campaign_id, patient_id: facts.patientId, event: 'clicked', at: hitAt, source: 'link' },
  })
}

/** The conversations of the numbers that get a text; a number without one gets a quiet one, as from the product. */
async function conversationsOf(tx: Tx, { campaign, planned }: Run): Promise<ReadonlyMap<string, string>> {
  const { organizationId, scheduledAt: at } = campaign
  const numbers = planned.flatMap(({ plan }) => ('send' in plan ? plan.send.address : []))
  if (campaign.type !== 'SMS' || campaign.status === 'scheduled' || at === null || numbers.length === 0)
    return new Map()
  const rows = await tx
    .selectFrom('conversations')
    .select(['id', 'sender'])
    .where('organization_id', '=', organizationId)
    .where('channel', '=', 'sms')
    .where('sender', 'in', numbers)
    .execute()
  const known = new Map(rows.map(({ id, sender }) => [sender, id]))
  for (const sender of numbers.filter((number) => !known.has(number))) {
    const id = stableId(at, `conversation ${organizationId} ${sender}`)
    addQuietConversation(tx, { ...begin({ id, organizationId, sender, at }), isQuiet: true })
    known.set(sender, id)
  }
  return known
}

const AT_ONCE = 200

export async function insertRows<Table extends keyof Schema>(
  tx: Tx,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + AT_ONCE) as never)
      .execute()
}
