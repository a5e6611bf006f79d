import { clsx } from 'clsx'
import { CalendarCheck, CalendarClock, type LucideIcon, MessageCircleWarning } from 'lucide-react'
import type { ReplyMark } from './family.rules.ts'

const LOOKS: Readonly<Record<ReplyMark['look'], { icon: LucideIcon; look: string }>> = {
  ok: { icon: CalendarCheck, look: 'text-ok-text' },
  auto: { icon: CalendarClock, look: 'text-auto-text' },
  warn: { icon: MessageCircleWarning, look: 'text-warn-text' },
}

/** A message's meaning for visits: "Confirmed Thu 9:30". */
export function ReplyMarks({ marks }: { marks: readonly ReplyMark[] }) {
  return marks.map(({ appointmentId, look, words }) => {
    const { icon: Icon, look: colour } = LOOKS[look]
    return (
      <span key={appointmentId} className={clsx('inline-flex items-center gap-1 font-medium', colour)}>
        <Icon aria-hidden size={13} className="shrink-0" />
        {words}
      </span>
    )
  })
}
