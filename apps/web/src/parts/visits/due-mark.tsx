import { clsx } from 'clsx'
import { CalendarCheck, CircleAlert, Clock } from 'lucide-react'
import type { DueWords } from './due-words.rules.ts'

const TONES = { ok: 'text-ok-text', warn: 'text-warn-text', bad: 'text-bad-text', muted: 'text-muted' }
const ICONS = { ok: CalendarCheck, warn: Clock, bad: CircleAlert, muted: Clock }

/** How near a due date is, as icon, word and colour. */
export function DueMark({ tone, text }: DueWords) {
  const Icon = ICONS[tone]
  return (
    <span className={clsx('flex items-center gap-1 text-xs', TONES[tone])}>
      <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      {text}
    </span>
  )
}
