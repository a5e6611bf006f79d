/** The demo's patients answer its campaigns, opt out and unsubscribe. */
import { indexWords } from '@foyer/contracts/inbox/words.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import { type Mark, mark, saveMailConsent } from '../modules/outreach/outreach.ts'
import type { FluPeople } from './demo-campaign-people.store.ts'
import { type DemoSend, insertRows, type Run, type WrittenRun } from './demo-campaign-runs.ts'
import { DANA, FLU_ANSWERS, STAFF_ANSWERS } from './demo-campaign-words.ts'
import { stableId, stableSid } from './stable-id.rules.ts'

const MINUTE_MS = 60_000

const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS)

/** The answers, those who opted out, and the three answers that wait in the inbox. */
export async function answerFluTexts(tx: Tx, written: WrittenRun, people: FluPeople): Promise<void> {
  const sendOf = new Map(written.sends.map((send) => [send.facts.patientId, send]))
  const sendsOf = (ids: readonly string[]) => ids.flatMap((id) => sendOf.get(id) ?? [])
  for (const [place, send] of sendsOf(people.answered).entries()) await answer(tx, written.run, send, place)
  for (const [place, send] of sendsOf(people.inInbox).entries()) await waitInInbox(tx, written.run, send, place)
  await optOut(tx, written.run, sendsOf(people.optedOut))
}

/** The thread went on afterwards, so its place in the inbox stays. */
async function answer(tx: Tx, run: Run, send: DemoSend, place: number): Promise<void> {
  const at = after(send.at, 5 + ((place * 37) % 150))
  const body = FLU_ANSWERS[place % FLU_ANSWERS.length] ?? ''
  await addText(tx, run, send, { at, body, by: 'patient' })
  const said = STAFF_ANSWERS[place % STAFF_ANSWERS.length] ?? ''
  await addText(tx, run, send, { at: after(at, 8 + (place % 20)), body: said, by: DANA })
  await mark(tx, markOf(run, send, 'replied', at))
}

/** The newest message of the thread becomes the answer, so that no count of the inbox changes. */
async function waitInInbox(tx: Tx, { campaign, ...run }: Run, send: DemoSend, place: number): Promise<void> {
  const { organizationId, _id: campaignId, name } = campaign
  const body = FLU_ANSWERS[place] ?? ''
  const { rows } = await sql<{ at: Date }>`
    update messages set body = ${body}, words = ${wordsOf(body)}::tsvector, campaign_id = ${campaignId},
      campaign_name = ${name}, campaign_step = 1
    where organization_id = ${organizationId} and id = (
      select id from messages where organization_id = ${organizationId} and conversation_id = ${send.conversationId}
        and direction = 'inbound'
      order by created_at desc, id desc limit 1)
    returning created_at as at`.execute(tx)
  const [newest] = rows
  if (!newest) throw new Error('A thread that waits has no message of the patient.')
  await tx
    .updateTable('conversations')
    .set({ last_message: body, campaign_id: campaignId, campaign_name: name })
    .where('organization_id', '=', organizationId)
    .where('id', '=', send.conversationId)
    .execute()
  await mark(tx, markOf({ campaign, ...run }, send, 'replied', newest.at))
}

/** The first patients of a run whose settled threads nothing followed opted out. */
export async function optOutOf(tx: Tx, { run, sends }: WrittenRun, { most }: { readonly most: number }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations
    where organization_id = ${run.campaign.organizationId} and status = 'resolved'
      and last_message_at < ${run.campaign.scheduledAt}`.execute(tx)
  const settled = new Set(rows.map(({ id }) => id))
  const delivered = sends.filter(
    ({ ending, conversationId }) => ending.state === 'delivered' && settled.has(conversationId ?? ''),
  )
  await optOut(tx, run, delivered.slice(0, most))
}

async function optOut(tx: Tx, run: Run, sends: readonly DemoSend[]): Promise<void> {
  const { organizationId } = run.campaign
  for (const [place, send] of sends.entries()) {
    const at = after(send.at, 2 + place * 31)
    await addText(tx, run, send, { at, body: 'STOP', by: 'patient' })
    await tx
      .updateTable('conversations')
      .set({ last_message: 'STOP', last_message_by: JSON.stringify(RECEIVED), last_message_at: at })
      .where('organization_id', '=', organizationId)
      .where('id', '=', send.conversationId)
      .execute()
    const number = { organization_id: organizationId, phone_number: send.address }
    await insertRows(tx, 'consents', [{ ...number, sms_status: 'opted_out', changed_at: at }])
    await insertRows(tx, 'consent_changes', [
      { ...number, at, was: 'subscribed', becomes: 'opted_out', how: 'text', note: '', user_id: null },
    ])
    await mark(tx, markOf(run, send, 'optedOut', at))
  }
}

const RECEIVED = { direction: 'inbound', private: false, user: null, userName: null, status: 'received' } as const

const UNSUBSCRIBED = 2

/** Two patients unsubscribed by the link of the e-mail. */
export async function unsubscribeSome(tx: Tx, { run, sends }: WrittenRun): Promise<void> {
  const { organizationId } = run.campaign
  for (const send of sends.filter(({ ending }) => ending.state === 'sent').slice(3, 3 + UNSUBSCRIBED)) {
    const at = after(send.at, 95)
    await saveMailConsent(tx, { organizationId, address: send.address, status: 'unsubscribed', at, source: 'link' })
    await mark(tx, { ...markOf(run, send, 'optedOut', at), source: 'mail' })
  }
}

function markOf({ campaign }: Run, { facts }: DemoSend, event: Mark['event'], at: Date): Mark {
  const { organizationId, _id: campaignId } = campaign
  return { organizationId, campaignId, patientId: facts.patientId, event, at, source: 'phone' }
}

interface Added {
  readonly at: Date
  readonly body: string
  readonly by: 'patient' | { readonly userId: string; readonly name: string }
}

/** A text of the patient answers the campaign; one of staff names none. */
async function addText(tx: Tx, { campaign }: Run, send: DemoSend, { at, body, by }: Added): Promise<void> {
  const isInbound = by === 'patient'
  const id = stableId(at, `${isInbound ? 'answer to' : 'reply after'} ${campaign._id} ${send.facts.patientId}`)
  await insertRows(tx, 'messages', [
    {
      ...{ organization_id: campaign.organizationId, id, conversation_id: send.conversationId ?? '', body },
      ...{ direction: isInbound ? 'inbound' : 'outbound', private: false, patient_id: null, created_at: at },
      ...{ user_id: isInbound ? null : by.userId, user_name: isInbound ? null : by.name, failure_reason: null },
      ...{ status: isInbound ? 'received' : 'delivered', carrier_sid: stableSid(id), handed_at: isInbound ? null : at },
      ...{ version: 0, added_version: 0, words: wordsOf(body), automatic: false, origin: isInbound ? null : 'staff' },
      ...{ campaign_id: isInbound ? campaign._id : null, campaign_name: isInbound ? campaign.name : null },
      ...{ campaign_step: isInbound ? 1 : null, quiet: false },
    },
  ])
}

function wordsOf(text: string): string {
  return indexWords(text)
    .map((word) => `'${word}'`)
    .join(' ')
}
