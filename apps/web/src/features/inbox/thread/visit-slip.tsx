import type { Visit } from '@foyer/contracts/inbox/conversation.ts'
import { CalendarCheck, CalendarX, CircleCheck, Hourglass, type LucideIcon } from 'lucide-react'
import { timeOfDay } from '../../../lib/time-labels.rules.ts'
import { visitWords } from '../visit-words.rules.ts'

const LOOKS: Record<Visit['status'], { icon: LucideIcon; look: string }> = {
  scheduled: { icon: Hourglass, look: 'text-warn-text' },
  confirmed: { icon: CalendarCheck, look: 'text-ok-text' },
  arrived: { icon: CircleCheck, look: 'text-ok-text' },
  completed: { icon: CircleCheck, look: 'text-ok-text' },
  cancelled: { icon: CalendarX, look: 'text-muted' },
  noShow: { icon: CalendarX, look: 'text-bad-text' },
  admitted: { icon: CircleCheck, look: 'text-ok-text' },
  discharged: { icon: CircleCheck, look: 'text-muted' },
}
const MINUTE_MS = 60_000

/** A visit, designed like a paper appointment slip: the day on the stub, the rest beside the torn edge. */
export function VisitSlip({ visit, timezone }: { visit: Visit; timezone: string }) {
  const { icon: Icon, look } = LOOKS[visit.status]
  const start = new Date(visit.startsAt)
  const minutes = Math.round((Date.parse(visit.endsAt) - start.getTime()) / MINUTE_MS)
  const stub = (part: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: timezone, ...part }).format(start)
  return (
    <div className="flex overflow-hidden rounded-lg border border-line-strong bg-raised">
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
        <p className={`mt-1 flex items-center gap-1 text-xs font-medium ${look}`}>
          <Icon aria-hidden size={14} strokeWidth={1.75} />
          {visitWords[visit.status]}
        </p>
      </div>
    </div>
  )
}
