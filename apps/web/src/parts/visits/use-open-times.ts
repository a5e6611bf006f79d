import { dayAfter, isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../services.tsx'

interface Options {
  organizationId: string
  /** Empty until one is chosen. */
  doctorId: string
  date: string
  minutes: number
}

export interface OpenTimes {
  /** HH:MM on the day; undefined until they are known. */
  readonly times: readonly string[] | undefined
  /** The first free time after a day without one. */
  readonly next: { readonly date: string; readonly startTime: string } | null
  readonly isError: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** How many days are searched for a free time. */
const DAYS = 14

/** The free times of a doctor on a day, and the next one if that day has none. */
export function useOpenTimes({ organizationId, doctorId, date, minutes }: Options): OpenTimes {
  const api = useApi()
  const query = { organizationId, doctorId, from: date, to: isDay(date) ? dayAfter(date, DAYS - 1) : date, minutes }
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['openTimes', query],
    queryFn: ({ signal }) => api('openTimes', { query, signal }),
    enabled: doctorId !== '' && isDay(date),
    gcTime: 0,
    staleTime: 0,
  })
  const all = data?.data
  const times = all?.filter((time) => time.date === date).map(({ startTime }) => startTime)
  return { times, next: times?.length === 0 ? (all?.[0] ?? null) : null, isError, isFetching, refetch }
}
