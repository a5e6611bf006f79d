/**
 * Measures an import of 100,000 visits of 20,000 patients, a fifth of whom have a conversation: how many events it writes, and
 * its rate beside bare inserts of the same rows. `BENCH_IMPORT` takes another number than 100,000.
 */
import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabase } from '@foyer/api/db/database.ts'
import { startEmbedded } from '@foyer/api/db/embedded.ts'
import { migrate } from '@foyer/api/db/migrate.ts'
import { addVisits } from '@foyer/api/modules/appointments/add-visits.ts'
import pg from 'pg'
import { type Row, ratio } from './statistics.ts'

const MANY = Number(process.env.BENCH_IMPORT ?? 100_000)
const EACH = 5
const PATIENTS = MANY / EACH
/** The visits of a transaction of the bare inserts: those of 100 patients, as an import has them. */
const AT_ONCE = 100 * EACH
const EVENTS_MOST = 10

export async function benchImports(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-bench-'))
  const store = await startEmbedded({ dataDir })
  await migrate(store.url)
  const client = new pg.Client({ connectionString: store.url })
  await client.connect()
  const database = createDatabase({ url: store.url })
  try {
    for (const organizationId of ['o1', 'o2']) await arrange(client, organizationId)
    await client.query('vacuum (analyze) patients, conversations')
    const bare = await timed(() => insertBare(client, 'o2'))
    const now = new Date()
    const adding = { organizationId: 'o1', now, visits: visitsOf('o1', now), reminded: [], writeLedger: async () => {} }
    let added = 0
    const ours = await timed(async () => {
      added = await addVisits(database, adding)
    })
    const count = async (from: string) => Number((await client.query(`select count(*) from ${from}`)).rows[0].count)
    const events = await count(`events where organization_id = 'o1'`)
    const stored = await count(`appointments where organization_id = 'o1'`)
    return [
      {
        what: `visits of an import of ${MANY.toLocaleString('en-US')}`,
        figure: `${(MANY / ours).toFixed(0)}/s`,
        baseline: `bare inserts: ${(MANY / bare).toFixed(0)}/s`,
        ratio: ratio(bare, ours),
      },
      {
        what: 'events that it wrote',
        figure: events.toLocaleString('en-US'),
        baseline: `visits: ${stored.toLocaleString('en-US')}`,
        aim: `at most ${EVENTS_MOST}`,
        isMissed: events > EVENTS_MOST || stored !== MANY || added !== MANY,
      },
    ]
  } finally {
    await database.close()
    await client.end()
    await store.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

async function arrange(client: pg.Client, organizationId: string): Promise<void> {
  await client.query(
    `insert into organizations (id, name, type, timezone) values ($1, $1, 'hospital', 'America/Chicago')`,
    [organizationId],
  )
  await client.query(`insert into organization_heads (organization_id, epoch) values ($1, 'e1')`, [organizationId])
  await client.query(
    `insert into doctors (organization_id, id, first_name, last_name, name)
     select $1, 'd' || n, '', 'Doctor' || n, 'Dr. Doctor' || n from generate_series(0, 19) as n`,
    [organizationId],
  )
  await client.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
     select $1, 'p' || n, 'p' || n, 'Ada', 'Bell' || n, '+1512' || lpad(n::text, 7, '0')
     from generate_series(0, $2::int - 1) as n`,
    [organizationId, PATIENTS],
  )
  await client.query(
    `insert into conversations (organization_id, id, patient_id, channel, sender, phone_number, status, last_message_at,
       search_text, version)
     select organization_id, id, id, 'sms', phone_number, phone_number, 'open', now(), E'\\n', 0
     from patients where organization_id = $1 order by id limit $2`,
    [organizationId, PATIENTS / 5],
  )
}

function visitsOf(organizationId: string, now: Date) {
  const hour = 3_600_000
  return Array.from({ length: MANY }, (_, nth) => {
    const startsAt = new Date(Math.ceil(now.getTime() / hour) * hour + (24 + Math.floor(nth / 20)) * hour)
    return {
      state: {
        ...{ id: randomUUIDv7(), organizationId, patientId: `p${Math.floor(nth / EACH)}`, doctorId: `d${nth % 20}` },
        ...{ startsAt, endsAt: new Date(startsAt.getTime() + hour / 2), status: 'scheduled' as const },
        ...{ type: 'Follow-up', location: 'Northgate', telemedicineServiceId: null, confirmedAt: null },
        ...{ confirmedBy: null, reschedule: null, reply: null, called: null, admittedAt: null, dischargedAt: null },
        ...{ source: 'import' as const, nextReminderAt: null, createdAt: now, timedAt: now, version: 0 },
      },
      history: [],
    }
  })
}

/** The same columns in the same table, and nothing else: no lock, no history, no record of a patient, no conversation. */
async function insertBare(client: pg.Client, organizationId: string): Promise<void> {
  const visits = visitsOf(organizationId, new Date())
  for (let from = 0; from < visits.length; from += AT_ONCE) {
    const given = visits.slice(from, from + AT_ONCE).map(({ state }) => state)
    await client.query(
      `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type,
         location, source)
       select $1, id, "patientId", "doctorId", 'Dr. Doctor', "startsAt", "endsAt", status, type, location, source
       from jsonb_to_recordset($2::jsonb) as given (id text, "patientId" text, "doctorId" text, "startsAt" timestamptz,
         "endsAt" timestamptz, status text, type text, location text, source text)`,
      [organizationId, JSON.stringify(given)],
    )
  }
}
