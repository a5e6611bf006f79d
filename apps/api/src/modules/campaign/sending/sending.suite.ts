/** Test setup: running campaigns whose ledger is prepared, and their workers' transactions one by one. */
import type { CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import { applyDeliveryReport, type Report } from '../../texting/delivery.ts'
import { type Campaigns, openCampaigns } from '../campaigns.suite.ts'
import { sendingCampaigns } from './due-sends.store.ts'
import type { SendOutcome } from './send-next.ts'
import { sendDue } from './send-worker.ts'
import { tellNews } from './tell-news.ts'

export interface LedgerRow {
  readonly patientId: string
  readonly state: string
  readonly reason: string | null
  readonly address: string | null
  readonly failureReason: string | null
  readonly messageId: string | null
  readonly segments: number | null
  readonly revision: number | null
  readonly dueAt: Date | null
  readonly isTaken: boolean
}

export interface SendingClinic extends Campaigns {
  /** Adds patients with numbers of their own, and returns their ids. */
  addPatients(count: number): Promise<string[]>
  /** A campaign that runs, with a waiting send for each of the patients. */
  run(patientIds: readonly string[], fields?: Readonly<Record<string, unknown>>): Promise<CampaignDetail>
  /** Staff resume it. It is due at the clinic's time, whatever time the store's clock tells. */
  resume(campaign: Pick<CampaignDetail, '_id'>): ReturnType<Campaigns['ask']>
  /** One turn of a worker with the campaign that is due; undefined if none is. */
  turn(worker?: string): Promise<SendOutcome | 'turned' | undefined>
  /** Turns until nothing of the campaign waits. */
  sendAll(): Promise<void>
  ledger(campaign: CampaignDetail): Promise<LedgerRow[]>
  /** Reports of the carrier about the text of a send. */
  report(campaign: CampaignDetail, patientId: string, ...reports: readonly Report[]): Promise<void>
  tell(campaign: CampaignDetail): Promise<string>
  /** Changes some of the organization's settings of campaigns. */
  setOutreach(fields: Readonly<Record<string, unknown>>): Promise<void>
}

const DUE = '2026-11-19T15:00:00Z'

export async function openSending(
  env: Record<string, string> = {},
  { hasPlaces = false } = {},
): Promise<SendingClinic> {
  const clinic = await openCampaigns(env, { hasPlaces })
  const { store, parts } = clinic
  const { database } = store
  let added = 0

  const ledger: SendingClinic['ledger'] = ({ _id }) =>
    store.query(
      `select patient_id as "patientId", state, reason, address, failure_reason as "failureReason",
         message_id as "messageId", segments, revision, due_at as "dueAt", taken_at is not null as "isTaken"
       from campaign_sends where campaign_id = $1 order by ordinal`,
      [_id],
    )

  const turn: SendingClinic['turn'] = async (worker = 'w1') => {
    const [due] = await database.systemStatement((queries) =>
      sendingCampaigns.lease(queries, { worker, limit: 1, leaseS: 15 }),
    )
    return due && sendDue(parts, due, { worker, stopping: new AbortController().signal })
  }

  return {
    ...clinic,
    ledger,
    turn,
    async addPatients(count) {
      const from = added
      added += count
      const ids = Array.from({ length: count }, (_, index) => `many${from + index}`)
      await store.query(
        `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, gender)
         select 'o1', id, 'of-' || id, 'Pat', id, '+1512555' || lpad((2000 + $2 + place)::text, 4, '0'), 'unknown'
         from unnest($1::text[]) with ordinality as given (id, place)`,
        [ids, from],
      )
      return ids
    },
    async run(patientIds, fields = {}) {
      const campaign = await clinic.draft({ patientIds: [...patientIds], perHour: null, ...fields })
      await clinic.putInto(campaign, 'running')
      const people = await store.query<{ id: string; phone_number: string }>(
        `select id, phone_number from patients where organization_id = 'o1' and id = any($1)`,
        [patientIds],
      )
      const numberOf = new Map(people.map(({ id, phone_number }) => [id, phone_number]))
      await clinic.addSends(
        campaign,
        patientIds.map((patientId) => ({ patientId, state: 'waiting', address: numberOf.get(patientId) ?? null })),
      )
      await store.query('update campaign_sends set due_at = $2 where campaign_id = $1', [campaign._id, DUE])
      await store.query('update campaigns set due_at = $2 where id = $1', [campaign._id, DUE])
      return campaign
    },
    async resume({ _id: id }) {
      const answer = await clinic.ask('resumeCampaign', { params: { id } })
      await store.query('update campaigns set due_at = $2 where id = $1 and due_at is not null', [id, DUE])
      return answer
    },
    async sendAll() {
      for (let outcome = await turn(); outcome !== undefined && outcome !== 'done'; outcome = await turn()) {
        // What is on its way has left, so that the next may follow.
        await store.query(`delete from outbound_texts where kind = 'campaign'`)
      }
    },
    async report(campaign, patientId, ...reports) {
      const [text] = await store.query<{ id: string; conversation_id: string }>(
        `select m.id, m.conversation_id from campaign_sends as s
         join messages as m on m.organization_id = s.organization_id and m.id = s.message_id
         where s.campaign_id = $1 and s.patient_id = $2`,
        [campaign._id, patientId],
      )
      if (!text) throw new Error('Nothing was sent to the patient.')
      const key = { organizationId: 'o1', conversationId: text.conversation_id, messageId: text.id }
      for (const one of reports)
        await database.write('o1', (tx) => applyDeliveryReport(tx, parts, key, one, parts.clock.now()))
    },
    tell: ({ _id: campaignId }) =>
      database.write('o1', (tx) =>
        tellNews(tx, { organizationId: 'o1', campaignId }, { now: parts.clock.now(), worker: 'teller' }),
      ),
    async setOutreach(fields) {
      const { body } = await clinic.ask('outreachSettings')
      const asked = { ...body.data, ...fields }
      const { status, text } = await clinic.ask('saveOutreachSettings', { user: 'sam', body: asked })
      if (status !== 200) throw new Error(`The settings were refused: ${status} ${text}`)
    },
  }
}
