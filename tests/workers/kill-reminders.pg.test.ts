/**
 * Two APIs and a carrier that hangs. The API that works on a visit is killed (SIGKILL) at a named moment between the time of
 * the visit's reminder and the carrier's answer; the other API and its successor go on.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProcess, type WorldProcess } from '../chaos/process.ts'
import { freePort } from '../support/free-port.ts'
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts'
import { RELAY_SECRETS } from '../support/services.ts'
import { until } from '../support/until.ts'
import { type HangingCarrier, type Manner, openHangingCarrier } from './hanging-carrier.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** On a busy machine each start of an API takes its time. */
const PATIENCE_MS = 120_000
const ORGANIZATION = 'org_kill'
const NAMES = ['first', 'second'] as const
type Name = (typeof NAMES)[number]

/** Triggers at which a transaction waits while the test holds the lock of this number. */
const STOPS = {
  inLedger: { at: 1, when: 'after insert on reminders for each row' },
  written: { at: 2, when: 'after insert on messages for each row' },
  handed: {
    at: 3,
    when: 'after update on outbound_texts for each row when (old.handed_at is null and new.handed_at is not null)',
  },
  answered: {
    at: 4,
    when: `after update on messages for each row when (old.status <> 'sent' and new.status = 'sent')`,
  },
}

let store: FreshDatabase
let carrier: HangingCarrier
let holder: pg.Client
let apis: Record<Name, WorldProcess>
const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-kill-reminders-'))

beforeAll(async () => {
  ;[store, carrier] = await Promise.all([freshDatabase(), openHangingCarrier()])
  holder = new pg.Client({ connectionString: store.url })
  await holder.connect()
  await arrange()
  const [first, second] = await Promise.all(NAMES.map(startedApi))
  apis = { first: first!, second: second! }
}, PATIENCE_MS)
afterAll(async () => {
  await Promise.all(Object.values(apis ?? {}).map((api) => api.kill()))
  await holder?.end()
  await Promise.all([store?.close(), carrier?.close()])
  rmSync(dataDir, { recursive: true, force: true })
}, PATIENCE_MS)

/** A clinic whose reminders go out three hours and two hours before a visit, at any time of the day. */
async function arrange() {
  await store.query(
    `insert into organizations (id, name, type, timezone, sms_number) values ($1, $1, 'hospital', 'UTC', '+15125550100')`,
    [ORGANIZATION],
  )
  await store.query(`insert into organization_heads (organization_id, epoch) values ($1, 'e1')`, [ORGANIZATION])
  await store.query(
    `insert into doctors (organization_id, id, first_name, last_name, name) values ($1, 'd1', 'Ann', 'Lee', 'Dr. Lee')`,
    [ORGANIZATION],
  )
  const [any] = visitSetting.default.reminders
  const steps = [3, 2].map((n) => ({ ...any?.steps[1], _id: `${n}h`, before: { n, unit: 'hour' }, at: null }))
  const settings = {
    appointments: { ...visitSetting.default, reminders: [{ ...any, enabled: true, steps }] },
    inbox: { ...inboxSetting.default, quietHours: { from: '00:00', to: '00:00' } },
  }
  for (const [name, value] of Object.entries(settings))
    await store.query(
      `insert into organization_settings (organization_id, name, value, version) values ($1, $2, $3, 1)`,
      [ORGANIZATION, name, JSON.stringify(value)],
    )
  await store.query(`create function stop_here() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(tg_argv[0]::bigint);
      return null;
    end $$`)
  for (const [name, { at, when }] of Object.entries(STOPS))
    await store.query(`create trigger "stop_${name}" ${when} execute function stop_here('${at}')`)
}

async function startedApi(name: Name): Promise<WorldProcess> {
  const port = await freePort()
  // The store's own limits would end a transaction that the test stops. The name tells whose connection waits.
  const url = new URL(store.url)
  for (const [limit, value] of Object.entries({ lock_timeout: '60000', statement_timeout: '60000' }))
    url.searchParams.set(limit, value)
  url.searchParams.set('application_name', name)
  const api = createProcess({
    name: `the ${name} api`,
    program: process.execPath,
    parameters: [path.join(ROOT, 'apps/api/src/main.ts')],
    env: {
      ...{ PORT: `${port}`, PUBLIC_URL: 'http://foyer.test', LOG_LEVEL: 'fatal', SEED: 'none' },
      ...{ DATABASE_URL: url.href, DATA_DIR: path.join(dataDir, name) },
      ...{ AUTH_SECRET: 'a secret of the tests and of nothing else', RELAY_SECRET: RELAY_SECRETS[0] ?? '' },
      TWILIO_BASE_URL: carrier.urlFor(name),
    },
    readyMs: PATIENCE_MS,
    async isReady() {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5000) })
      await answer.arrayBuffer()
      return answer.ok
    },
  })
  await api.start()
  return api
}

/** Adds a visit in 110 minutes: one step was missed by an hour, and the other is due. */
async function addVisit(id: string, phone: string) {
  await store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
     values ($1, $2, $2, 'Ada', 'Bell', $3)`,
    [ORGANIZATION, id, phone],
  )
  await store.query(
    `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type,
       location, timed_at, next_reminder_at)
     values ($1, $2, $2, 'd1', 'Dr. Lee', now() + interval '110 minutes', now() + interval '3 hours', 'scheduled',
       'Follow-up', 'Northgate', now() - interval '1 day', now())`,
    [ORGANIZATION, id],
  )
}

/** The API whose transaction waits at this stop. */
async function stoppedAt(at: number): Promise<Name | undefined> {
  const [row] = await store.query<{ name: Name }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and pid in (
       select pid from pg_locks where locktype = 'advisory' and not granted and classid = 0 and objid = $1)`,
    [at],
  )
  return row?.name
}

const hasConnections = async (name: Name) =>
  (
    await store.query(`select from pg_stat_activity where datname = current_database() and application_name = $1`, [
      name,
    ])
  ).length > 0

const ledgerOf = async (id: string) =>
  (
    await store.query<{ line: string }>(
      `select concat_ws(' ', step, status, reason) as line from reminders where appointment_id = $1 order by step`,
      [id],
    )
  ).map(({ line }) => line)

const isSettled = (ledger: readonly string[]) => ledger.length === 2 && /^2h (sent|notDelivered)/.test(ledger[0] ?? '')

interface Moment {
  readonly moment: string
  /** The statement at which the transaction is stopped. */
  readonly stop?: keyof typeof STOPS
  readonly manner?: Manner
  /** Whether the visit is cancelled before another API takes over. */
  readonly isCancelled?: boolean
}

const MOMENTS: readonly Moment[] = [
  { moment: 'the ledger has the step and nothing else is written', stop: 'inLedger' },
  { moment: 'the message is written beside the ledger', stop: 'written' },
  { moment: 'the text is marked as handed over', stop: 'handed' },
  { moment: 'the carrier hangs and has the text', manner: 'takes the text and hangs' },
  { moment: 'the answer of the carrier is saved', stop: 'answered' },
  { moment: 'the carrier hangs without the text and the visit is cancelled', manner: 'hangs', isCancelled: true },
]
const SENT = ['2h sent', '3h skipped too_late']
const DROPPED = ['2h notDelivered The visit was cancelled. Not sent.', '3h skipped too_late']
const phoneOf = (nth: number) => `+151255502${String(nth).padStart(2, '0')}`

/** Kills the API that works on the visit at this moment, and frees what it held. */
async function killAt({ stop, manner = 'answers', isCancelled = false }: Moment, nth: number): Promise<Name> {
  const [id, phone] = [`visit-${nth}`, phoneOf(nth)]
  const at = stop && STOPS[stop].at
  carrier.treat(phone, manner)
  if (at) await holder.query('select pg_advisory_lock($1)', [at])
  await addVisit(id, phone)
  const name = await until(
    async () => (at ? await stoppedAt(at) : (carrier.hungBy(phone) as Name | undefined)),
    PATIENCE_MS,
  )
  await apis[name].kill()
  if (at) await holder.query('select pg_advisory_unlock($1)', [at])
  // The store may still carry out what the process had sent.
  await until(async () => !(await hasConnections(name)), PATIENCE_MS)
  if (isCancelled) await store.query(`update appointments set status = 'cancelled' where id = $1`, [id])
  carrier.treat(phone, 'answers')
  // The visit is the only one that is worked on, so all leases are those of the killed process.
  for (const table of ['appointments', 'outbound_texts'])
    await store.query(`update ${table} set leased_until = now() - interval '1 second' where leased_until is not null`)
  return name
}

test.each(MOMENTS.map((moment, nth) => ({ ...moment, nth })))(
  'reminders make one text or one reason of each step when an API is killed while $moment',
  async ({ nth, ...moment }) => {
    const name = await killAt(moment, nth)
    const isBack = apis[name].start()
    const ledger = await until(async () => {
      const lines = await ledgerOf(`visit-${nth}`)
      return isSettled(lines) ? lines : undefined
    }, PATIENCE_MS)
    expect(ledger).toEqual(moment.isCancelled ? DROPPED : SENT)
    expect(carrier.textsTo(phoneOf(nth))).toHaveLength(moment.isCancelled ? 0 : 1)
    await isBack
  },
  2 * PATIENCE_MS,
)

test('nothing is left to send after the kills, and no visit has a second text', async () => {
  const left = await store.query(
    `select organization_id from outbound_texts union all
     select organization_id from appointments where next_reminder_at is not null`,
  )
  expect(left).toEqual([])
  expect(MOMENTS.map((_, nth) => carrier.textsTo(phoneOf(nth)).length)).toEqual(
    MOMENTS.map(({ isCancelled = false }) => (isCancelled ? 0 : 1)),
  )
  const [messages] = await store.query<{ times: number }>(
    `select count(*)::int as times from messages where direction = 'outbound'`,
  )
  expect(messages).toEqual({ times: MOMENTS.length })
})
