/** For each queue worker: one item, the transaction that ends it, and the effects that must exist exactly once afterwards. */
import { Readable } from 'node:stream'
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { appendEvents, newEvent } from '../../apps/api/src/events/append.ts'
import { queueAccountMail } from '../../apps/api/src/modules/session/mails/account-mails.ts'
import { addAsk } from '../../apps/api/src/modules/session/password/passwords.store.ts'
import { AUTOMATION_ROWS } from './automation-rows.ts'
import { BOT_ROWS } from './bot-rows.ts'
import { CAMPAIGN_ROWS } from './campaign-rows.ts'
import { LISTING_ROWS } from './listing-rows.ts'
import { count, eventsOf, ofOrganization, type Scene, type WorkerRow } from './scene.ts'

const ofAddress = ({ address }: Scene) => `address = '${address}'`
const addMessage = ({ store, organizationId }: Scene, direction: string, status: string) =>
  store.query(
    `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, version)
     values ($1, 'm1', 'c1', $2, 'Hello', now(), $3, 0)`,
    [organizationId, direction, status],
  )
const addEvent = ({ store, organizationId }: Scene) =>
  store.database.write(organizationId, (tx) =>
    appendEvents(tx, { organizationId, at: new Date() }, [
      { record: () => newEvent(conversationChanged, conversationChanged.example) },
    ]),
  )

/** A started import with one good row. */
async function addImport({ store, organizationId }: Scene): Promise<void> {
  const columns = [{ index: 0, header: 'Name', field: 'name', how: 'matched', sample: [], erase: false }]
  const [counts, plan] = [
    { total: 1, ready: 1, errors: 0, warnings: 0, skipped: 0 },
    { create: 1, update: 0, unchanged: 0 },
  ]
  const outcome = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  await store.query(
    `insert into imports (organization_id, id, kind, state, is_direct, file_name, file_size, digest, columns, zone, country,
       today, rows_read, checked_through, counts, plan, outcome, created_by, created_by_name, created_at, started_by,
       started_at, version, told_at)
     values ($1, 'import1', 'insuranceProviders', 'importing', false, 'payers.csv', 10, 'd', $2, 'UTC', 'US', current_date,
       1, 2, $3, $4, $5, 'lena', 'Lena Kim', now(), 'lena', now(), 0, now())`,
    [organizationId, ...[columns, counts, plan, outcome].map((value) => JSON.stringify(value))],
  )
  await store.query(
    `insert into import_rows (organization_id, import_id, row, cells, state, row_values, plan, category)
     values ($1, 'import1', 2, '["Aetna"]', 'ready', '{"name": "Aetna"}',
       '{"does": "create", "recordId": null, "name": "Aetna", "changes": []}', 'create')`,
    [organizationId],
  )
}

/** A visit of a patient with the scene's phone, and a cadence with one step, two hours before. There are no quiet hours. */
async function addVisit({ store, organizationId, phone }: Scene, startsIn: string): Promise<void> {
  const [any] = visitSetting.default.reminders
  const step = { ...any?.steps[1], _id: 'step', before: { n: 2, unit: 'hour' }, at: null }
  const cadence = { ...visitSetting.default, reminders: [{ ...any, enabled: true, steps: [step] }] }
  const inbox = { ...inboxSetting.default, quietHours: { from: '00:00', to: '00:00' } }
  for (const [name, value] of Object.entries({ appointments: cadence, inbox }))
    await store.query(
      `insert into organization_settings (organization_id, name, value, version) values ($1, $2, $3, 1)`,
      [organizationId, name, JSON.stringify(value)],
    )
  await store.query(
    `insert into doctors (organization_id, id, first_name, last_name, name) values ($1, 'd1', 'Ann', 'Lee', 'Dr. Lee')`,
    [organizationId],
  )
  await store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
     values ($1, 'p1', 'i1', 'Ada', 'Bell', $2)`,
    [organizationId, phone],
  )
  await store.query(
    `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type,
       location, timed_at)
     values ($1, 'a1', 'p1', 'd1', 'Dr. Lee', now() + $2::interval, now() + $2::interval + interval '1 hour', 'scheduled',
       'Follow-up', 'Northgate', now() - interval '1 day')`,
    [organizationId, startsIn],
  )
}

const FAX_FILE = '0199f0aa-3c00-7000-8000-000000000911'

export const WORKER_ROWS: readonly WorkerRow[] = [
  {
    queue: 'outbound_texts',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from messages where ${ofOrganization(scene)} and status = 'sent')`,
    async arrange(scene) {
      await addMessage(scene, 'outbound', 'queued')
      await scene.store.query(
        `insert into outbound_texts (organization_id, message_id, conversation_id) values ($1, 'm1', 'c1')`,
        [scene.organizationId],
      )
    },
    effects: async (scene) => ({
      'texts at the carrier': scene.outside.textsTo(scene.phone),
      'messages that are sent': await count(scene, `messages where ${ofOrganization(scene)} and status = 'sent'`),
    }),
  },
  {
    queue: 'media_fetches',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from attachments where ${ofOrganization(scene)})`,
    async arrange(scene) {
      await addMessage(scene, 'inbound', 'received')
      await scene.store.query(
        `insert into media_fetches (organization_id, message_id, place, conversation_id, url)
         values ($1, 'm1', 0, 'c1', $2)`,
        [scene.organizationId, scene.outside.mediaUrl],
      )
    },
    effects: async (scene) => ({
      attachments: await count(scene, `attachments where ${ofOrganization(scene)}`),
      'events of the message': await eventsOf(scene, 'message.changed'),
    }),
  },
  {
    queue: 'reconciliation_runs',
    scope: 'system',
    item: ofOrganization,
    ended: (scene) =>
      `exists (select from reconciliation_runs where ${ofOrganization(scene)} and attempted_at is not null)`,
    async arrange({ store, outside, organizationId, clinicNumber, phone }) {
      await store.query(
        `insert into reconciliation_runs (organization_id, begun_at, covered_until)
         values ($1, now() - interval '1 hour', now() - interval '1 hour')`,
        [organizationId],
      )
      outside.receive({ from: phone, to: clinicNumber, body: 'Missed', at: new Date(Date.now() - 600_000) })
    },
    effects: async (scene) => ({
      'texts that were ingested': await count(scene, `messages where ${ofOrganization(scene)} and body = 'Missed'`),
      'runs that ended': await count(
        scene,
        `reconciliation_runs where ${ofOrganization(scene)} and attempted_at is not null`,
      ),
    }),
  },
  {
    queue: 'scheduled_texts',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from scheduled_texts where ${ofOrganization(scene)} and status = 'sent')`,
    arrange: ({ store, organizationId }) =>
      store.query(
        `insert into scheduled_texts
           (organization_id, id, conversation_id, body, send_at, status, user_id, user_name, created_at, version)
         values ($1, 's1', 'c1', 'Written ahead', now(), 'waiting', 'lena', 'Lena Kim', now(), 0)`,
        [organizationId],
      ),
    effects: async (scene) => ({
      messages: await count(scene, `messages where ${ofOrganization(scene)} and body = 'Written ahead'`),
      'texts at the carrier': scene.outside.textsTo(scene.phone),
    }),
  },
  {
    queue: 'conversations',
    until: 'snooze_leased_until',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from conversations where ${ofOrganization(scene)} and snoozed_until is null)`,
    arrange: (scene) =>
      scene.store.query(`update conversations set snoozed_until = now() where ${ofOrganization(scene)}`),
    effects: async (scene) => ({
      'events of the conversation': await eventsOf(scene, 'conversation.changed'),
      'conversations that are unread': await count(
        scene,
        `conversations where ${ofOrganization(scene)} and unread_count > 0`,
      ),
    }),
  },
  {
    queue: 'conversation_holds',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `not exists (select from conversation_holds where ${ofOrganization(scene)})`,
    arrange: ({ store, organizationId }) =>
      store.query(
        `insert into conversation_holds (organization_id, conversation_id, user_id, holder, until, version)
         values ($1, 'c1', 'lena', 'a tab', now(), 0)`,
        [organizationId],
      ),
    effects: async (scene) => ({ 'events of the end': await eventsOf(scene, 'hold.changed') }),
  },
  {
    queue: 'appointments',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from reminders where ${ofOrganization(scene)})`,
    async arrange(scene) {
      // The step was due ten minutes ago, and may be late by half an hour.
      await addVisit(scene, '110 minutes')
      await scene.store.query(`update appointments set next_reminder_at = now() where ${ofOrganization(scene)}`)
    },
    effects: async (scene) => ({
      'entries of the ledger': await count(scene, `reminders where ${ofOrganization(scene)}`),
      messages: await count(scene, `messages where ${ofOrganization(scene)} and origin = 'reminder'`),
      'texts at the carrier': scene.outside.textsTo(scene.phone),
    }),
  },
  {
    queue: 'reminder_plans',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from reminder_plans where ${ofOrganization(scene)} and ended_at is not null)`,
    async arrange(scene) {
      await addVisit(scene, '3 days')
      await scene.store.query(
        `insert into reminder_plans (organization_id, saved_at, last_pass) values ($1, now() - interval '1 minute', true)`,
        [scene.organizationId],
      )
    },
    effects: async (scene) => ({
      'next reminders': await count(
        scene,
        `appointments where ${ofOrganization(scene)} and next_reminder_at is not null`,
      ),
      'plans that ended': await count(scene, `reminder_plans where ${ofOrganization(scene)} and ended_at is not null`),
    }),
  },
  {
    queue: 'mails',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from mails where ${ofOrganization(scene)} and status = 'sent')`,
    arrange: ({ store, organizationId, address }) =>
      store.query(
        `insert into mails
           (organization_id, id, conversation_id, address, subject, content, status, user_id, user_name, created_at)
         values ($1, 'mail-to-patient', 'c1', $2, 'Hello', 'Hello', 'queued', 'lena', 'Lena Kim', now())`,
        [organizationId, address],
      ),
    effects: async (scene) => ({
      'mails at the service': scene.outside.mailsTo(scene.address),
      'mails that are sent': await count(scene, `mails where ${ofOrganization(scene)} and status = 'sent'`),
      'entries of the history': await eventsOf(scene, 'history.added'),
    }),
  },
  {
    queue: 'faxes',
    scope: 'organization',
    item: ofOrganization,
    // The service has the fax, and its answer is not stored yet.
    ended: (scene) => `exists (select from faxes where ${ofOrganization(scene)} and sinch_id is not null)`,
    async arrange({ store, parts, organizationId, phone }) {
      const bytes = Buffer.from('a Word file')
      await parts.files.put(FAX_FILE, Readable.from([bytes]), bytes.length)
      await store.query(
        `insert into faxes (organization_id, id, number, own_number, note, status, file_id, file_name, file_size,
           file_type, sent_by, created_at, version, due_at)
         values ($1, 'fax1', $2, '+15125550190', '', 'queued', $3, 'a.doc', $4, 'application/msword', 'lena', now(), 0, now())`,
        [organizationId, phone, FAX_FILE, bytes.length],
      )
    },
    effects: async (scene) => ({
      'faxes at the service': scene.outside.faxesTo(scene.phone),
      'faxes that are delivered': await count(scene, `faxes where ${ofOrganization(scene)} and status = 'delivered'`),
      'attempts of the fax': await count(
        scene,
        `faxes, jsonb_array_elements(attempts) where ${ofOrganization(scene)} and status = 'delivered'`,
      ),
    }),
  },
  {
    queue: 'fax_leftovers',
    scope: 'system',
    item: ofOrganization,
    ended: (scene) => `not exists (select from fax_leftovers where ${ofOrganization(scene)})`,
    arrange: ({ store, organizationId }) =>
      store.query(`insert into fax_leftovers (organization_id, sinch_id) values ($1, 'ended')`, [organizationId]),
    effects: async (scene) => ({
      'pages that were deleted': Number(scene.outside.isDeleted('ended')),
      'rows that are gone': 1 - (await count(scene, `fax_leftovers where ${ofOrganization(scene)}`)),
    }),
  },
  {
    queue: 'imports',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from imports where ${ofOrganization(scene)} and state = 'done')`,
    arrange: addImport,
    effects: async (scene) => ({
      'providers that were brought in': await count(scene, `insurance_providers where ${ofOrganization(scene)}`),
      'rows with their outcome': await count(
        scene,
        `import_rows where ${ofOrganization(scene)} and outcome = 'created'`,
      ),
      'events of the end': await count(
        scene,
        `events where ${ofOrganization(scene)} and type = 'import.progress' and data ->> 'state' = 'done'`,
      ),
    }),
  },
  ...CAMPAIGN_ROWS,
  ...AUTOMATION_ROWS,
  ...BOT_ROWS,
  ...LISTING_ROWS,
  {
    queue: 'account_mails',
    scope: 'system',
    item: ofAddress,
    ended: (scene) => `exists (select from account_mails where ${ofAddress(scene)} and status = 'sent')`,
    arrange: ({ store, parts, address }) =>
      store.database.system(async (tx) =>
        queueAccountMail(tx, { kind: 'password', address, expiresAt: new Date(Date.now() + 3_600_000) }, parts),
      ),
    effects: async (scene) => ({
      'mails that are sent': await count(scene, `account_mails where ${ofAddress(scene)} and status = 'sent'`),
    }),
  },
  {
    queue: 'password_asks',
    scope: 'system',
    item: () => 'true',
    ended: () => 'not exists (select from password_asks)',
    async arrange({ store, address }) {
      await store.query(`insert into "user" (id, name, email) values ('lena', 'Lena Kim', $1)`, [address])
      await store.query(
        `insert into account (id, "accountId", "providerId", "userId", password, "updatedAt")
         values ('a1', 'lena', 'credential', 'lena', 'hash', now())`,
      )
      const ask = { id: 'ask', email: address, requestId: 'r1', askedAt: new Date() }
      await store.database.system((tx) => addAsk(tx, ask))
    },
    effects: async (scene) => ({
      'mails with a link': await count(scene, `account_mails where ${ofAddress(scene)}`),
      'mails at the service': scene.outside.mailsTo(scene.address),
      links: await count(scene, 'password_links'),
    }),
  },
  {
    queue: 'log_cursors',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from handled where ${ofOrganization(scene)})`,
    arrange: addEvent,
    // The figures of the wallboard may be told meanwhile, after the event.
    effects: async (scene) => ({
      'times that the event was handled': await count(scene, `handled where ${ofOrganization(scene)} and seq = 1`),
    }),
  },
  {
    queue: 'relay_cursors',
    scope: 'system',
    item: ofOrganization,
    ended: (scene) => `exists (select from relay_cursors where ${ofOrganization(scene)} and seq > 0)`,
    arrange: addEvent,
    // The figures of the wallboard may be told meanwhile.
    effects: async (scene) => ({
      'events at the relay': scene.outside.eventsOf(scene.organizationId, 'conversation.changed'),
      'cursors behind the event': await count(scene, `relay_cursors where ${ofOrganization(scene)} and seq >= 1`),
    }),
  },
]
