/**
 * Measures the list of appointments, its filters and its days in a clinic of 1,000 appointments and patients and in one of a
 * million, through the whole API, in turn. The cost of a page should not depend on their number. `BENCH_VISITS` takes
 * another number than a million.
 */
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { compareSizes, type GeneratedClinic, openGenerated, type Question } from './generated-clinic.ts'
import { addVisits } from './generated-visits.ts'
import type { Row } from './statistics.ts'

const ASKED = 100
const MANY = Number(process.env.BENCH_VISITS ?? 1_000_000)

export async function benchVisits(): Promise<Row[]> {
  const few = { name: '1,000', clinic: await openVisits(1000) }
  const many = { name: MANY.toLocaleString('en-US'), clinic: await openVisits(MANY) }
  try {
    const rows: Row[] = []
    for (const [what, question] of QUESTIONS) rows.push(await compareSizes(what, question, { few, many, asked: ASKED }))
    return rows
  } finally {
    await few.clinic.stop()
    await many.clinic.stop()
  }
}

async function openVisits(count: number): Promise<GeneratedClinic> {
  const clinic = await openGenerated({ organizations: 1, conversations: 100, messages: 1 })
  await addVisits(clinic, count)
  return clinic
}

interface Asked {
  readonly query?: object
  readonly sort?: object
  readonly limit?: number
  readonly cursor?: string | undefined
}

function page({ member, organizationId }: GeneratedClinic, { query = {}, sort, limit, cursor }: Asked) {
  return member.call('appointmentList', {
    organizationId,
    query: {
      query: JSON.stringify(query),
      ...(sort ? { sort: JSON.stringify(sort) } : {}),
      ...(limit ? { limit } : {}),
      ...(cursor ? { cursor } : {}),
    },
  })
}

function list(asked: Asked): Question {
  return (clinic) => page(clinic, asked)
}

/** Page 1,000, or the last one; the walk to it is not measured. */
function deepPage(): Question {
  const cursors = new Map<GeneratedClinic, Promise<string | undefined>>()
  const walk = async (clinic: GeneratedClinic) => {
    let cursor: string | undefined
    for (let hundred = 0; hundred < 99; hundred++) {
      const { cursor: next } = await page(clinic, { limit: 100, cursor })
      if (next === null) break
      cursor = next
    }
    return cursor
  }
  return async (clinic) => {
    const known = cursors.get(clinic) ?? walk(clinic)
    cursors.set(clinic, known)
    return page(clinic, { cursor: await known })
  }
}

const TODAY = dayIn(new Date(), 'America/Chicago')

const QUESTIONS: readonly [string, Question][] = [
  ['list, page 1', list({})],
  ['list, page 1,000 by cursor', deepPage()],
  [
    'list, the screen: scheduled, today',
    list({ query: { appointmentStatus: 'scheduled', dateFrom: TODAY, dateTo: TODAY } }),
  ],
  ['list, scheduled, newest first', list({ query: { appointmentStatus: 'scheduled' }, sort: { appointmentDate: -1 } })],
  ['list, a status', list({ query: { appointmentStatus: 'noShow' } })],
  ['list, admitted', list({ query: { appointmentStatus: 'admitted' } })],
  ['list, a doctor', list({ query: { doctorId: 'doctor7' } })],
  ['list, a doctor, scheduled', list({ query: { doctorId: 'doctor7', appointmentStatus: 'scheduled' } })],
  ['list, a type', list({ query: { appointmentType: 'New patient' } })],
  ['list, a day', list({ query: { dateFrom: TODAY, dateTo: TODAY } })],
  ['list, eligible', list({ query: { eligible: 'eligible' } })],
  ['list, a rare insurance', list({ query: { insuranceType: 'Rare Mutual' } })],
  ['list, a name that 200 have', list({ query: { search: 'zelda' } })],
  ['list, an MRN', list({ query: { search: 'V00000321' } })],
  [
    'day, 200 visits',
    ({ member, organizationId }) => member.call('appointmentDay', { query: { organizationId, date: TODAY } }),
  ],
  [
    'booked slots of a doctor, a day',
    ({ member, organizationId }) =>
      member.call('bookedSlots', { body: { organizationId, doctorId: 'doctor7', startDate: TODAY, endDate: TODAY } }),
  ],
]
