import type { SelfServiceRequests } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { Swatch } from '../../../parts/figures/bar-figure.tsx'
import { BarList } from '../bar-list.tsx'
import { Card } from '../card.tsx'
import { kindsOf, requestsContent, selfShare } from '../content/requests.rules.ts'
import { NumberOf } from '../figures-room.tsx'
import { FiguresState } from '../figures-state.tsx'
import type { FiguresQuery } from '../use-figures.ts'

/** [DASH-03] */
export function RequestsCard({ query }: { query: FiguresQuery<SelfServiceRequests> }) {
  return (
    <Card title="Self-service requests" to="/dashboards/self-service-requests" place="third">
      <FiguresState
        board="self-service-requests"
        query={query}
        what="Self-service requests"
        isEmpty={({ total }) => total === 0}
      >
        {(figures) => (
          <>
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 pb-3">
              {requestsContent(figures)
                .numbers.slice(0, 1)
                .map((numeral) => (
                  <NumberOf key={numeral.metric} numeral={numeral} />
                ))}
              <NumberOf numeral={selfShare(figures)} look="inline" />
            </div>
            <BarList
              label="Requests by type"
              rows={kindsOf(figures)
                .filter(({ made }) => made.value > 0)
                .map(({ kind, label, made, self, passed }) => ({
                  id: kind,
                  name: label,
                  parts: [
                    { tone: 1, value: self.value },
                    { tone: 2, value: passed },
                  ],
                  number: <NumberOf numeral={made} look="inline" bare />,
                }))}
            />
            <ul aria-label="Legend" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
              <li className="inline-flex items-center gap-1.5">
                <Swatch tone={1} /> done without staff
              </li>
              <li className="inline-flex items-center gap-1.5">
                <Swatch tone={2} /> passed to staff
              </li>
            </ul>
          </>
        )}
      </FiguresState>
    </Card>
  )
}
