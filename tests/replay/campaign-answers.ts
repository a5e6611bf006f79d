/** A text of a campaign that the patient has got, so that what the patient writes next answers it. */
import { NO_RESULTS, NO_SENDS } from '@foyer/contracts/campaign/sends.rules.ts'
import { appendEvents } from '../../apps/api/src/events/append.ts'
import { tellCampaign } from '../../apps/api/src/modules/campaign/campaigns/campaign-change.ts'
import { lockCampaignRow } from '../../apps/api/src/modules/campaign/campaigns.store.ts'
import { lockSender, stageQuietText } from '../../apps/api/src/modules/conversations/conversations.ts'
import { CEDAR, type Clinics } from '../calls/clinics.ts'
import { startWorker } from './carrier.ts'
import type { Action } from './stage.ts'

const organizationId = CEDAR.id
const CAMPAIGN = { _id: 'cmp_replay', name: 'Flu shots' }

/** Screens learn of the campaign. */
const tells = ({ store, parts }: Clinics) =>
  store.database.write(organizationId, async (tx) => {
    const campaign = await lockCampaignRow(tx, { organizationId, campaignId: CAMPAIGN._id })
    const { change } = await tellCampaign(tx, campaign!)
    await appendEvents(tx, { organizationId, at: parts.clock.now() }, [change])
  })

/** The campaign sends its text to the number once more, and the carrier takes it. */
export const getsCampaignText =
  (phoneNumber: string): Action['act'] =>
  async ({ clinics }) => {
    const { store, parts } = clinics
    const figures = [NO_SENDS, NO_RESULTS].map((counts) => JSON.stringify(counts))
    const added = await store.query(
      `insert into campaigns (organization_id, id, name, kind, type, status, audience, steps, clock, timezone, fallbacks,
         track_links, track_opens, revision, saved_at, created_at, states, step_states, results, causes, skipped, version)
       values ($1, $2, $3, 'once', 'SMS', 'finished', 'null', '[]', 'patient', 'America/Chicago', '{}', false, false, 1, now(),
         now(), $4, '{}', $5, '[]', '[]', 0)
       on conflict do nothing returning id`,
      [organizationId, CAMPAIGN._id, CAMPAIGN.name, ...figures],
    )
    if (added.length > 0) await tells(clinics)
    const message = await store.database.write(organizationId, async (tx) => {
      const conversation = (await lockSender(tx, { organizationId, sender: phoneNumber, withOthers: false })) ?? null
      const now = parts.clock.now()
      const staged = stageQuietText(tx, parts, {
        ...{ organizationId, phoneNumber, conversation, body: 'Flu shots are here', patientId: null, now },
        ...{ origin: 'campaign', kind: 'campaign', campaign: { ...CAMPAIGN, step: 1 } },
      })
      await appendEvents(tx, { organizationId, at: now }, [staged.change])
      return staged.message
    })
    await store.query(
      `insert into campaign_sends (organization_id, campaign_id, step, patient_id, ordinal, state, timezone, at, message_id)
       values ($1, $2, 1, $3, 0, 'queued', 'America/Chicago', now(), $3)`,
      [organizationId, CAMPAIGN._id, message.id],
    )
    const worker = startWorker(clinics)
    await worker.drain().finally(worker.stop)
  }
