/** The campaigns and templates of the test clinics, under the ids that the examples of calls name. No worker goes on with them. */
import { campaignIds } from '@foyer/contracts/campaign/campaign.ts'
import { NO_RESULTS, NO_SENDS } from '@foyer/contracts/campaign/sends.rules.ts'
import { firstStep } from '@foyer/contracts/campaign/steps.rules.ts'
import { templateIds } from '@foyer/contracts/campaign/template.ts'
import type { FreshDatabase } from '../support/postgres.ts'

/** Lakeside's records; their words may be read by no one of Cedar. */
export const FOREIGN_CAMPAIGNS = { campaignId: 'campaign9', templateId: 'template9' } as const

const STATUS_OF = {
  ...{ draft: 'draft', toLaunch: 'draft', toDelete: 'draft', scheduled: 'scheduled', running: 'running' },
  ...{ paused: 'paused', toStop: 'running', finished: 'finished' },
} as const satisfies Record<keyof typeof campaignIds, string>

const CONTENT = 'Hi {{firstName|there}}, flu season is here. Call us for a time. {{clinic}}'

export async function addCampaigns({ query }: Pick<FreshDatabase, 'query'>, words: string) {
  const names = Object.keys(campaignIds) as (keyof typeof campaignIds)[]
  const ids = [...names.map((name) => campaignIds[name]), FOREIGN_CAMPAIGNS.campaignId]
  await query(
    `insert into campaigns (organization_id, id, name, kind, type, status, pause_reason, audience, steps, clock,
       scheduled_at, timezone, per_hour, failure_percent, fallbacks, track_links, track_opens, revision, saved_by,
       saved_by_name, saved_at, created_by, created_by_name, created_at, started_at, finished_at, states, step_states,
       results, causes, skipped, version)
     select case when id = $3 then 'org_lakeside' else 'org_cedar' end, id,
       case when id = $3 then $4 else 'Flu shots' end, 'once', 'SMS', status,
       case when status = 'paused' then 'staff' end,
       case when id = $3 then '{"kind": "patients", "patientIds": ["p9"]}'::jsonb
         else '{"kind": "patients", "patientIds": ["p1", "p2"]}'::jsonb end,
       (case when id = $3 then $6 else $5 end)::jsonb, 'patient',
       case when status = 'scheduled' then now() + interval '1 day' end, 'America/Chicago', 200, 20, '{}', true, false, 1,
       'usr_lena', case when id = $3 then $4 else 'lena of the staff' end, now(),
       'usr_lena', case when id = $3 then $4 else 'lena of the staff' end, now(),
       case when status not in ('draft', 'scheduled') then now() end, case when status = 'finished' then now() end,
       $7, '{}', $8, '[]', '[]', 0
     from unnest($1::text[], $2::text[]) as one (id, status)`,
    [
      ids,
      [...names.map((name) => STATUS_OF[name]), 'finished'],
      ...[FOREIGN_CAMPAIGNS.campaignId, words],
      ...[CONTENT, words].map((content) => JSON.stringify([firstStep({ content })])),
      ...[NO_SENDS, NO_RESULTS].map((value) => JSON.stringify(value)),
    ],
  )
  await query(
    `insert into campaign_sends (organization_id, campaign_id, step, patient_id, ordinal, address, state, reason, detail,
       failure_reason, timezone, at, taken_at) values
      ('org_cedar', $1, 1, 'p1', 0, '+15125550142', 'delivered', null, null, null, 'America/Chicago', now(), now()),
      ('org_cedar', $1, 1, 'p2', 1, '+15125550143', 'failed', null, null, 'The phone could not be reached.',
        'America/Chicago', now(), now()),
      ('org_cedar', $1, 1, 'p3', 2, null, 'skipped', 'no_address', null, null, 'America/Chicago', now(), null),
      ('org_lakeside', $2, 1, 'p9', 0, '+15125550142', 'failed', null, $3, $3, 'America/New_York', now(), now())`,
    [campaignIds.finished, FOREIGN_CAMPAIGNS.campaignId, words],
  )
  await query(
    `insert into campaign_marks (organization_id, campaign_id, patient_id, event, at, source) values
      ('org_cedar', $1, 'p1', 'clicked', now(), 'link'), ('org_cedar', $1, 'p1', 'replied', now(), 'phone'),
      ('org_lakeside', $2, 'p9', 'replied', now(), 'phone')`,
    [campaignIds.finished, FOREIGN_CAMPAIGNS.campaignId],
  )
  await query(
    `insert into notifier_templates (organization_id, id, name, frequency_days, type, content, time_of_day, active,
       created_at, version)
     select case when id = $2 then 'org_lakeside' else 'org_cedar' end, id, case when id = $2 then $3 else 'Recall' end,
       30, 'SMS', case when id = $2 then $3 else $4 end, '10:00', false, now(), 0
     from unnest($1::text[]) as id`,
    [[...templateIds, FOREIGN_CAMPAIGNS.templateId], FOREIGN_CAMPAIGNS.templateId, words, CONTENT],
  )
}
