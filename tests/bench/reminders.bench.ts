/**
 * Measures how fast due reminders become texts, beside scheduled texts, which take the same way with fewer questions. Each
 * must become exactly one text. Then a tenth of the visits is moved before the texts leave, of which none may reach the
 * carrier. `BENCH_REMINDERS` takes another number than 10,000.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase } from '@foyer/api/db/database.ts'
import { startEmbedded } from '@foyer/api/db/embedded.ts'
import { migrate } from '@foyer/api/db/migrate.ts'
import { changeAppointments } from '@foyer/api/modules/appointments/appointment-change.ts'
import { move } from '@foyer/api/modules/appointments/appointments.rules.ts'
import { startReminders } from '@foyer/api/modules/appointments/reminders/due-reminders.ts'
import { startScheduledTexts } from '@foyer/api/modules/inbox/scheduled/scheduled-texts.ts'
import { startOutbound } from '@foyer/api/modules/texting/outbound-worker.ts'
import { seams } from '@foyer/api/modules.ts'
import type { Services } from '@foyer/api/services.ts'
import type { Worker } from '@foyer/api/workers/loop.ts'
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import pg from 'pg'
import { testIdentity, testServices } from '../support/services.ts'
import { type Row, ratio } from './statistics.ts'

const MANY = Number(process.env.BENCH_REMINDERS ?? 10_000)
const MOVED = MANY / 10

export async function benchReminders(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-bench-'))
  const store = await startEmbedded({ dataDir })
  await migrate(store.url)
  const client = new pg.Client({ connectionString: store.url })
  await client.connect()
  const database = createDatabase({ url: store.url })
  const parts = { ...testServices({ url: store.url, database }, { env: { SMS_DAILY_LIMIT: String(MANY * 10) } }) }
  const services = { ...parts, ...seams, identity: testIdentity({}) }
  const count = async (from: string) => Number((await client.query(`select count(*) from ${from}`)).rows[0].count)
  try {
    await arrange(client)
    const plain = await perSecond(services, startScheduledTexts, () =>
      count(`scheduled_texts where status <> 'waiting'`),
    )
    await client.query(`update appointments set next_reminder_at = now()`)
    const reminders = await perSecond(services, startReminders, () => count('reminders'))
    const texts = await count(`messages where origin = 'reminder'`)
    const numbers = await count(`(select distinct conversation_id from messages where origin = 'reminder') as told`)
    const isExact = texts === MANY && numbers === MANY
    const carried = await carryAfterMoves(services, client)
    return [
      {
        what: `reminders, ${MANY.toLocaleString('en-US')} due at once`,
        figure: `${reminders.toFixed(0)}/s`,
        baseline: `scheduled texts: ${plain.toFixed(0)}/s`,
        ratio: ratio(reminders, plain),
        aim: 'at least 0.5 ×',
        isMissed: reminders < 0.5 * plain,
      },
      {
        what: 'texts that they became',
        figure: texts.toLocaleString('en-US'),
        baseline: `numbers: ${numbers.toLocaleString('en-US')}`,
        aim: 'one each',
        isMissed: !isExact,
      },
      {
        what: `texts that left of ${MOVED.toLocaleString('en-US')} visits that were moved`,
        figure: carried.moved.toLocaleString('en-US'),
        baseline: `of as many that were not: ${carried.others.toLocaleString('en-US')}`,
        aim: 'none',
        isMissed: carried.moved > 0 || carried.others !== MOVED,
      },
    ]
  } finally {
    await database.close()
    await client.end()
    await store.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A clinic of patients with a conversation, a scheduled text and a visit each, all due. There are no quiet hours. */
async function arrange(client: pg.Client): Promise<void> {
  const [any] = visitSetting.default.reminders
  const step = { ...any?.steps[1], _id: 'step', before: { n: 2, unit: 'hour' }, at: null }
  const settings = {
    appointments: { ...visitSetting.default, reminders: [{ ...any, enabled: true, steps: [step] }] },
    inbox: { ...inboxSetting.default, quietHours: { from: '00:00', to: '00:00' } },
  }
  await client.query(
    `insert into organizations (id, name, type, timezone, sms_number) values ('o1', 'Cedar', 'hospital', 'UTC', '+15125550100')`,
  )
  await client.query(`insert into organization_heads (organization_id, epoch) values ('o1', 'e1')`)
  for (const [name, value] of Object.entries(settings))
    await client.query(
      `insert into organization_settings (organization_id, name, value, version) values ('o1', $1, $2, 1)`,
      [name, JSON.stringify(value)],
    )
  await client.query(
    `insert into doctors (organization_id, id, first_name, last_name, name) values ('o1', 'd1', 'Ann', 'Lee', 'Dr. Lee')`,
  )
  await client.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
     select 'o1', 'p' || n, 'i' || n, 'Ada', 'Bell', '+1512' || lpad(n::text, 7, '0') from generate_series(1, $1::int) as n`,
    [MANY],
  )
  await client.query(
    `insert into conversations (organization_id, id, patient_id, channel, sender, phone_number, status, last_message_at,
       search_text, version)
     select 'o1', 'c' || id, id, 'sms', phone_number, phone_number, 'open', now(), E'\\n', 0 from patients`,
  )
  await client.query(
    `insert into scheduled_texts (organization_id, id, conversation_id, body, send_at, status, user_id, user_name,
       created_at, version)
     select 'o1', id, id, 'See you', now(), 'waiting', 'lena', 'Lena Kim', now(), 0 from conversations`,
  )
  await client.query(
    `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type,
       location, timed_at)
     select 'o1', 'a' || id, id, 'd1', 'Dr. Lee', now() + interval '119 minutes', now() + interval '3 hours', 'scheduled',
       'Follow-up', 'Northgate', now() - interval '1 day'
     from patients`,
  )
  await client.query('vacuum (analyze) patients, conversations, appointments, scheduled_texts')
}

const HOUR_MS = 3_600_000
/** The visits of a transaction, as many as staff move at once. */
const AT_ONCE = 100

/** Moves visits whose texts are queued, and hands over those texts and as many of other visits to a carrier that counts them. */
async function carryAfterMoves(
  services: Parameters<typeof startOutbound>[0],
  client: pg.Client,
): Promise<{ moved: number; others: number }> {
  await client.query(
    `delete from outbound_texts where message_id not in (
       select message_id from reminders where appointment_id in (select 'ap' || n from generate_series(1, $1::int) as n))`,
    [2 * MOVED],
  )
  const began = Date.now()
  for (let first = 1; first <= MOVED; first += AT_ONCE) {
    const ids = Array.from({ length: AT_ONCE }, (_, nth) => `ap${first + nth}`)
    await services.database.write('o1', (tx) => {
      const now = services.clock.now()
      return changeAppointments(tx, { organizationId: 'o1', ids, by: null, now }, (visit) => {
        // An hour for each, because all are of one doctor.
        const startsAt = new Date(began + (24 + Number(visit.id.slice(2))) * HOUR_MS)
        const endsAt = new Date(startsAt.getTime() + HOUR_MS / 2)
        return move(visit, { startsAt, endsAt, doctorId: visit.doctorId, at: now })
      })
    })
  }
  const sent: string[] = []
  const gateway = {
    send: async ({ to }: { to: string }) => ({ outcome: 'accepted' as const, sid: `SM${sent.push(to)}` }),
    find: async () => ({ outcome: 'absent' as const }),
  }
  const worker = startOutbound(services, { gateway })
  try {
    while (Number((await client.query(`select count(*) from outbound_texts`)).rows[0].count) > 0) await pause(100)
  } finally {
    await worker.stop()
  }
  // Patients have the numbers of their visits.
  const isMoved = (to: string) => Number(to.slice(-7)) <= MOVED
  return { moved: sent.filter(isMoved).length, others: sent.filter((to) => !isMoved(to)).length }
}

async function perSecond(
  services: Services,
  start: (services: Services) => Worker,
  done: () => Promise<number>,
): Promise<number> {
  const began = performance.now()
  const worker = start(services)
  try {
    while ((await done()) < MANY) await pause(100)
  } finally {
    await worker.stop()
  }
  return MANY / ((performance.now() - began) / 1000)
}
