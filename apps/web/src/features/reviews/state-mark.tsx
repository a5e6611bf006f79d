import { Check, CircleAlert, CircleOff, Clock, type LucideIcon, Pencil, Reply } from 'lucide-react'
import type { StateTone, StateWords } from './review-words.rules.ts'

const ICONS: Readonly<Record<StateWords['icon'], LucideIcon>> = {
  reply: Reply,
  draft: Pencil,
  clock: Clock,
  check: Check,
  alert: CircleAlert,
  gone: CircleOff,
}
const LOOKS: Readonly<Record<StateTone, string>> = {
  warn: 'text-warn-text',
  bad: 'text-bad-text',
  ok: 'text-ok-text',
  quiet: 'text-muted',
}

/** The state as an icon and words: never by its colour alone. */
export function StateMark({ words: { label, tone, icon } }: { words: StateWords }) {
  const Icon = ICONS[icon]
  return (
    <span className={`inline-flex items-center gap-1.5 text-xs font-semibold ${LOOKS[tone]}`}>
      <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      {label}
    </span>
  )
}
