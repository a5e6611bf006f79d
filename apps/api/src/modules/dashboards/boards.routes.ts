import type { Board } from '@foyer/contracts/dashboards/boards.rules.ts'
import * as calls from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { NO_VALUE } from '@foyer/contracts/dashboards/metrics.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { readHead } from '../../events/append.ts'
import { type Route, route } from '../../http/route.ts'
import { readDoctor } from '../doctors/doctors.ts'
import type { FigureSource, Only } from '../figures/figures.ts'
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
      const only = onlyOf(query)
      const asked = { organizationId, range, daysBefore: query.day, only }
      return read(async (tx) => {
        const [, answered] = await Promise.all([
          assertOwn(tx, organizationId, only),
          answer(tx, figures, 'score-card', asked),
        ])
        return answered
      }, LANE)
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

/** 404 for a doctor whom the organization does not have, so that no answer tells of those of another. */
export async function assertOwn(tx: Tx, organizationId: string, only: Only | undefined): Promise<void> {
  if (only?.cut === 'doctor' && only.value !== NO_VALUE) await readDoctor(tx, organizationId, only.value)
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
