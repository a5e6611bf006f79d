/** A staff member who makes campaigns in the chaos test, and repeats each call until it is acknowledged. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { outreachSetting } from '@foyer/contracts/outreach/outreach-setting.ts'
import { zoneWhereItIsDay } from '../support/day-zone.ts'
import { until } from '../support/until.ts'
import { CEDAR } from './clinics.ts'
import type { Input, Staff } from './staff.ts'
import type { Store } from './store.ts'

const organizationId = CEDAR.id
const ANSWERED_WITHIN_MS = 60_000
/** Besides those of the phones that write. */
const SILENT = 76
const SEGMENTS_PER_SECOND = 8

export interface Recipients {
  readonly patientIds: readonly string[]
  readonly leftOut: ReadonlyMap<string, string>
}

/** Adds patients whose phones are silent. Some must be left out, and each for its own reason. It is day for all of them. */
export async function addRecipients({ ask }: Pick<Store, 'ask'>): Promise<Recipients> {
  const silent = Array.from({ length: SILENT }, (_, nth) => ({
    id: `recipient_${String(nth).padStart(2, '0')}`,
    // The last two have one number, and the one before them has none.
    phone: nth === SILENT - 3 ? null : `+1512558${String(Math.min(nth, SILENT - 2)).padStart(4, '0')}`,
    lastName: `${CEDAR.mark} the silent ${nth}th`,
  }))
  const optedOut = silent.slice(0, 4)
  await ask(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
     select $1, id, id, 'Ben', name, phone from unnest($2::text[], $3::text[], $4::text[]) as one (id, name, phone)
     on conflict do nothing`,
    [
      organizationId,
      silent.map(({ id }) => id),
      silent.map(({ lastName }) => lastName),
      silent.map(({ phone }) => phone),
    ],
  )
  await ask(
    `insert into consents (organization_id, phone_number, sms_status) select $1, phone, 'opted_out' from unnest($2::text[]) as phone
     on conflict do nothing`,
    [organizationId, optedOut.map(({ phone }) => phone)],
  )
  await ask('update patients set timezone = $2 where organization_id = $1', [organizationId, zoneWhereItIsDay()])
  await ask(
    `insert into organization_settings (organization_id, name, value, version) values ($1, 'outreach', $2, 1)
     on conflict (organization_id, name) do nothing`,
    [organizationId, JSON.stringify({ ...outreachSetting.default, segmentsPerSecond: SEGMENTS_PER_SECOND })],
  )
  const [unreachable, , shared] = silent.slice(-3)
  return {
    patientIds: [...CEDAR.phones.map((_, index) => `${organizationId}_${index}`), ...silent.map(({ id }) => id)],
    leftOut: new Map([
      ...optedOut.map(({ id }) => [id, 'opted_out'] as const),
      [unreachable?.id ?? '', 'no_address'],
      [shared?.id ?? '', 'shared_number'],
    ]),
  }
}

export function createCampaignDesk(staff: readonly Staff[]) {
  const lena = staff.find((one) => one.organizationId === organizationId)
  if (!lena) throw new Error('The clinic has no staff.')
  /** Repeats the call, as a person does who got no answer. */
  const insist = <Name extends CallName>(name: Name, input: Input<Name>) =>
    until(async () => {
      const answer = await lena.ask(name, input)
      if (answer.kind === 'ok') return answer.reply
      throw new Error(`${name} was ${answer.kind} ${answer.kind === 'refused' ? answer.words : ''}`)
    }, ANSWERED_WITHIN_MS)
  const on = (name: 'pauseCampaign' | 'resumeCampaign' | 'stopCampaign') => (id: string) =>
    insist(name, { params: { id }, body: { organizationId } })

  return {
    pause: on('pauseCampaign'),
    resume: on('resumeCampaign'),
    stop: on('stopCampaign'),
    /** Returns the id of the campaign, which is launched. */
    async launch(name: string, content: string, patientIds: readonly string[]): Promise<string> {
      const words = {
        name,
        type: 'SMS' as const,
        content,
        patientIds: [...patientIds],
        perHour: null,
        failurePercent: null,
      }
      const { data } = await insist('addCampaign', { body: { organizationId, ...words }, key: `add ${name}` } as never)
      const { _id: id, revision } = data as { _id: string; revision: number }
      await until(async () => {
        const key = `launch ${name}`
        const answer = await lena.ask('launchCampaign', { params: { id }, body: { organizationId, revision }, key })
        // Without idempotency a call that is repeated finds the campaign launched.
        return answer.kind === 'ok' || (answer.kind === 'refused' && answer.reason === 'conflict')
      }, ANSWERED_WITHIN_MS)
      return id
    },
    save: (id: string, content: string) =>
      insist('saveCampaign', { params: { id }, body: { organizationId, revision: 1, content } }),
  }
}
