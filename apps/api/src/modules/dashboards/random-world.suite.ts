/** Test setup: random rows of all that dashboards count, and random changes of them. */
import type { Random } from '@foyer/contracts/random.rules.ts'
import type { Visits } from '../appointments/visits.suite.ts'

const ORGANIZATION = 'o1'
/** The range of the tests, with the day on which clocks go back in between, and days around it. */
const FIRST = Date.parse('2026-10-10T00:00:00Z')
const LAST = Date.parse('2026-11-25T00:00:00Z')

/** Whether a row holds the text of a reply says nothing of its state. */
const REVIEW_STATES = [
  ...['needsReply', 'posting', 'pending', 'public', 'public', 'public', 'rejected', 'failed', 'overtaken', 'removing'],
]

export interface World {
  /** Adds some rows of each kind. */
  grow(random: Random, seed: number): Promise<void>
  /** Changes some rows as people and carriers do. */
  act(random: Random): Promise<void>
}

export async function openWorld(clinic: Visits): Promise<World> {
  const { query } = clinic.store
  await query(
    `insert into conversations (organization_id, id, patient_id, channel, sender, phone_number, status, last_message_at, search_text, version,
       request_type, feedback, unread_count, waiting_since)
     select $1, 'c' || n, case when n % 3 = 0 then null else 'p1' end, case when n % 4 = 0 then 'chat' else 'sms' end, 'sender' || n, '+1512555' || (1000 + n),
       (array['open', 'unassigned', 'resolved', 'pending', 'quiet'])[1 + n % 5], now(), '', 0,
       (array['billing', 'other', 'concierge', null])[1 + n % 4], case when n % 6 = 0 then 'down' end, n % 3, case when n % 2 = 0 then now() end
     from generate_series(1, 24) as n`,
    [ORGANIZATION],
  )
  await query(
    `insert into campaigns (organization_id, id, name, kind, type, status, audience, steps, clock, timezone, fallbacks, track_links,
       track_opens, revision, saved_at, created_at, states, step_states, results, causes, skipped, version)
     select $1, 'campaign' || n, 'Flu', 'once', 'SMS', 'finished', 'null', '[]', 'patient', 'America/Chicago', '{}', true, false, 1, now(),
       now(), '{}', '{}', '{}', '[]', '[]', 0 from generate_series(1, 8) as n`,
    [ORGANIZATION],
  )
  await query(
    `insert into listing_locations (organization_id, id, account, title, due_at)
     values ($1, 'location1', 'account1', 'Main Street', now()), ($1, 'location2', 'account1', 'Not connected any more', null)`,
    [ORGANIZATION],
  )
  await query(
    `insert into forms (organization_id, id, title, intro, state, tells_inbox, listed, revision, questions, created_at, version)
     values ($1, 'form1', 'Intake', '', 'active', false, true, 1, 1, now(), 0)`,
    [ORGANIZATION],
  )
  await query(
    `insert into form_revisions (organization_id, form_id, revision, questionnaire) values ($1, 'form1', 1, '{}')`,
    [ORGANIZATION],
  )
  const moment = (random: Random) => new Date(random.between(FIRST, LAST)).toISOString()

  return {
    async grow(random, seed) {
      const insert = (table: string, rows: readonly object[]) =>
        query(
          `insert into ${table} (${Object.keys(rows[0] ?? {}).join(', ')})
           select ${Object.keys(rows[0] ?? {}).join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
          [JSON.stringify(rows)],
        )
      const some = <Row>(count: number, make: (id: string, at: string) => Row) =>
        Array.from({ length: count }, (_, nth) => make(`${seed}-${nth}`, moment(random)))
      const staff = () => random.pick(['lena', 'dana', null])
      const conversation = () => `c${random.between(1, 24)}`
      const organization_id = ORGANIZATION
      const messages = some(90, (id, created_at) => {
        const isInbound = random.chance(0.4)
        return {
          ...{
            organization_id,
            id: `m${id}`,
            conversation_id: conversation(),
            body: 'Hi',
            created_at,
            version: 0,
            added_version: 0,
          },
          ...{ direction: isInbound ? 'inbound' : 'outbound', private: random.chance(0.2), words: '' },
          ...{
            user_id: isInbound ? null : staff(),
            automatic: false,
            quiet: false,
            mentions: [],
            attachments: [],
            carrier_media: [],
          },
          status: isInbound
            ? 'received'
            : random.pick(['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed']),
        }
      })
      await insert('messages', messages)
      const answers = messages.filter((one) => one.direction === 'outbound' && one.user_id !== null && !one.private)
      await insert(
        'answered_waits',
        answers.map((one) => ({
          ...{ organization_id, message_id: one.id, conversation_id: one.conversation_id, user_id: one.user_id },
          ...{
            began: one.created_at,
            answered: one.created_at,
            failed: ['undelivered', 'failed'].includes(one.status),
          },
          open_seconds: random.chance(0.1) ? null : random.between(0, 40_000),
        })),
      )
      await insert(
        'mails',
        some(25, (id, created_at) => {
          const status = random.pick(['queued', 'sent', 'failed', 'unconfirmed'])
          return {
            ...{
              organization_id,
              id: `e${id}`,
              address: 'a@b.test',
              subject: 's',
              content: 'c',
              status,
              created_at,
              origin: 'staff',
            },
            ...{
              ended_at: status === 'queued' ? null : created_at,
              user_id: staff(),
              user_name: null,
              patient_id: 'p1',
            },
            ...{ queued_at: created_at, due_at: '2030-01-01T00:00:00Z', attempts: 0 },
          }
        }),
      )
      await insert(
        'faxes',
        some(15, (id, created_at) => ({
          ...{
            organization_id,
            id: `f${id}`,
            number: '+1',
            own_number: '+1',
            note: '',
            file_id: 'x',
            file_name: 'x',
            file_size: 1,
          },
          ...{
            status: random.pick(['queued', 'delivered', 'partial', 'failed', 'canceled']),
            file_type: 'pdf',
            sent_by: 'lena',
          },
          ...{ created_at, version: 0, attempts: [], attempt: 0, looked: 0, not_taken: 0 },
        })),
      )
      const visits = some(40, (id, starts_at) => ({
        ...{
          organization_id,
          id: `v${id}`,
          patient_id: 'p1',
          doctor_id: random.pick(['doctor1', 'doctor2']),
          doctor_name: 'Dr.',
        },
        ...{
          starts_at,
          ends_at: starts_at,
          type: 'Labs',
          location: random.pick(['Northgate', 'Main', '']),
          source: 'staff',
        },
        status: random.pick(['scheduled', 'arrived', 'completed', 'cancelled', 'noShow', 'admitted', 'discharged']),
        ...{
          created_at: starts_at,
          timed_at: starts_at,
          version: 0,
          shown_version: 0,
          was_confirmed: false,
          patient_eligible: false,
        },
      }))
      await insert('appointments', visits)
      await insert(
        'reminders',
        some(40, (id, created_at) => {
          const { id: appointment_id, starts_at } = random.pick(visits)
          return {
            ...{
              organization_id,
              id: `r${id}`,
              appointment_id,
              starts_at,
              patient_id: 'p1',
              step: `step${id}`,
              created_at,
            },
            ...{ type: random.pick(['reminder', 'reminder', 'noShow']), channel: random.pick(['sms', 'email']) },
            ...{ status: random.pick(['sent', 'delivered', 'notDelivered', 'skipped', 'queued']), withdrawn: false },
            ...{ also_confirmed: false, confirmed_at: random.chance(0.3) ? created_at : null },
          }
        }),
      )
      const rows = some(20, (id, created_at) => ({ id, created_at, isOut: random.chance(0.3) }))
      for (const { id, created_at, isOut } of rows) {
        await query(
          `insert into reviews (organization_id, location_id, review_id, stars, comment, created_at, updated_at, reply, state, seen_at, version)
           values ($1, $2, $3, $4, '', $5, $5, $6, $7, $5, 0)`,
          [
            ORGANIZATION,
            random.chance(0.8) ? 'location1' : 'location2',
            id,
            random.between(1, 5),
            created_at,
            random.chance(0.5) ? 'Thanks' : null,
            isOut ? 'removed' : random.pick(REVIEW_STATES),
          ],
        )
        await query(
          `insert into form_submissions (organization_id, id, form_id, revision, response, state, held_for, created_at, version)
           values ($1, $2, 'form1', 1, '{}', $3, $4, $5, 0)`,
          [
            ORGANIZATION,
            `form${id}`,
            isOut ? 'held' : random.pick(['new', 'done']),
            isOut ? 'robot' : null,
            created_at,
          ],
        )
      }
      await insert(
        'service_requests',
        some(20, (id, made) => ({
          ...{
            organization_id,
            id: `q${id}`,
            type: random.pick(['billing', 'appointment', 'form']),
            source: 'conversation',
            made,
          },
          ...{ conversation_id: conversation(), settled: made, self: random.chance(0.4) },
        })),
      )
      await insert(
        'campaign_sends',
        some(20, (id, at) => {
          const state = random.pick(['sent', 'delivered', 'failed', 'waiting'])
          return {
            ...{
              organization_id,
              campaign_id: `campaign${random.between(1, 8)}`,
              step: 1,
              patient_id: `s${id}`,
              ordinal: 0,
              state,
            },
            ...{ timezone: 'UTC', at, taken_at: state === 'waiting' || random.chance(0.2) ? null : moment(random) },
          }
        }),
      )
      await insert(
        'campaign_marks',
        some(25, (id, at) => ({
          ...{
            organization_id,
            campaign_id: `campaign${random.between(1, 8)}`,
            patient_id: `s${id}`,
            at,
            source: 'phone',
          },
          event: random.pick(['opened', 'clicked', 'replied', 'optedOut', 'booked']),
        })),
      )
    },

    async act(random) {
      const few = (table: string, condition: string, limit = 5) =>
        `(select id from ${table} where organization_id = '${ORGANIZATION}' and ${condition} order by md5(id || ${random.between(1, 1e6)}) limit ${limit})`
      const changes = [
        `update messages set status = 'delivered' where id in ${few('messages', `status in ('queued', 'sent', 'failed')`)}`,
        `update messages set status = 'undelivered' where id in ${few('messages', `status in ('sent', 'delivered')`)}`,
        `update appointments set status = 'confirmed', confirmed_at = starts_at, confirmed_by = 'patient' where id in ${few('appointments', `status = 'scheduled'`)}`,
        `update appointments set starts_at = starts_at + interval '2 days', status = 'scheduled', confirmed_at = null, confirmed_by = null where id in ${few('appointments', `status in ('scheduled', 'confirmed')`)}`,
        `update appointments set starts_at = moved_from where id in ${few('appointments', 'moved_from is not null', 2)}`,
        `update appointments set status = 'completed' where id in ${few('appointments', `status = 'confirmed'`)}`,
        `update reminders set status = 'notDelivered' where id in ${few('reminders', `status = 'sent'`)}`,
        `delete from service_requests where id in ${few('service_requests', 'true')}`,
        `update conversations set unread_count = unread_count + 1, status = 'open' where id in ${few('conversations', `status = 'resolved'`)}`,
        `update conversations set status = 'resolved' where id in ${few('conversations', `status in ('open', 'unassigned')`)}`,
      ]
      for (const change of random.shuffled(changes)) await query(change)
    },
  }
}
