import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { AlarmClockOff, CalendarClock, Clock } from 'lucide-react'
import { useOpeningHours } from '../../../parts/use-open-time.ts'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import { laterTimes } from '../later-times.rules.ts'

interface SnoozeMenuProps {
  conversation: Conversation
  now: Date
  timezone: string
  onAct: (action: ConversationAction) => void
  onPick: () => void
}

/** The snooze presets of a conversation. */
export function SnoozeMenu({ conversation, now, timezone, onAct, onPick }: SnoozeMenuProps) {
  const { id: conversationId, snoozedUntil } = conversation
  const snooze = (until: string | null) => () => onAct({ kind: 'snooze', conversationId, until })
  const hours = useOpeningHours(conversation.organizationId)
  const visitAt = conversation.appointment?.startsAt ?? null
  const choices = laterTimes({ now, timezone, hours, visitAt }).map(({ label, detail, at }) => ({
    label,
    detail,
    icon: Clock,
    onSelect: snooze(at.toISOString()),
  }))
  const wake = { label: 'Wake now', icon: AlarmClockOff, separated: true, onSelect: snooze(null) }
  return (
    <Menu
      label="Snooze"
      align="end"
      className={squareLook('ghost', 'md')}
      content={<Clock aria-hidden size={16} strokeWidth={1.75} />}
      heading="Back in the list, or when the patient writes"
      entries={[
        ...choices,
        { label: 'Pick a time…', icon: CalendarClock, separated: true, onSelect: onPick },
        ...(snoozedUntil === null ? [] : [wake]),
      ]}
    />
  )
}
