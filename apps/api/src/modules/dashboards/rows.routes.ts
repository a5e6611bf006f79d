import * as calls from '@foyer/contracts/dashboards/row-calls.ts'
import { createBulkhead } from '../../db/bulkhead.ts'
import { readHead } from '../../events/append.ts'
import { positionCursor } from '../../http/paging.ts'
import { Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import { addUpRows, countNumber, limitTime, listRows, type NumberAsked, reserveMemory } from '../figures/figures.ts'
import type { Seams } from '../module.ts'
import { readClinic } from '../organizations/organizations.ts'
import { assertOwn } from './boards.routes.ts'
import { periodsOf } from './tally.rules.ts'

const LANE = 'search'
const CURSOR = positionCursor('dashboard-rows')
/** Counting again reads the rows themselves, one organization's once at a time. */
const RECOUNT_MS = 3000
const RECOUNTS = { running: 1, waiting: 20, waitMs: 5000 }

export function rowRoutes({ figures }: Pick<Seams, 'figures'>): Route[] {
  const recounts = createBulkhead(RECOUNTS)
  return [
    route(calls.dashboardRows, ({ query, organizationId, read }) => {
      const after = CURSOR.read(query.cursor)
      return read(async (tx) => {
        const { timezone } = await readClinic(tx, organizationId)
        const asked = numberOf(query, { organizationId, zone: timezone })
        reserveMemory(tx)
        const [{ seq, epoch }, total, { rows, end }] = await Promise.all([
          readHead(tx, organizationId),
          countNumber(tx, figures, asked),
          listRows(tx, figures, { ...asked, after, limit: query.limit }),
          assertOwn(tx, organizationId, asked.only),
        ])
        return { code: 'ok' as const, data: rows, total, asOf: seq, epoch, cursor: CURSOR.write(end) }
      }, LANE)
    }),

    route(calls.recountFigure, ({ query, organizationId, read }) =>
      recounts.run(organizationId, () =>
        read(async (tx) => {
          const { timezone } = await readClinic(tx, organizationId)
          const asked = numberOf(query, { organizationId, zone: timezone })
          try {
            limitTime(tx, RECOUNT_MS)
            reserveMemory(tx)
            const [{ seq, epoch }, figure, rows] = await Promise.all([
              readHead(tx, organizationId),
              countNumber(tx, figures, asked),
              addUpRows(tx, figures, asked),
              assertOwn(tx, organizationId, asked.only),
            ])
            return { code: 'ok' as const, data: { figure, rows }, asOf: seq, epoch }
          } catch (error) {
            throw tookTooLong(error) ? new Refusal('unavailable', 'Choose fewer days.', { cause: error }) : error
          }
        }, LANE),
      ),
    ),
  ]
}

function tookTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

/** The contract has checked that the fields fit the metric. */
export function numberOf(
  { metric, startDate, endDate, cut, value, weekday, hour }: calls.NumberQuery,
  clinic: { readonly organizationId: string; readonly zone: string },
): NumberAsked {
  const only = cut !== undefined && value !== undefined ? { cut, value } : undefined
  if (startDate === undefined || endDate === undefined) return { ...clinic, metric, span: null, only }
  const { bounds } = periodsOf({ startDate, endDate }, clinic.zone)
  const [from, until] = [bounds[1], bounds.at(-1)]
  if (from === undefined || until === undefined) throw new Error('A range has no bounds.')
  return { ...clinic, metric, span: { from, until }, only, weekday, hour }
}
