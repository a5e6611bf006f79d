import type { BoardDay } from '@foyer/contracts/board/board.ts'
import { clsx } from 'clsx'
import { CircleCheck, CircleX, Hourglass, type LucideIcon, Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { minutesWords } from '../../parts/figures/minutes.rules.ts'
import { Link } from '../../ui/link.tsx'
import { type BoardFrame, useBoardCounts } from './use-board.ts'

interface DayFiguresProps {
  readonly day: BoardDay | null
  readonly first: BoardFrame['counts'] | undefined
}

/** The day so far, and the texts that were not delivered. */
export function DayFigures({ day, first }: DayFiguresProps) {
  const notDelivered = useBoardCounts(first)?.notDelivered
  return (
    <ul aria-label="Today" className="mt-auto grid grid-cols-2 gap-[1.25em] @2xl:grid-cols-4">
      {day !== null && (
        <>
          <Figure value={minutesWords(day.typicalMinutes)} what="typical first reply">
            <TargetLine day={day} />
          </Figure>
          <Figure value={day.received} what={`messages in, ${day.sent} out`}>
            <Line>Today</Line>
          </Figure>
          <Figure value={`${day.visits.confirmed} of ${day.visits.today}`} what="visits confirmed" to="/appointments">
            {day.visits.toChase > 0 ? (
              <Line icon={Hourglass} colour="text-warn-text">{`${day.visits.toChase} to chase`}</Line>
            ) : (
              <Line icon={CircleCheck} colour="text-ok-text">
                None to chase
              </Line>
            )}
          </Figure>
        </>
      )}
      <Figure value={notDelivered ?? '–'} what="texts not delivered" to="/inbox?tab=notDelivered" name="notDelivered">
        {notDelivered === undefined ? null : notDelivered === 0 ? (
          <Line icon={CircleCheck} colour="text-ok-text">
            All arrived
          </Line>
        ) : (
          <Line icon={CircleX} colour="text-bad-text">
            To send again
          </Line>
        )}
      </Figure>
    </ul>
  )
}

function TargetLine({ day: { typicalMinutes, within } }: { day: BoardDay }) {
  if (typicalMinutes === null) return <Line>No reply yet</Line>
  const isIn = typicalMinutes <= within.minutes
  return (
    <Line icon={isIn ? CircleCheck : Timer} colour={isIn ? 'text-ok-text' : 'text-warn-text'}>
      {`${within.count} of ${within.of} within ${within.minutes} min`}
    </Line>
  )
}

interface FigureProps {
  readonly value: ReactNode
  readonly what: string
  readonly to?: string
  readonly name?: string
  readonly children: ReactNode
}

function Figure({ value, what, to, name, children }: FigureProps) {
  const content = (
    <>
      <span className="num narrow block text-[2.25em] leading-none font-semibold tracking-tight whitespace-nowrap">
        {value}
      </span>
      <span className="mt-[0.4em] block">{what}</span>
    </>
  )
  return (
    <li className="min-w-0 border-t-2 border-line-strong pt-[0.6em]" data-figure={name}>
      {to === undefined ? (
        content
      ) : (
        <Link to={to} className="block rounded-md hover:bg-hover">
          {content}
        </Link>
      )}
      {children}
    </li>
  )
}

interface LineProps {
  readonly icon?: LucideIcon
  readonly colour?: string
  readonly children: string
}

function Line({ icon: Icon, colour = 'text-muted', children }: LineProps) {
  return (
    <span className={clsx('num mt-[0.2em] flex items-center gap-[0.4em]', colour)}>
      {Icon && <Icon aria-hidden className="size-[1.1em] shrink-0" strokeWidth={1.75} />}
      {children}
    </span>
  )
}
