import { createContext, type ReactNode, use } from 'react'
import { FigureNumber } from '../../parts/figures/figure-number.tsx'
import type { RowsAsked } from '../../parts/figures/rows-address.rules.ts'
import type { Numeral } from './content/content.rules.ts'

/** Holds all that the numbers of a page share. */
export interface FiguresRoom {
  readonly compare: boolean
  readonly today: string
  readonly open: (asked: RowsAsked) => void
}

const Room = createContext<FiguresRoom>({ compare: true, today: '', open: () => undefined })

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
