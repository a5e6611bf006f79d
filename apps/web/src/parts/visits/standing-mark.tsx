import type { Standing } from '@foyer/contracts/appointments/status.rules.ts'
import { clsx } from 'clsx'
import {
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CircleCheck,
  Hourglass,
  type LucideIcon,
  UserRoundCheck,
} from 'lucide-react'
import { standingWords } from './standing-words.rules.ts'

const LOOKS: Readonly<Record<Standing, { icon: LucideIcon; look: string }>> = {
  notConfirmed: { icon: Hourglass, look: 'text-warn-text' },
  confirmed: { icon: CalendarCheck, look: 'text-ok-text' },
  reschedule: { icon: CalendarClock, look: 'text-auto-text' },
  held: { icon: Hourglass, look: 'text-warn-text' },
  arrived: { icon: UserRoundCheck, look: 'text-muted' },
  completed: { icon: CircleCheck, look: 'text-muted' },
  cancelled: { icon: CalendarX, look: 'text-muted' },
  noShow: { icon: CalendarX, look: 'text-bad-text' },
  admitted: { icon: CircleCheck, look: 'text-ok-text' },
  discharged: { icon: CircleCheck, look: 'text-muted' },
}

interface StandingMarkProps {
  standing: Standing
  /** What else is to say: "no reply". */
  detail?: string | undefined
  className?: string
}

/** The standing of a visit as icon, word and colour. */
export function StandingMark({ standing, detail, className }: StandingMarkProps) {
  const { icon: Icon, look } = LOOKS[standing]
  return (
    <span className={clsx('inline-flex items-center gap-1 align-middle font-medium', look, className)}>
      <Icon aria-hidden size={15} strokeWidth={1.75} className="shrink-0" />
      {detail === undefined ? standingWords[standing] : `${standingWords[standing]}, ${detail}`}
    </span>
  )
}
