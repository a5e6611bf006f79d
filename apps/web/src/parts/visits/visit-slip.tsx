import type { Standing } from '@foyer/contracts/appointments/status.rules.ts'
import type { ReactNode } from 'react'
import { timeOfDay } from '../../lib/time-labels.rules.ts'
import { StandingMark } from './standing-mark.tsx'

/** What a slip shows; `slip.rules.ts` makes it of an appointment or of a conversation's visit. */
export interface SlipFacts {
  readonly startsAt: string
  readonly endsAt: string
  readonly doctorName: string
  readonly type: string
  readonly location: string
  readonly standing: Standing
}

interface VisitSlipProps {
  visit: SlipFacts
  timezone: string
  /** Said after the standing: "no reply". */
  detail?: string | undefined
  /** The actions, below a torn edge. */
  children?: ReactNode
}

const MINUTE_MS = 60_000

/** A visit, designed like a paper appointment slip: the day on the stub, the rest beside the torn edge. */
export function VisitSlip({ visit, timezone, detail, children }: VisitSlipProps) {
  const start = new Date(visit.startsAt)
  const minutes = Math.round((Date.parse(visit.endsAt) - start.getTime()) / MINUTE_MS)
  const stub = (part: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: timezone, ...part }).format(start)
  return (
    <div className="overflow-hidden rounded-lg border border-line-strong bg-raised">
      <div className="flex">
        <div className="narrow flex w-16 shrink-0 flex-col items-center justify-center border-r border-line-strong border-dashed py-2 text-xs text-muted">
          <span>{stub({ weekday: 'short' })}</span>
          <span className="num text-xl/6.5 font-semibold text-ink">{stub({ day: 'numeric' })}</span>
          <span>{stub({ month: 'short' })}</span>
        </div>
        <div className="min-w-0 flex-1 px-3 py-2">
          <p className="flex items-baseline gap-2">
            <span className="num text-base font-semibold">{timeOfDay(start, timezone)}</span>
            {minutes > 0 && <span className="text-xs text-muted">{`${minutes} min`}</span>}
          </p>
          <p className="wrap-anywhere">{visit.doctorName}</p>
          <p className="text-xs text-muted wrap-anywhere">{[visit.type, visit.location].filter(Boolean).join(', ')}</p>
          <StandingMark standing={visit.standing} detail={detail} className="mt-1 text-xs" />
        </div>
      </div>
      {children && (
        <div className="flex flex-wrap gap-x-1.5 gap-y-2 border-t border-line-strong border-dashed px-2 py-2">
          {children}
        </div>
      )}
    </div>
  )
}
