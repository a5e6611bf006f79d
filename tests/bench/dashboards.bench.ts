/**
 * Measures the dashboards of a clinic with 10,000 messages in a year and of one with a million, through the whole API, in turn; and
 * the first page of the conversation list of the large one while a colleague reads its dashboards or exports rows, beside the
 * same page before. `BENCH_MESSAGES` takes another number than a million.
 */
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import pg from 'pg'
import { compareSizes, type GeneratedClinic, openGenerated, type Question } from './generated-clinic.ts'
import { ms, quantile, type Row, ratio } from './statistics.ts'

const ASKED = 60
const FEW = 10_000
const MANY = Number(process.env.BENCH_MESSAGES ?? 1_000_000)
const MOST_MS = 300
/** A clinic has so many messages to one visit, request and review. */
const TO_ONE = { visit: 10, request: 20, review: 100 } as const
/** A desk reads its list again more seldom. */
const LIST_EVERY_MS = 50
const LIST_CALLS = 200
const BESIDE_MOST = 1.5
const EXPORTED_DAYS = 36

export async function benchDashboards(): Promise<Row[]> {
  const few = { name: FEW.toLocaleString('en-US'), clinic: await openYear(FEW) }
  const many = { name: MANY.toLocaleString('en-US'), clinic: await openYear(MANY) }
  try {
    const rows: Row[] = []
    for (const [what, question] of QUESTIONS) {
      rows.push(await compareSizes(what, question, { few, many, asked: ASKED, most: 3 }))
      rows.push(await slowest(`… ${what}, p95`, question, many.clinic))
    }
    return [...rows, ...(await listBeside(many.clinic))]
  } finally {
    await few.clinic.stop()
    await many.clinic.stop()
  }
}

/** A clinic whose messages, answered waits, visits, reminders, requests and reviews lie in the last 366 days. */
async function openYear(messages: number): Promise<GeneratedClinic> {
  const clinic = await openGenerated({ organizations: 1, conversations: 1000, messages: 1 })
  const client = new pg.Client({ connectionString: clinic.databaseUrl })
  await client.connect()
  const values = [clinic.organizationId, messages]
  await client.query(
    `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, user_id, user_name,
       version, added_version, words)
     select $1, 'y' || n, c.id, case when n % 2 = 0 then 'inbound' else 'outbound' end, 'Hello',
       now() - n * (interval '366 days' / $2::int), case when n % 2 = 0 then 'received' else 'delivered' end,
       case when n % 4 = 1 then 'usr_' || n % 5 end, case when n % 4 = 1 then 'A colleague' end, 0, 0, ''
     from generate_series(1, $2::int) as n
     join (select id, row_number() over (order by id) - 1 as place from conversations where organization_id = $1) as c
       on c.place = n % 1000`,
    values,
  )
  await client.query(
    `insert into answered_waits (organization_id, message_id, conversation_id, user_id, began, answered, open_seconds)
     select organization_id, id, conversation_id, user_id, created_at - interval '5 minutes', created_at, length(id) * 60
     from messages where organization_id = $1 and user_id is not null and id like 'y%'`,
    [clinic.organizationId],
  )
  // The rows are consistent as they are, and triggers and foreign keys would check them one by one.
  await client.query('set session_replication_role = replica')
  for (const [statement, toOne] of BESIDE_MESSAGES)
    await client.query(statement, [clinic.organizationId, Math.floor(messages / toOne)])
  await client.query('vacuum analyze')
  await client.end()
  return clinic
}

/** $1 organization, $2 rows. */
const BESIDE_MESSAGES: readonly (readonly [statement: string, toOne: number])[] = [
  [
    `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type, location,
       version)
     select $1, 'y' || n, 'y' || n, 'doctor' || n % 20, 'Dr. Number ' || n % 20, at, at + interval '20 minutes',
       (array['completed', 'completed', 'cancelled', 'noShow'])[1 + n % 4], 'Follow-up', (array['Northgate', 'Main'])[1 + n % 2], 0
     from generate_series(1, $2::int) as n cross join lateral (select now() - n * (interval '366 days' / $2::int) as at) as made`,
    TO_ONE.visit,
  ],
  [
    `insert into reminders (organization_id, id, appointment_id, patient_id, starts_at, step, type, channel, status, address,
       created_at)
     select $1, 'y' || n, 'y' || n, 'y' || n, at, 'step', 'reminder', (array['sms', 'email'])[1 + n % 2],
       case when n % 20 = 0 then 'notDelivered' else 'delivered' end, '+17370000000', at
     from generate_series(1, $2::int) as n cross join lateral (select now() - n * (interval '366 days' / $2::int) as at) as made`,
    TO_ONE.visit,
  ],
  [
    `insert into service_requests (organization_id, id, type, source, conversation_id, made, settled, self)
     select $1, 'y' || n, (array['appointment', 'billing', 'other'])[1 + n % 3], 'conversation', 'y' || n, at, at, n % 5 = 0
     from generate_series(1, $2::int) as n cross join lateral (select now() - n * (interval '366 days' / $2::int) as at) as made`,
    TO_ONE.request,
  ],
  [
    `with place as (
       insert into listing_locations (organization_id, id, account, title, due_at)
       values ($1, 'place', 'accounts/1', 'Main Street', now() + interval '1 day'))
     insert into reviews (organization_id, location_id, review_id, reviewer, stars, comment, created_at, updated_at, reply, state,
       seen_at, version)
     select $1, 'place', 'y' || n, 'Reviewer', 1 + n % 5, '', at, at, case when n % 10 > 0 then 'Thank you.' end,
       case when n % 10 = 0 then 'needsReply' else 'public' end, at, 0
     from generate_series(1, $2::int) as n cross join lateral (select now() - n * (interval '366 days' / $2::int) as at) as made`,
    TO_ONE.review,
  ],
]

async function slowest(what: string, question: Question, clinic: GeneratedClinic): Promise<Row> {
  const samples: number[] = []
  for (let round = 0; round < ASKED; round++) {
    const started = performance.now()
    await question(clinic)
    samples.push(performance.now() - started)
  }
  const p95 = quantile(samples, 0.95)
  return {
    ...{ what, figure: ms(p95), baseline: `p50 ${ms(quantile(samples, 0.5))}` },
    ...{ aim: `at most ${MOST_MS} ms`, isMissed: p95 > MOST_MS },
  }
}

const today = new Date().toISOString().slice(0, 10)
const range = (days: number) => ({ startDate: dayAfter(today, 1 - days), endDate: today })

type Ask = (clinic: GeneratedClinic, days: number) => Promise<unknown>

const BOARDS: readonly (readonly [string, Ask])[] = [
  [
    'patient communication',
    ({ member, organizationId }, days) =>
      member.call('patientCommunication', { body: { organizationId, ...range(days) } }),
  ],
  [
    'online reviews',
    ({ member, organizationId }, days) =>
      member.call('onlineReviewsCount', { body: { organizationId, ...range(days) } }),
  ],
  [
    'self-service requests',
    ({ member, organizationId }, days) =>
      member.call('selfServiceRequestsCount', { body: { organizationId, ...range(days) } }),
  ],
  [
    'reminders',
    ({ member, organizationId }, days) => member.call('reminderCount', { body: { organizationId, ...range(days) } }),
  ],
  [
    'score card',
    ({ member, organizationId }, days) => {
      const { startDate: start, endDate: end } = range(days)
      return member.call('scoreCardAppointments', { query: { organizationId, start, end, day: days } })
    },
  ],
]

const QUESTIONS: readonly (readonly [string, Question])[] = [
  ...BOARDS.flatMap(([what, ask]) =>
    [31, 366].map((days) => [`${what}, ${days} days`, (clinic: GeneratedClinic) => ask(clinic, days)] as const),
  ),
  [
    'rows behind a number, page 1',
    ({ member, organizationId }) =>
      member.call('dashboardRows', { query: { organizationId, metric: 'messages.received', ...range(31) } }),
  ],
]

async function listBeside(clinic: GeneratedClinic): Promise<Row[]> {
  for (let warm = 0; warm < 20; warm++) await readList(clinic)
  const idle = await lists(clinic)
  const ofMonth = await beside(clinic, () => allBoards(clinic, 31))
  const ofYear = await beside(clinic, () => allBoards(clinic, 366))
  const exported = await beside(clinic, () => exportRows(clinic))
  return [
    besideRow('list while a colleague reads all dashboards of 31 days, p95', ofMonth, idle),
    besideRow('list while a colleague reads all dashboards of 366 days, p95', ofYear, idle),
    besideRow('list while a colleague exports rows as a workbook, p95', exported, idle),
  ]
}

async function allBoards(clinic: GeneratedClinic, days: number): Promise<void> {
  for (const [, ask] of BOARDS) await ask(clinic, days)
}

/** These days have nearly the 50,000 rows that a workbook takes, among a million messages. */
async function exportRows({ url, member, organizationId }: GeneratedClinic): Promise<void> {
  const search = new URLSearchParams({
    organizationId,
    metric: 'messages.received',
    format: 'xlsx',
    ...range(EXPORTED_DAYS),
  })
  const answer = await fetch(`${url}/api/dashboard/export?${search}`, {
    headers: { authorization: `Bearer ${member.token}` },
  })
  const bytes = await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The export was refused: ${answer.status} ${Buffer.from(bytes).toString('utf8')}`)
}

async function readList({ member, organizationId }: GeneratedClinic): Promise<number> {
  const began = performance.now()
  await member.call('conversations', { query: { organizationId, status: ['open'], limit: 50 } })
  return performance.now() - began
}

/** Reads the list so often, at a desk's pace. */
async function lists(clinic: GeneratedClinic): Promise<number[]> {
  const took: number[] = []
  while (took.length < LIST_CALLS) {
    const next = new Promise((resolve) => setTimeout(resolve, LIST_EVERY_MS))
    took.push(await readList(clinic))
    await next
  }
  return took
}

/** Reads the list while the work is done again and again. */
async function beside(clinic: GeneratedClinic, work: () => Promise<void>): Promise<number[]> {
  let isOver = false
  const working = (async () => {
    while (!isOver) await work()
  })()
  const took = await lists(clinic).finally(() => {
    isOver = true
  })
  await working
  return took
}

function besideRow(what: string, took: readonly number[], idle: readonly number[]): Row {
  const [now, before] = [quantile(took, 0.95), quantile(idle, 0.95)]
  return {
    ...{ what, figure: ms(now), baseline: `before: ${ms(before)}`, ratio: ratio(now, before) },
    ...{ aim: `${BESIDE_MOST} × or less`, isMissed: now > BESIDE_MOST * before },
  }
}
