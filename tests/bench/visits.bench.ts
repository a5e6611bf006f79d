/**
 * Measures the lists of appointments and patients, their filters and searches in a clinic of 1,000 appointments and patients
 * and in one of a million, through the whole API, in turn; and another organization's list while ten people search the large
 * one. The cost of a page should not depend on their number. `BENCH_VISITS` takes another number than a million,
 * `BENCH_VISITS_OF` only the questions whose names contain it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { compareSizes, type GeneratedClinic, openGenerated } from './generated-clinic.ts'
import { addVisits } from './generated-visits.ts'
import { ms, quantile, type Row, ratio } from './statistics.ts'
import { HEAVY, LISTS, listPage, SORTED } from './visit-questions.ts'

const ASKED = 100
const FEW = 1000
const MANY = Number(process.env.BENCH_VISITS ?? 1_000_000)
const ONLY = process.env.BENCH_VISITS_OF ?? ''
const TYPISTS = 10
/** The time from one pause in typing to the next. */
const TYPED_MS = 400

export async function benchVisits(): Promise<Row[]> {
  const few = { name: FEW.toLocaleString('en-US'), clinic: await openVisits([FEW]) }
  const many = { name: MANY.toLocaleString('en-US'), clinic: await openVisits([MANY, FEW]) }
  try {
    const rows: Row[] = []
    for (const [what, question] of LISTS)
      if (what.includes(ONLY)) rows.push(await compareSizes(what, question, { few, many, asked: ASKED, most: 2 }))
    if (ONLY !== '') return rows
    const { aim: _, ...sorted } = await compareSizes(...SORTED, { few, many, asked: ASKED })
    return [...rows, { ...sorted, what: `${sorted.what}, of which it sorts 10,000` }, await beside(many.clinic)]
  } finally {
    await few.clinic.stop()
    await many.clinic.stop()
  }
}

/** Fills an organization for each of the counts. The largest comes last, so that its indexes are built once. */
async function openVisits(counts: readonly number[]): Promise<GeneratedClinic> {
  const clinic = await openGenerated({ organizations: counts.length, conversations: 100 * counts.length, messages: 1 })
  for (const [at, organizationId] of clinic.organizationIds.entries().toArray().reverse())
    await addVisits(clinic.databaseUrl, organizationId, counts[at] ?? FEW)
  return clinic
}

async function beside(clinic: GeneratedClinic): Promise<Row> {
  const [, calm = ''] = clinic.organizationIds
  const list = () => listPage(clinic, calm, {})
  const idle = await medianOf(list)
  let isOver = false
  const typists = Array.from({ length: TYPISTS }, async (_, nth) => {
    const { member, organizationId } = clinic
    for (let at = nth; !isOver; at++) {
      const body = { organizationId, search: HEAVY[at % HEAVY.length] ?? '' }
      await Promise.all([member.call('patientSearch', { body }).catch(() => {}), sleep(TYPED_MS)])
    }
  })
  const took = await medianOf(list)
  isOver = true
  await Promise.all(typists)
  return {
    what: `visits of another organization, beside ${TYPISTS} searches`,
    figure: ms(took),
    baseline: `idle: ${ms(idle)}`,
    ratio: ratio(took, idle),
    aim: 'at most 2 ×',
    isMissed: took > 2 * idle,
  }
}

async function medianOf(ask: () => Promise<unknown>): Promise<number> {
  const samples: number[] = []
  for (let round = -20; round < ASKED; round++) {
    const started = performance.now()
    await ask()
    if (round >= 0) samples.push(performance.now() - started)
  }
  return quantile(samples, 0.5)
}
