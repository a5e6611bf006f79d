import type { OnlineReviews } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { changeOf, decimal, shareWords } from '../../../parts/figures/change.rules.ts'
import { type BoardContent, countsOf, datesOf, type Numeral, numeral } from './content.rules.ts'

/** From the best rating to the worst. */
export const STARS = [5, 4, 3, 2, 1] as const

export function averageOf({ average, total, previous }: OnlineReviews): Numeral {
  return {
    ...{ metric: 'reviews.received', value: total, words: 'on average', good: 'up' },
    shown: average === null ? '–' : decimal(average),
    change: changeOf(average, previous.average, 'difference'),
  }
}

export function starNumeral({ byRating }: OnlineReviews, stars: (typeof STARS)[number]): Numeral {
  const words = `reviews with ${stars} ${stars === 1 ? 'star' : 'stars'}`
  return { metric: 'reviews.received', value: byRating[stars], words, cut: 'rating', cutValue: String(stars) }
}

export function waitingNumeral({ waiting }: OnlineReviews): Numeral {
  const words = waiting === 1 ? 'review waits for a reply' : 'reviews wait for a reply'
  return { metric: 'reviews.waiting', value: waiting, words }
}

export function reviewsContent(figures: OnlineReviews): BoardContent {
  const { total, replied, previous, series } = figures
  return {
    isEmpty: total === 0,
    numbers: [
      averageOf(figures),
      numeral('reviews.received', 'new reviews', [total, previous.total]),
      numeral('reviews.replied', 'with a reply', [replied, previous.replied], 'up'),
    ],
    charts: [
      {
        name: 'Reviews per day',
        days: datesOf(series),
        series: [{ id: 'reviews.received', label: 'reviews', tone: 1, values: countsOf(series) }],
      },
    ],
    tables: [
      {
        ...{ name: 'Reviews by rating', head: 'Rating', columns: ['Reviews', 'Share'] },
        rows: STARS.map((stars) => ({
          id: String(stars),
          label: `${stars} ${stars === 1 ? 'star' : 'stars'}`,
          cells: [starNumeral(figures, stars), shareWords(figures.byRating[stars], total)],
        })),
      },
    ],
  }
}
