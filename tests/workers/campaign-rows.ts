/** The workers of campaigns and templates, as rows of the kill suite. */
import { NO_RESULTS, type SendState, statesFrom } from '@foyer/contracts/campaign/sends.rules.ts'
import { zoneWhereItIsDay } from '../support/day-zone.ts'
import { count, eventsOf, ofOrganization, type Scene, type WorkerRow } from './scene.ts'

const STEPS = [
  {
    position: 1,
    kind: 'message',
    wait: null,
    unless: [],
    subject: null,
    content: 'Hi {{firstName|there}}! {{clinic}}',
  },
]

interface CampaignGiven {
  readonly status: 'scheduled' | 'running' | 'stopped'
  readonly preparing?: boolean
  /** In SQL: when a worker looks at it; null: never. */
  readonly due: 'now()' | 'null'
  /** As they were told last. */
  readonly sends: readonly (readonly [state: SendState, count: number])[]
}

/** A campaign for the patient p1. One that is scheduled begins tomorrow. */
async function addCampaign(
  { store, organizationId }: Scene,
  { status, preparing = false, due, sends }: CampaignGiven,
): Promise<void> {
  await store.query(
    `insert into campaigns (organization_id, id, name, kind, type, status, audience, steps, clock, scheduled_at, timezone,
       fallbacks, track_links, track_opens, revision, saved_at, created_at, started_at, finished_at, states, step_states,
       results, causes, skipped, version, preparing, due_at)
     values ($1, 'cmp', 'Flu shots', 'once', 'SMS', $2, '{"kind": "filters", "rules": []}', $3, 'organization',
       case when $2 = 'scheduled' then now() + interval '1 day' end, 'UTC', '{}', true, false, 1, now(), now(), now(),
       case when $2 = 'stopped' then now() end, $4, '{}', $5, '[]', '[]', 1, $6, ${due})`,
    [
      ...[organizationId, status, JSON.stringify(STEPS)],
      ...[JSON.stringify(statesFrom(sends)), JSON.stringify(NO_RESULTS), preparing],
    ],
  )
}

async function addSend({ store, organizationId, phone }: Scene, state: 'waiting' | 'delivered'): Promise<void> {
  await store.query(
    `insert into campaign_sends (organization_id, campaign_id, step, patient_id, ordinal, address, state, due_at, at, timezone)
     values ($1, 'cmp', 1, 'p1', 0, $2, $3, case when $3 = 'waiting' then now() end, now(), 'UTC')`,
    [organizationId, phone, state],
  )
}

async function addPatient({ store, organizationId, phone }: Scene): Promise<void> {
  await store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
     values ($1, 'p1', 'i1', 'Rosalind', 'Carver', $2)`,
    [organizationId, phone],
  )
}

/** The campaign whose only send is this. */
async function addCampaignWith(scene: Scene, given: CampaignGiven, state: 'waiting' | 'delivered'): Promise<void> {
  const { store, organizationId } = scene
  await store.query('update organizations set timezone = $2 where id = $1', [organizationId, zoneWhereItIsDay()])
  await addPatient(scene)
  await addCampaign(scene, given)
  await addSend(scene, state)
}

/** A run of it is due. */
async function addDueTemplate(scene: Scene): Promise<void> {
  const { store, organizationId } = scene
  await addPatient(scene)
  await store.query(
    `insert into notifier_templates (organization_id, id, name, frequency_days, type, content, audience, time_of_day, active,
       next_run_at, due_at, created_at, version)
     values ($1, 'tpl', 'Recall', 30, 'SMS', 'Hi {{firstName}}, it is time for your check-up. {{clinic}}',
       '{"kind": "filters", "rules": []}', '10:00', true, now() - interval '1 minute', now(), now(), 0)`,
    [organizationId],
  )
}

export const CAMPAIGN_ROWS: readonly WorkerRow[] = [
  {
    queue: 'campaigns',
    name: 'campaigns_to_prepare',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from campaigns where ${ofOrganization(scene)} and not preparing)`,
    async arrange(scene) {
      await addPatient(scene)
      await addCampaign(scene, { status: 'scheduled', preparing: true, due: 'now()', sends: [] })
    },
    effects: async (scene) => ({
      'sends that wait': await count(scene, `campaign_sends where ${ofOrganization(scene)} and state = 'waiting'`),
      'campaigns that are prepared': await count(
        scene,
        `campaigns where ${ofOrganization(scene)} and not preparing and states ->> 'waiting' = '1'`,
      ),
      'events of the campaign': await eventsOf(scene, 'campaign.progress'),
    }),
  },
  {
    queue: 'campaigns',
    name: 'campaigns_that_run',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from messages where ${ofOrganization(scene)} and origin = 'campaign')`,
    arrange: (scene) => addCampaignWith(scene, { status: 'running', due: 'now()', sends: [['waiting', 1]] }, 'waiting'),
    effects: async (scene) => ({
      messages: await count(scene, `messages where ${ofOrganization(scene)} and origin = 'campaign'`),
      'texts at the carrier': scene.outside.textsTo(scene.phone),
      'sends that are sent': await count(scene, `campaign_sends where ${ofOrganization(scene)} and state = 'sent'`),
    }),
  },
  {
    queue: 'campaigns',
    name: 'stopped_campaigns',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from campaign_sends where ${ofOrganization(scene)} and state = 'cancelled')`,
    arrange: (scene) => addCampaignWith(scene, { status: 'stopped', due: 'now()', sends: [['waiting', 1]] }, 'waiting'),
    effects: async (scene) => ({
      'sends that are cancelled': await count(
        scene,
        `campaign_sends where ${ofOrganization(scene)} and state = 'cancelled'`,
      ),
    }),
  },
  {
    queue: 'campaign_news',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from campaigns where ${ofOrganization(scene)} and status = 'finished')`,
    async arrange(scene) {
      await addCampaignWith(scene, { status: 'running', due: 'null', sends: [['sent', 1]] }, 'delivered')
      for (const table of ['campaign_news', 'campaign_changes'])
        await scene.store.query(`insert into ${table} (organization_id, campaign_id) values ($1, 'cmp')`, [
          scene.organizationId,
        ])
    },
    effects: async (scene) => ({
      'campaigns that are finished': await count(
        scene,
        `campaigns where ${ofOrganization(scene)} and status = 'finished' and states ->> 'delivered' = '1'`,
      ),
      'events of the campaign': await eventsOf(scene, 'campaign.progress'),
      'campaigns without changes to tell': 1 - (await count(scene, `campaign_changes where ${ofOrganization(scene)}`)),
    }),
  },
  {
    queue: 'notifier_templates',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from campaigns where ${ofOrganization(scene)})`,
    arrange: addDueTemplate,
    effects: async (scene) => ({
      'campaigns of the period': await count(scene, `campaigns where ${ofOrganization(scene)}`),
      'templates that name it': await count(
        scene,
        `notifier_templates where ${ofOrganization(scene)} and last_campaign_id is not null`,
      ),
      'events of the template': await eventsOf(scene, 'template.changed'),
    }),
  },
]
