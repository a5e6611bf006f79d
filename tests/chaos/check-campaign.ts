/** I21: each recipient of a campaign gets one text, or there is a reason, whatever failed meanwhile. */
import { until } from '../support/until.ts'
import { type CampaignFound, type Expected, judgeCampaign, textedTwice } from './campaign-sends.rules.ts'
import { readCarrier } from './carrier-list.ts'
import { CEDAR } from './clinics.ts'
import type { Ledger } from './ledger.ts'
import type { ChaosWorld } from './world.ts'

type CampaignWorld = Pick<ChaosWorld, 'sandboxUrl' | 'store'>

interface Checked {
  readonly id: string
  /** In each of its texts, and in no other. */
  readonly mark: string
}

/** A text whose outcome is unknown is looked for after some seconds, and sent again. */
const AT_REST_WITHIN_MS = 150_000

/** Waits until the campaign has finished and its figures are told, and compares. */
export async function checkCampaign(
  world: CampaignWorld,
  ledger: Ledger,
  { id, mark, ...expected }: Checked & Expected,
): Promise<void> {
  const rests = () => readAtRest(world, id)
  const found = await until(rests, AT_REST_WITHIN_MS).catch(() => null)
  if (found === null) return ledger.violate('I21', `the campaign is not at rest after ${AT_REST_WITHIN_MS} ms`)
  // Read after the store: a text that leaves in between is at the carrier, but not yet `sent` in the store.
  const words = judgeCampaign(found, await readTexts(world, mark), expected)
  for (const one of words) ledger.violate('I21', `campaign ${id}: ${one}`)
  ledger.count('recipients of campaigns', found.sends.length)
  for (const { state } of found.sends) ledger.count(`texts of campaigns: ${state}`)
}

/** Finds texts that went out twice while the campaign runs. */
export async function checkTextedTwice(world: CampaignWorld, ledger: Ledger, mark: string): Promise<void> {
  for (const words of textedTwice(await readTexts(world, mark))) ledger.violate('I21', words)
}

/** The texts at the carrier that have this mark. */
export async function readTexts(world: CampaignWorld, mark: string) {
  const texts = await readCarrier(world)
  return texts.filter(({ direction, body }) => direction === 'outbound-api' && body.includes(mark))
}

/** One statement reads one snapshot. Undefined while something is under way. */
async function readAtRest({ store }: CampaignWorld, id: string): Promise<CampaignFound | undefined> {
  // The check does not wait for the minute between two look-ups of a text.
  await store.ask('update outbound_texts set due_at = now() where missed_at is not null and due_at > now()')
  const [found] = await store.ask<CampaignFound & { rests: boolean }>(
    `select status, json_build_object('states', states, 'results', results) as figures,
       status = 'finished' and not exists (select from campaign_changes as change where change.campaign_id = campaigns.id)
         and not exists (select from outbound_texts where kind = 'campaign') as rests,
       (select json_build_object('states', data -> 'states', 'results', data -> 'results') from events
          where organization_id = $1 and type = 'campaign.progress' and key = $2 order by seq desc limit 1) as told,
       (select json_agg(json_build_object('patientId', patient_id, 'address', address, 'state', state, 'reason', reason,
          'revision', revision, 'messageId', message_id)) from campaign_sends where organization_id = $1 and campaign_id = $2)
         as sends,
       (select count(*)::int from campaign_sends where organization_id = $1 and campaign_id = $2 and taken_at is not null)
         as taken,
       (select coalesce(json_agg(json_build_object('id', id, 'body', body, 'status', status)), '[]') from messages
          where organization_id = $1 and campaign_id = $2 and direction = 'outbound') as messages
     from campaigns where organization_id = $1 and id = $2`,
    [CEDAR.id, id],
  )
  return found?.rests === true ? found : undefined
}
