import type { Board } from '@foyer/contracts/dashboards/boards.rules.ts'
import { useFiguresRoom } from './figures-room.tsx'
import { daysAround, nearestDay } from './nearest-day.rules.ts'
import { useCommunication, useReminders, useRequests, useReviews, useScoreCard } from './use-figures.ts'

/** The nearest day on which a dashboard counts something; null until it is known, and if there is none. */
export function useNearestDay(board: Board): string | null {
  const { organizationId, range, filter } = useFiguresRoom()
  const around = { organizationId, range: daysAround(range) }
  const readings = [
    useCommunication(around, board === 'patient-communication'),
    useReviews(around, board === 'online-reviews'),
    useRequests(around, board === 'self-service-requests'),
    useReminders(around, board === 'reminders'),
    useScoreCard(around, filter, board === 'score-card'),
  ]
  const series = readings.flatMap(({ data }) => data?.figures.series ?? [])
  return nearestDay(series, range)
}
