import type { Board } from '@foyer/contracts/dashboards/boards.rules.ts'
import { CalendarSearch, ChartNoAxesColumn } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateOf } from '../../lib/time-labels.rules.ts'
import { choiceText } from '../../parts/figures/range-choice.rules.ts'
import { Note } from '../../parts/state-notes.tsx'
import { Button } from '../../ui/button.tsx'
import { useFiguresRoom } from './figures-room.tsx'
import { useNearestDay } from './use-nearest-day.ts'

/** Says that the days are empty, and leads to the nearest day that is not. Without a board no day is looked for. */
export function Nothing({ board }: { board?: Board | undefined }) {
  return board === undefined ? <Empty /> : <WithNearest board={board} />
}

function WithNearest({ board }: { board: Board }) {
  const { today, choose } = useFiguresRoom()
  const day = useNearestDay(board)
  if (day === null) return <Empty />
  const label = dateOf(day, today)
  return (
    <Empty detail={`The nearest day with something is ${label}.`}>
      <Button
        size="sm"
        icon={CalendarSearch}
        className="pointer-coarse:h-11"
        onClick={() => choose(choiceText({ kind: 'fixed', startDate: day, endDate: day }))}
      >
        {`Show ${label}`}
      </Button>
    </Empty>
  )
}

function Empty({
  detail = 'Choose other days with “Date range” above.',
  children,
}: {
  detail?: string
  children?: ReactNode
}) {
  return (
    <Note icon={ChartNoAxesColumn} title="Nothing is counted in these days" detail={detail}>
      {children}
    </Note>
  )
}
