import type { DayRange } from '@foyer/contracts/dashboards/range.rules.ts'
import { createContext, type ReactNode, use } from 'react'
import { FigureNumber } from '../../parts/figures/figure-number.tsx'
import type { RowsAsked } from '../../parts/figures/rows-address.rules.ts'
import type { Numeral } from './content/content.rules.ts'
import type { ScoreFilter } from './dashboard-address.rules.ts'

/** Holds all that the numbers of a page share. */
export interface FiguresRoom {
  readonly organizationId: string
  readonly range: DayRange
  /** The score card alone has a filter. */
  readonly filter: ScoreFilter | null
  readonly compare: boolean
  readonly today: string
  readonly open: (asked: RowsAsked) => void
  /** Shows other days, as the address has them. */
  readonly choose: (range: string) => void
}

const Room = createContext<FiguresRoom>({
  ...{ organizationId: '', range: { startDate: '', endDate: '' }, filter: null },
  ...{ compare: true, today: '', open: () => undefined, choose: () => undefined },
})

export function FiguresRoomProvider({ room, children }: { room: FiguresRoom; children: ReactNode }) {
  return <Room value={room}>{children}</Room>
}

export function useFiguresRoom(): FiguresRoom {
  return use(Room)
}

interface NumberProps {
  numeral: Numeral
  look?: 'big' | 'usual' | 'inline'
  bare?: boolean
  mark?: ReactNode
}

/** A number of a dashboard, which opens its rows. */
export function NumberOf({ numeral, ...rest }: NumberProps) {
  const { compare, open } = useFiguresRoom()
  const { metric, value, words, shown, cut, cutValue, change = null, good } = numeral
  return (
    <FigureNumber
      {...{ metric, value, words, ...rest }}
      {...(shown !== undefined && { shown })}
      {...(good && { good })}
      change={compare ? change : null}
      onOpen={() =>
        open({ metric, figure: value, ...(cut && cutValue !== undefined && { cut, value: cutValue, part: words }) })
      }
    />
  )
}
