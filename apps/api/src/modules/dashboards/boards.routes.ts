import type { Board } from '@foyer/contracts/dashboards/boards.rules.ts'
import * as calls from '@foyer/contracts/dashboards/dashboard-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { readHead } from '../../events/append.ts'
import { type Route, route } from '../../http/route.ts'
import type { FigureSource } from '../figures/figures.ts'
import type { Seams } from '../module.ts'
import { readClinic } from '../organizations/organizations.ts'
import { listCampaigns } from './campaigns.store.ts'
import { type BoardAsked, readBoard } from './read-board.ts'
import { periodsOf } from './tally.rules.ts'

const LANE = 'search'

export function boardRoutes({ figures }: Pick<Seams, 'figures'>): Route[] {
  return [
    route(calls.onlineReviewsCount, ({ body, organizationId, read }) =>
      read((tx) => answer(tx, figures, 'online-reviews', { organizationId, range: body }), LANE),
    ),
    route(calls.selfServiceRequestsCount, ({ body, organizationId, read }) =>
      read((tx) => answer(tx, figures, 'self-service-requests', { organizationId, range: body }), LANE),
    ),
    route(calls.patientCommunication, ({ body, organizationId, read }) =>
      read((tx) => answer(tx, figures, 'patient-communication', { organizationId, range: body }), LANE),
    ),
    route(calls.reminderCount, ({ body, organizationId, read }) =>
      read((tx) => answer(tx, figures, 'reminders', { organizationId, range: body }), LANE),
    ),
    route(calls.scoreCardAppointments, ({ query, organizationId, read }) => {
      const range = { startDate: query.start, endDate: query.end }
      const asked = { organizationId, range, daysBefore: query.day, only: onlyOf(query) }
      return read((tx) => answer(tx, figures, 'score-card', asked), LANE)
    }),
    route(calls.dashboardCampaigns, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const { timezone } = await readClinic(tx, organizationId)
        const { bounds } = periodsOf(query, timezone)
        const [{ seq, epoch }, data] = await Promise.all([
          readHead(tx, organizationId),
          listCampaigns(tx, { organizationId, from: bounds[1] as Date, until: bounds.at(-1) as Date }),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }, LANE),
    ),
  ]
}

/** The filter of a score card. */
export function onlyOf({ doctorId, location }: { doctorId?: string | undefined; location?: string | undefined }) {
  if (doctorId !== undefined) return { cut: 'doctor' as const, value: doctorId }
  return location === undefined ? undefined : { cut: 'location' as const, value: location }
}

async function answer<B extends Board>(
  tx: Tx,
  figures: readonly FigureSource[],
  board: B,
  { range: { startDate, endDate }, ...asked }: Omit<BoardAsked, 'zone'>,
) {
  const { timezone: zone } = await readClinic(tx, asked.organizationId)
  const [{ seq, epoch }, data] = await Promise.all([
    readHead(tx, asked.organizationId),
    readBoard(tx, figures, board, { ...asked, zone, range: { startDate, endDate } }),
  ])
  return { code: 'ok' as const, data, asOf: seq, epoch }
}
