import { type Board, boardNames } from '@foyer/contracts/dashboards/boards.rules.ts'
import { factsOf } from '@foyer/contracts/dashboards/metrics.rules.ts'
import { type ExportFormat, exportDashboard, type FigureRow } from '@foyer/contracts/dashboards/row-calls.ts'
import { wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { readHead } from '../../../events/append.ts'
import { Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { readDoctor } from '../../doctors/doctors.ts'
import { listRows, reserveMemory } from '../../figures/figures.ts'
import type { Seams } from '../../module.ts'
import { findStaff, readClinic } from '../../organizations/organizations.ts'
import { assertOwn, onlyOf } from '../boards.routes.ts'
import { readBoard } from '../read-board.ts'
import { numberOf } from '../rows.routes.ts'
import { createExportSlots } from './export-thread.ts'
import { sendExport } from './send-export.ts'
import { type Cell, type Filter, sheetOf, tablesOf } from './tables.rules.ts'

const LANE = 'search'
const AT_ONCE = 2
const ROWS_MAX = 50_000
/** The thread gets so many rows at once. */
const PAGE = 500

export function exportRoutes({ figures, clock }: Pick<Services, 'clock'> & Pick<Seams, 'figures'>): Route[] {
  const inSlot = createExportSlots(AT_ONCE)
  return [
    route(exportDashboard, ({ query, caller, organizationId, read, res }) => {
      const { board, metric, format, startDate = '', endDate = '' } = query
      return inSlot(organizationId, async () => {
        // Refusals come from the first reading, before the answer begins.
        if (metric !== undefined) {
          // All rows are of one moment, and are read before the first is sent, so that a slow download holds no connection.
          const listed = await read(async (tx) => {
            const { timezone: zone } = await readClinic(tx, organizationId)
            const asked = numberOf({ ...query, metric }, { organizationId, zone })
            reserveMemory(tx)
            const [{ rows, end }] = await Promise.all([
              listRows(tx, figures, { ...asked, after: null, limit: ROWS_MAX }),
              assertOwn(tx, organizationId, asked.only),
            ])
            if (end !== null) throw new Refusal('too_large', 'Choose fewer days.')
            return { zone, rows }
          }, LANE)
          const name = fileName(factsOf(metric).counts, [startDate, endDate], format)
          return await sendExport(res, name, { format: format === 'xlsx' ? 'xlsx' : 'csv' }, pagesOf(listed))
        }
        const of = board as Board
        const { counted, clinic, seq, staff, filter } = await read(async (tx) => {
          const [[clinic, { seq }, staff], filter] = await Promise.all([
            readAbout(tx, organizationId, caller.userId),
            readFilter(tx, organizationId, query),
          ])
          const range = { startDate, endDate }
          const asked = { organizationId, zone: clinic.timezone, range, only: onlyOf(query) }
          return { clinic, seq, staff, filter, counted: await readBoard(tx, figures, of, asked) }
        }, LANE)
        const tables = tablesOf(of, counted)
        const name = fileName(of, [startDate, endDate], format)
        if (format !== 'pdf') return await sendExport(res, name, { format }, onePage(sheetOf(tables, filter)))
        const at = clock.now()
        const { day, time } = wallTime(at, clinic.timezone)
        const lines = [
          ...filter.map(([by, which]) => `${by}: ${which}`),
          `${startDate} to ${endDate}`,
          `As of #${seq}`,
          `Exported by ${staff?.name ?? 'a member'} on ${day} at ${time}`,
        ]
        const paper = { title: boardNames[of], clinic: clinic.name, lines, tables, at }
        return await sendExport(res, name, { format, paper }, onePage([]))
      })
    }),
  ]
}

function readAbout(tx: Tx, organizationId: string, userId: string) {
  return Promise.all([
    readClinic(tx, organizationId),
    readHead(tx, organizationId),
    findStaff(tx, organizationId, userId),
  ])
}

/** The doctor or the place that a score card is limited to; empty: it has all visits. */
async function readFilter(
  tx: Tx,
  organizationId: string,
  { doctorId, location }: { doctorId?: string | undefined; location?: string | undefined },
): Promise<Filter> {
  if (doctorId !== undefined) return [['Doctor', (await readDoctor(tx, organizationId, doctorId)).name]]
  return location === undefined ? [] : [['Location', location]]
}

/** Made of our words alone. */
function fileName(subject: string, days: readonly string[], format: ExportFormat): string {
  return `foyer-${[subject.toLowerCase().replace(/[^a-z0-9]+/g, '-'), ...days].filter((part) => part !== '').join('-')}.${format}`
}

type Pages = AsyncGenerator<readonly (readonly Cell[])[], void>

async function* onePage(rows: readonly (readonly Cell[])[]): Pages {
  yield rows
}

interface Listed {
  readonly zone: string
  readonly rows: readonly FigureRow[]
}

async function* pagesOf({ zone, rows }: Listed): Pages {
  yield [['Time', 'Patient', 'What', 'Counts', 'Kind', 'ID']]
  for (let from = 0; from < rows.length; from += PAGE)
    yield rows.slice(from, from + PAGE).map(({ at, title, detail, adds, kind, _id }) => {
      const { day, time } = wallTime(new Date(at), zone)
      return [`${day} ${time}`, title, detail, adds, kind, _id]
    })
}
