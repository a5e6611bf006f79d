/**
 * Measures the dashboards of a clinic with 10,000 messages in a year and of one with a million, through the whole API, in turn.
 * `BENCH_MESSAGES` takes another number than a million.
 */
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import pg from 'pg'
import { compareSizes, type GeneratedClinic, openGenerated, type Question } from './generated-clinic.ts'
import { ms, quantile, type Row } from './statistics.ts'

const ASKED = 60
const FEW = 10_000
const MANY = Number(process.env.BENCH_MESSAGES ?? 1_000_000)
const MOST_MS = 300

export async function benchDashboards(): Promise<Row[]> {
  const few = { name: FEW.toLocaleString('en-US'), clinic: await openYear(FEW) }
  const many = { name: MANY.toLocaleString('en-US'), clinic: await openYear(MANY) }
  try {
    const rows: Row[] = []
    for (const [what, question] of QUESTIONS) {
      rows.push(await compareSizes(what, question, { few, many, asked: ASKED, most: 3 }))
      rows.push(await slowest(`… ${what}, p95`, question, many.clinic))
    }
    return rows
  } finally {
    await few.clinic.stop()
    await many.clinic.stop()
  }
}

/** A clinic whose messages and answered waits lie in the last 366 days. */
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
  await client.query('vacuum analyze')
  await client.end()
  return clinic
}

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

function communication(days: number): Question {
  return ({ member, organizationId }) =>
    member.call('patientCommunication', { body: { organizationId, ...range(days) } })
}

const QUESTIONS: readonly [string, Question][] = [
  ['patient communication, 31 days', communication(31)],
  ['patient communication, 366 days', communication(366)],
  [
    'rows behind a number, page 1',
    ({ member, organizationId }) =>
      member.call('dashboardRows', { query: { organizationId, metric: 'messages.received', ...range(31) } }),
  ],
]
