import { type DayRange, lengthOf } from '@foyer/contracts/dashboards/range.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi, useServices } from '../../parts/services.tsx'
import { queryOfFilter, type ScoreFilter } from './dashboard-address.rules.ts'

/** Numbers and the position of the log that they reflect. */
export interface Read<Figures> {
  readonly figures: Figures
  readonly asOf: number
  readonly epoch: string
  readonly at: Date
}

export interface Asked {
  readonly organizationId: string
  readonly range: DayRange
}

interface Answer<Figures> {
  readonly data: Figures
  readonly asOf: number
  readonly epoch: string
}

/** Numbers are read once, and again when somebody asks: they never move under the eye. */
function useRead<Figures>(
  key: readonly unknown[],
  enabled: boolean,
  read: (signal: AbortSignal) => Promise<Answer<Figures>>,
) {
  const { clock } = useServices()
  return useQuery({
    queryKey: ['dashboard', ...key],
    queryFn: async ({ signal }): Promise<Read<Figures>> => {
      const { data, asOf, epoch } = await read(signal)
      return { figures: data, asOf, epoch, at: clock.now() }
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
}

export type FiguresQuery<Figures> = ReturnType<typeof useRead<Figures>>

const bodyOf = ({ organizationId, range }: Asked) => ({
  organizationId,
  startDate: range.startDate,
  endDate: range.endDate,
})

/** [DASH-04] */
export function useCommunication(asked: Asked, enabled = true) {
  const api = useApi()
  return useRead(['communication', asked], enabled, (signal) =>
    api('patientCommunication', { body: bodyOf(asked), signal }),
  )
}

/** [DASH-02] */
export function useReviews(asked: Asked, enabled = true) {
  const api = useApi()
  return useRead(['reviews', asked], enabled, (signal) => api('onlineReviewsCount', { body: bodyOf(asked), signal }))
}

/** [DASH-03] */
export function useRequests(asked: Asked, enabled = true) {
  const api = useApi()
  return useRead(['requests', asked], enabled, (signal) =>
    api('selfServiceRequestsCount', { body: bodyOf(asked), signal }),
  )
}

/** [DASH-05] */
export function useReminders(asked: Asked, enabled = true) {
  const api = useApi()
  return useRead(['reminders', asked], enabled, (signal) => api('reminderCount', { body: bodyOf(asked), signal }))
}

/** [DASH-06] `day` is the length of the range, so that it is compared with as many days. */
export function useScoreCard(asked: Asked, filter: ScoreFilter | null, enabled = true) {
  const api = useApi()
  const { organizationId, range } = asked
  return useRead(['scoreCard', asked, filter], enabled, (signal) => {
    const query = { organizationId, start: range.startDate, end: range.endDate, day: lengthOf(range) }
    return api('scoreCardAppointments', { query: { ...query, ...queryOfFilter(filter) }, signal })
  })
}

export function useCampaignFigures(asked: Asked) {
  const api = useApi()
  return useRead(['campaigns', asked], true, (signal) => api('dashboardCampaigns', { query: bodyOf(asked), signal }))
}
