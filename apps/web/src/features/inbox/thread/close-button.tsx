import type { ClosingStatus, Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { Check, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { AFTER_CLOSING, type AfterClosing, useAfterClosing } from '../../../lib/after-closing.ts'
import { offlineReason, offlineWords } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { SplitButton } from '../../../ui/split-button.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'

const CLOSED_AS = [
  { status: 'resolved', label: 'Resolved', detail: 'Nothing is left to do' },
  { status: 'pending', label: 'Pending', detail: 'Waiting on someone else' },
  { status: 'acknowledged', label: 'Acknowledged', detail: 'Seen, needs no answer' },
] as const

const AFTER_WORDS: Record<AfterClosing, string> = {
  next: 'Then open the next one',
  previous: 'Then open the previous one',
  list: 'Then go back to the list',
}

const OFFLINE = offlineWords('Closing')

interface CloseButtonProps {
  conversation: Conversation
  userId: string
  offline: boolean
  onAct: (action: ConversationAction) => void
  /** There is room for an icon only; it opens the menu of statuses. */
  compact?: boolean
}

/**
 * [INBOX-07] [STATE-25] Closes with "resolved" or with another status from the menu, and reopens a closed
 * conversation.
 */
export function CloseButton({ onAct, ...props }: CloseButtonProps) {
  const place = useRef<HTMLSpanElement>(null)
  const pressed = useRef(false)
  const isOpen = props.conversation.status === 'open' || props.conversation.status === 'unassigned'

  // Pressing the button replaces it with another one, which takes the focus over; otherwise the focus would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the buttons change
  useEffect(() => {
    if (pressed.current) place.current?.querySelector('button')?.focus()
    pressed.current = false
  }, [isOpen])

  function act(action: ConversationAction) {
    pressed.current = true
    onAct(action)
  }
  return (
    <span ref={place} className="inline-flex">
      <Buttons {...props} isOpen={isOpen} onAct={act} />
    </span>
  )
}

function Buttons({
  conversation: { id },
  userId,
  isOpen,
  offline,
  onAct,
  compact = false,
}: CloseButtonProps & { isOpen: boolean }) {
  const [after, choose] = useAfterClosing(userId)
  const set = (next: ClosingStatus) => onAct({ kind: 'close', conversationId: id, status: next })
  const entries = [
    ...CLOSED_AS.map(({ status: next, label, detail }) => ({ label, detail, onSelect: () => set(next) })),
    ...AFTER_CLOSING.map((one, nth) => ({
      label: AFTER_WORDS[one],
      chosen: one === after,
      separated: nth === 0,
      onSelect: () => choose(one),
    })),
  ]
  if (compact) {
    if (offline) return <IconButton icon={isOpen ? Check : Undo2} label={OFFLINE} size="touch" aria-disabled />
    if (!isOpen) return <IconButton icon={Undo2} label="Reopen" size="touch" onClick={() => set('open')} />
    return (
      <Menu
        label="Close conversation"
        heading="Close as"
        align="end"
        className={squareLook('ghost', 'touch')}
        content={<Check aria-hidden size={20} strokeWidth={1.75} />}
        entries={entries}
      />
    )
  }
  if (!isOpen) {
    return (
      <Button size="sm" icon={Undo2} onClick={() => set('open')} disabledReason={offlineReason(offline)}>
        Reopen
      </Button>
    )
  }
  if (offline) {
    return (
      <Button size="sm" icon={Check} disabledReason={OFFLINE}>
        Close
      </Button>
    )
  }
  return (
    <SplitButton
      label="Close"
      size="sm"
      icon={Check}
      onPress={() => set('resolved')}
      menuLabel="Close with another status"
      entries={entries}
    />
  )
}
