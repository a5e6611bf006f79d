import type { OnlineReviews } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { Reply, Star } from 'lucide-react'
import { decimal } from '../../../parts/figures/change.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { BarList } from '../bar-list.tsx'
import { Card } from '../card.tsx'
import { averageOf, STARS, starNumeral, waitingNumeral } from '../content/reviews.rules.ts'
import { NumberOf } from '../figures-room.tsx'
import { FiguresState } from '../figures-state.tsx'
import type { FiguresQuery } from '../use-figures.ts'

const TONES = { 5: 1, 4: 1, 3: 2, 2: 5, 1: 5 } as const

/** [DASH-02] */
export function ReviewsCard({ query }: { query: FiguresQuery<OnlineReviews> }) {
  return (
    <Card title="Online reviews" to="/dashboards/online-reviews" place="beside">
      <FiguresState board="online-reviews" query={query} what="Online reviews" isEmpty={({ total }) => total === 0}>
        {(figures) => (
          <>
            <div className="flex items-center gap-3 pb-3">
              <NumberOf numeral={averageOf(figures)} look="big" bare />
              <span className="text-sm text-muted">{`from ${decimal(figures.total)} new ${figures.total === 1 ? 'review' : 'reviews'}`}</span>
            </div>
            <BarList
              label="Reviews by rating"
              rows={STARS.map((stars) => ({
                id: String(stars),
                name: (
                  <span className="num inline-flex items-center gap-1">
                    {stars}
                    <Star aria-hidden size={13} />
                    <span className="sr-only">{stars === 1 ? 'star' : 'stars'}</span>
                  </span>
                ),
                parts: [{ tone: TONES[stars], value: figures.byRating[stars] }],
                number: <NumberOf numeral={starNumeral(figures, stars)} look="inline" bare />,
              }))}
            />
            {figures.waiting > 0 && <Waiting figures={figures} />}
          </>
        )}
      </FiguresState>
    </Card>
  )
}

/** The reviews of the days that wait; the link leads to those of all days. */
function Waiting({ figures }: { figures: OnlineReviews }) {
  return (
    <div className="mt-3 flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-warn px-3 py-2 text-sm text-warn-text">
      <Reply aria-hidden size={15} className="shrink-0" />
      <NumberOf numeral={waitingNumeral(figures)} look="inline" bare />
      <span aria-hidden>{waitingNumeral(figures).words}</span>
      <Link
        to="/reviews?filter=needsReply"
        className="ml-auto inline-flex min-h-6 items-center font-medium underline-offset-4 hover:underline pointer-coarse:min-h-11"
      >
        All that wait
      </Link>
    </div>
  )
}
