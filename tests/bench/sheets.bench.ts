/**
 * Measures the first page of the conversation list while a file of 20,000 patients is read, checked and imported into the same
 * organization, beside the same page before it. `BENCH_SHEET` takes another number of rows.
 */
import { type CallsWorld, openCallsWorld } from './calls-world.ts'
import { median, ms, quantile, type Row, ratio } from './statistics.ts'

const ROWS = Number(process.env.BENCH_SHEET ?? 20_000)
const IDLE_CALLS = 200
/** A desk reads its list again more seldom. */
const EVERY_MS = 50
const READY_MS = 300_000

export async function benchSheets(): Promise<Row[]> {
  const world = await openCallsWorld()
  try {
    for (let warm = 0; warm < 20; warm++) await readList(world)
    const idle: number[] = []
    while (idle.length < IDLE_CALLS) idle.push(await paced(world))
    const importId = await upload(world)
    const checking = await during(world, importId, ['review'])
    const { data } = await world.member.call('importOne', { query: { ...about(world), importId } })
    const { ready, skipped, errors } = data.counts
    const began = performance.now()
    await world.member.call('startImport', {
      body: { ...about(world), importId, expect: { ready, skipped, errors } },
      key: 'the only import',
    })
    const importing = await during(world, importId, ['done'])
    const seconds = (performance.now() - began) / 1000
    const done = await world.member.call('importOne', { query: { ...about(world), importId } })
    const { created } = done.data.outcome
    return [
      beside('list while a file is read and checked, p95', checking, idle),
      beside(`list while ${ROWS.toLocaleString('en-US')} patients are imported, p95`, importing, idle, 1.5),
      {
        ...{
          what: 'patients imported',
          figure: `${(created / seconds).toFixed(0)}/s`,
          baseline: `${seconds.toFixed(1)} s`,
        },
        ...{ aim: 'all of them', isMissed: created !== ROWS },
      },
    ]
  } finally {
    await world.stop()
  }
}

const about = ({ organizationId }: CallsWorld) => ({ organizationId })

async function readList({ member, organizationId }: CallsWorld): Promise<number> {
  const began = performance.now()
  await member.call('conversations', { query: { organizationId, status: ['open'], limit: 50 } })
  return performance.now() - began
}

async function paced(world: CallsWorld): Promise<number> {
  const next = new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  const took = await readList(world)
  await next
  return took
}

/** Reads the list until the import has one of the states. */
async function during(world: CallsWorld, importId: string, states: readonly string[]): Promise<number[]> {
  const took: number[] = []
  const until = performance.now() + READY_MS
  for (;;) {
    took.push(await paced(world))
    if (took.length % 10 !== 0) continue
    const { data } = await world.member.call('importOne', { query: { ...about(world), importId } })
    if (states.includes(data.state)) return took
    if (data.state === 'failed' || performance.now() > until)
      throw new Error(`The import is ${data.state}: ${data.problem}`)
  }
}

async function upload({ product, member, organizationId }: CallsWorld): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, row) =>
    [`B${row}-${organizationId.slice(-1)}`, `Bench${row}`, `Patient${row % 997}`, birthdate(row), number(row)].join(
      ',',
    ),
  )
  const form = new FormData()
  form.append('mode', 'review')
  const lines = ['MRN,Last name,First name,Date of birth,Phone', ...rows].join('\n')
  form.append('file', new File([lines], 'patients.csv', { type: 'text/csv' }))
  const response = await fetch(`${product.url}/api/main/organization/demographics-upload/${organizationId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'idempotency-key': 'the only file' },
    body: form,
  })
  const answer = (await response.json()) as { data?: { importId: string }; message?: string }
  if (!answer.data) throw new Error(`The upload was refused: ${response.status} ${answer.message}`)
  return answer.data.importId
}

function birthdate(row: number): string {
  return `${1940 + (row % 70)}-${String(1 + (row % 12)).padStart(2, '0')}-${String(1 + (row % 28)).padStart(2, '0')}`
}

/** Numbers that nobody has: some patients share one, as families do. */
function number(row: number): string {
  return `(512) 555-${String(1000 + (row % 9000)).padStart(4, '0')}`
}

function beside(what: string, took: readonly number[], idle: readonly number[], most?: number): Row {
  return {
    ...{ what, figure: ms(p95(took)), baseline: `before: ${ms(p95(idle))}, p50 ${ms(median(idle))}` },
    ratio: ratio(p95(took), p95(idle)),
    ...(most !== undefined && { aim: `${most} × or less`, isMissed: p95(took) > most * p95(idle) }),
  }
}

const p95 = (samples: readonly number[]) => quantile(samples, 0.95)
