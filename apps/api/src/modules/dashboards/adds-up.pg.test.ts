import { cutValues, type MetricName, metricNames, metrics } from '@foyer/contracts/dashboards/metrics.rules.ts'
import type { FigureRow } from '@foyer/contracts/dashboards/row-calls.ts'
import { createRandom } from '@foyer/contracts/random.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seams } from '../../modules.ts'
import { openVisits, type Visits } from '../appointments/visits.suite.ts'
import { type Counted, countMetrics, countNumber, type FigureSource } from '../figures/figures.ts'
import { openWorld, type World } from './random-world.suite.ts'
import { numberOf } from './rows.routes.ts'
import { periodsOf, tallyOf } from './tally.rules.ts'

const RANGE = { startDate: '2026-10-20', endDate: '2026-11-19' }
const CLINIC = { organizationId: 'o1', zone: 'America/Chicago' }

let clinic: Visits
let world: World
beforeAll(async () => {
  clinic = await openVisits()
  world = await openWorld(clinic)
})
afterAll(() => clinic.close())

const isGauge = (name: MetricName) => 'isGauge' in metrics[name]
const daysOf = (name: MetricName) => (isGauge(name) ? {} : RANGE)

test('every metric of the catalogue has rows that it counts', () => {
  const fed = (name: MetricName) => seams.figures.some((source) => source.metrics[name] !== undefined)
  expect(metricNames.filter((name) => !fed(name))).toEqual([])
})

async function listAll(metric: MetricName): Promise<{ rows: FigureRow[]; total: number }> {
  const rows: FigureRow[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const asked = { metric, ...daysOf(metric), limit: 40, ...(cursor === undefined ? {} : { cursor }) }
    const { body } = await clinic.call('dashboardRows', 'lena', asked)
    rows.push(...body.data)
    cursor = body.cursor
    if (cursor === null) return { rows, total: body.total }
  }
  return { rows, total: 0 }
}

const read = <T>(work: Parameters<typeof clinic.parts.database.read<T>>[1]) => clinic.parts.database.read('o1', work)
const count = (sources: readonly FigureSource[], metric: MetricName) =>
  read((tx) => countNumber(tx, sources, numberOf({ metric, ...daysOf(metric) }, CLINIC)))

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'each figure equals its rows, its recount, its days and the values of each cut after random acts, seed %i',
  { timeout: 120_000 },
  async (seed) => {
    const random = createRandom(`adds up ${seed}`)
    await world.grow(random, seed)
    await world.act(random)
    const periods = periodsOf(RANGE, CLINIC.zone)
    for (const metric of metricNames) {
      const { rows, total } = await listAll(metric)
      expect([metric, rows.reduce((sum, { adds }) => sum + adds, 0)]).toEqual([metric, total])
      expect(new Set(rows.map(({ _id }) => _id)).size).toBe(rows.length)
      expect(rows.map(({ at }) => at)).toEqual(
        rows
          .map(({ at }) => at)
          .toSorted()
          .reverse(),
      )
      expect([metric, rows.filter(({ detail }) => detail === '')]).toEqual([metric, []])
      const { body } = await clinic.call('recountFigure', 'lena', { metric, ...daysOf(metric) })
      expect([metric, body.data]).toEqual([metric, { figure: total, rows: total }])
      if (isGauge(metric)) continue
      for (const cut of [undefined, ...metrics[metric].cuts]) {
        const counted = await read<Counted[]>((tx) =>
          countMetrics(tx, seams.figures, { organizationId: 'o1', bounds: periods.bounds, metrics: [metric], cut }),
        )
        const tally = tallyOf(periods, counted)
        expect([metric, cut, tally.sum(metric, 'range')]).toEqual([metric, cut, total])
        const series = tally.series(metric)
        expect(series.reduce((sum, one) => sum + one.count, 0)).toBe(total)
        if (cut === undefined) continue
        const values = cutValues[cut]
        if (values)
          for (const value of Object.keys(tally.values(metric, 'range'))) expect([...values, 'none']).toContain(value)
        const [value] = Object.keys(tally.values(metric, 'range'))
        if (value === undefined) continue
        const { body: one } = await clinic.call('dashboardRows', 'lena', { metric, ...RANGE, cut, value })
        expect([metric, cut, value, one.total]).toEqual([metric, cut, value, tally.sum(metric, 'range', value)])
      }
    }
  },
)

const conditions = seams.figures.flatMap((source) =>
  (Object.entries(source.metrics) as [MetricName, readonly unknown[]][]).flatMap(([metric, own]) =>
    [...(source.where ?? []), ...own].map((_, place) => ({ source: source.name, metric, place })),
  ),
)
/**
 * A conversation without unread messages adds nothing. It is no row, but the sum does not show it. A review that waits is not
 * removed.
 */
const isSilent = ({ metric, place }: { metric: MetricName; place: number }) =>
  (metric === 'count.unreadMessages' && place === 1) || (metric === 'reviews.waiting' && place === 0)

test.each(conditions.filter((one) => !isSilent(one)))(
  'the figure $metric of $source changes without its condition $place',
  async ({ source, metric, place }) => {
    const without = seams.figures.map((one): FigureSource => {
      if (one.name !== source) return one
      const shared = one.where ?? []
      return {
        ...one,
        where: shared.filter((_, at) => at !== place),
        metrics: {
          ...one.metrics,
          [metric]: (one.metrics[metric] ?? []).filter((_, at) => at + shared.length !== place),
        },
      }
    })
    expect(await count(without, metric)).not.toBe(await count(seams.figures, metric))
  },
)
