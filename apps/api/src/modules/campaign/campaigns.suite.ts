/** Test setup: a clinic with campaigns in each status, whose workers do not run, and their sends. */

import { type CallName, calls } from '@foyer/contracts/calls.ts'
import type { Campaign, CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import type { SendState } from '@foyer/contracts/campaign/sends.rules.ts'
import type { CampaignStatus } from '@foyer/contracts/campaign/states.rules.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import { ask as askPlainly } from '../../../../../tests/support/plain-http.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'

export interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: object
  readonly body?: object
  readonly user?: string
  /** Null: the call names it otherwise. */
  readonly organizationId?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export interface Reply {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any
}

interface Send {
  readonly patientId: string
  readonly state: SendState
  readonly address?: string | null
  readonly reason?: string
  readonly failureReason?: string
  readonly at?: string
  readonly takenAt?: string | null
}

export interface Campaigns extends Clinic {
  /** Makes a call about o1 as Lena by default, with the credentials of the campaign service. */
  ask(name: CallName, input?: Input): Promise<Reply>
  /** Adds a draft with words and audience, or with other fields. */
  draft(fields?: Readonly<Record<string, unknown>>): Promise<CampaignDetail>
  /** Puts a campaign into a status as if it had been launched. */
  putInto(campaign: Campaign, status: CampaignStatus): Promise<void>
  addSends(campaign: Campaign, sends: readonly Send[]): Promise<void>
  read(id: string): Promise<CampaignDetail>
}

export const WORDS = 'Hi {{firstName|there}}, flu season is here. Call us for a time. {{clinic}}'

export async function openCampaigns(env: Record<string, string> = {}, { hasPlaces = false } = {}): Promise<Campaigns> {
  const clinic = await openClinic(env, { hasPlaces })
  const { store, url } = clinic
  await store.query(`update members set role = 'admin' where user_id = 'sam'`)

  const ask: Campaigns['ask'] = async (name, input = {}) => {
    const { params = {}, query, body, user = 'lena', organizationId = 'o1', headers = {} } = input
    const { method, path, organization } = calls[name]
    const named = organization === 'header' || organizationId === null ? {} : { organizationId }
    const search = method === 'GET' ? searchOf({ ...named, ...query }) : ''
    const sent = await askPlainly(`${url}${fillPath(path, params)}${search}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${user}`, 'access-token': user, userid: user },
        ...(organization === 'header' && organizationId !== null && { organizationid: organizationId }),
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(method !== 'GET' && { body: JSON.stringify({ ...named, ...body }) }),
    })
    const isJson = sent.headers.get('content-type')?.includes('json') ?? false
    return { ...sent, body: isJson ? JSON.parse(sent.text) : null }
  }

  const draft: Campaigns['draft'] = async (fields = {}) => {
    const asked = { name: 'Flu shots', type: 'SMS', content: WORDS, patientIds: ['p1', 'p2'], ...fields }
    const { status, text, body } = await ask('addCampaign', { body: asked })
    if (status !== 200) throw new Error(`The campaign was refused: ${status} ${text}`)
    return body.data
  }

  return {
    ...clinic,
    ask,
    draft,
    async putInto({ _id }, status) {
      const isLaunched = status !== 'draft'
      await store.query(
        `update campaigns set status = $2, pause_reason = case when $2 = 'paused' then 'staff' end,
           scheduled_at = case when $2 = 'scheduled' then timestamptz '2026-11-21T15:30:00Z' end,
           started_at = case when $3 and $2 <> 'scheduled' then timestamptz '2026-11-19T15:00:00Z' end
         where id = $1`,
        [_id, status, isLaunched],
      )
    },
    async addSends({ _id, organizationId }, sends) {
      for (const [ordinal, send] of sends.entries())
        await store.query(
          `insert into campaign_sends (organization_id, campaign_id, step, patient_id, ordinal, address, state, reason,
             failure_reason, at, taken_at, timezone, due_at)
           values ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, 'America/Chicago',
             case when $6 = 'waiting' then timestamptz '2026-11-20T15:30:00Z' end)`,
          [
            ...[organizationId, _id, send.patientId, ordinal, send.address ?? null, send.state, send.reason ?? null],
            ...[send.failureReason ?? null, send.at ?? '2026-11-19T15:00:00Z', send.takenAt ?? null],
          ],
        )
    },
    async read(id) {
      const { status, text, body } = await ask('campaign', { params: { id } })
      if (status !== 200) throw new Error(`The campaign was not read: ${status} ${text}`)
      return body.data
    },
  }
}

/** A list repeats its name, and an absent field is left out. */
function searchOf(fields: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries<unknown>({ ...fields }))
    for (const one of [value ?? []].flat()) search.append(name, String(one))
  return `?${search}`
}
