import type { Board } from '@foyer/contracts/dashboards/boards.rules.ts'
import type { ScoreCard } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import type { Question } from '../../parts/query-state.tsx'
import type { Stamp } from './as-of.tsx'
import { communicationContent } from './content/communication.rules.ts'
import type { BoardContent } from './content/content.rules.ts'
import { remindersContent } from './content/reminders.rules.ts'
import { requestsContent } from './content/requests.rules.ts'
import { reviewsContent } from './content/reviews.rules.ts'
import { scoreCardContent } from './content/score-card.rules.ts'
import type { ScoreFilter } from './dashboard-address.rules.ts'
import {
  type Asked,
  type FiguresQuery,
  useCommunication,
  useReminders,
  useRequests,
  useReviews,
  useScoreCard,
} from './use-figures.ts'

export interface BoardReading {
  readonly content: Question<BoardContent>
  readonly stamp: Stamp | null
  readonly isUpdating: boolean
  /** For the score card. */
  readonly visits: ScoreCard | null
}

/** The numbers of one dashboard; the calls of the others are not made. */
export function useBoard(board: Board, asked: Asked, filter: ScoreFilter | null): BoardReading {
  const communication = useCommunication(asked, board === 'patient-communication')
  const reviews = useReviews(asked, board === 'online-reviews')
  const requests = useRequests(asked, board === 'self-service-requests')
  const reminders = useReminders(asked, board === 'reminders')
  const scoreCard = useScoreCard(asked, filter, board === 'score-card')
  switch (board) {
    case 'patient-communication':
      return readingOf(communication, communicationContent)
    case 'online-reviews':
      return readingOf(reviews, reviewsContent)
    case 'self-service-requests':
      return readingOf(requests, requestsContent)
    case 'reminders':
      return readingOf(reminders, remindersContent)
    case 'score-card':
      return { ...readingOf(scoreCard, scoreCardContent), visits: scoreCard.data?.figures ?? null }
  }
}

function readingOf<Figures>(
  { data, error, isError, isFetching, isRefetching, refetch }: FiguresQuery<Figures>,
  contentOf: (figures: Figures) => BoardContent,
): BoardReading {
  return {
    content: { data: data && contentOf(data.figures), error, isError, isFetching, refetch },
    stamp: data ?? null,
    isUpdating: isRefetching,
    visits: null,
  }
}
