import type { SelfServiceRequests } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { type RequestKind, requestKinds } from '@foyer/contracts/dashboards/metrics.rules.ts'
import { shareWords } from '../../../parts/figures/change.rules.ts'
import { type BoardContent, countsOf, datesOf, type Numeral, numeral, shareNumeral } from './content.rules.ts'

const kindNames: Record<RequestKind, string> = {
  appointment: 'Visit',
  prescription: 'Refill',
  billing: 'Bill question',
  concierge: 'Concierge',
  other: 'Other',
  form: 'Form',
}

export interface KindRow {
  readonly kind: RequestKind
  readonly label: string
  readonly made: Numeral
  readonly self: Numeral
  /** Those that the staff finished, or that are open. */
  readonly passed: number
}

/** The kinds with the most requests first. */
export function kindsOf({ byType, bySelf }: SelfServiceRequests): readonly KindRow[] {
  return requestKinds
    .map((kind): KindRow => {
      const of = { cut: 'type', cutValue: kind } as const
      const label = kindNames[kind]
      return {
        ...{ kind, label, passed: byType[kind] - bySelf[kind] },
        made: { metric: 'requests.made', value: byType[kind], words: `requests, ${label}`, ...of },
        self: { metric: 'requests.self', value: bySelf[kind], words: `finished without staff, ${label}`, ...of },
      }
    })
    .sort((one, other) => other.made.value - one.made.value)
}

export function selfShare({ self, total, previous }: SelfServiceRequests): Numeral {
  return shareNumeral(
    {
      ...{ metric: 'requests.self', value: self, words: 'finished without staff', good: 'up' },
      shown: shareWords(self, total),
    },
    [self, total],
    [previous.self, previous.total],
  )
}

export function requestsContent(figures: SelfServiceRequests): BoardContent {
  const { total, previous, series } = figures
  return {
    isEmpty: total === 0,
    numbers: [numeral('requests.made', 'requests', [total, previous.total]), selfShare(figures)],
    charts: [
      {
        name: 'Requests per day',
        days: datesOf(series),
        series: [{ id: 'requests.made', label: 'requests', tone: 1, values: countsOf(series) }],
      },
    ],
    tables: [
      {
        ...{ name: 'Requests by type', head: 'Type', columns: ['Requests', 'Finished without staff', 'Share'] },
        rows: kindsOf(figures).map(({ kind, label, made, self }) => ({
          ...{ id: kind, label, cells: [made, self, shareWords(self.value, made.value)] },
        })),
      },
    ],
  }
}
