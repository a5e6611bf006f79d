import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { AlarmClockOff, CalendarClock, Clock } from 'lucide-react'
import type { TriggerLook } from '../../../ui/deferred-trigger.tsx'
import { MenuPanel } from '../../../ui/menu-panel.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import { snoozeChoices } from './snooze.rules.ts'

export interface SnoozeMenuProps {
  conversation: Conversation
  now: Date
  timezone: string
  look: TriggerLook
  onAct: (action: ConversationAction) => void
  onPick: () => void
}

export function SnoozeMenuPanel({ conversation, now, timezone, look, onAct, onPick }: SnoozeMenuProps) {
  const { id: conversationId, snoozedUntil } = conversation
  const snooze = (until: string | null) => () => onAct({ kind: 'snooze', conversationId, until })
  const choices = snoozeChoices(now, timezone).map(({ label, detail, until }) => ({
    label,
    ...(detail === null ? {} : { detail }),
    icon: Clock,
    onSelect: snooze(until),
  }))
  const wake = { label: 'Wake now', icon: AlarmClockOff, separated: true, onSelect: snooze(null) }
  return (
    <MenuPanel
      {...look}
      align="end"
      heading="Back in the list, or when the patient writes"
      entries={[
        ...choices,
        { label: 'Pick a time…', icon: CalendarClock, separated: true, onSelect: onPick },
        ...(snoozedUntil === null ? [] : [wake]),
      ]}
    />
  )
}
