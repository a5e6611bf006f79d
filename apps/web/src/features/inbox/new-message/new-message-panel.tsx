import { useCallback, useEffect, useState } from 'react'
import { laterLabel } from '../../../lib/time-labels.rules.ts'
import { useServices } from '../../../parts/services.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import type { Inbox } from '../inbox.actors.ts'
import { startNewMessage } from './new-message.actors.ts'
import type { NewMessageActor, Recipient, Started } from './new-message.machine.ts'
import { notSentWords } from './new-message.rules.ts'
import { NewMessage } from './new-message.tsx'

interface UnsentMessage {
  readonly actor: NewMessageActor
  /** Whether the panel is open. It then shows the outcome of a sending itself. */
  open: boolean
}

/** The unsent message of each inbox. It outlives the panel and ends with the inbox. */
const unsent = new WeakMap<Inbox, UnsentMessage>()

function begin(inbox: Inbox, parts: Parameters<typeof startNewMessage>[0]): UnsentMessage {
  const made: UnsentMessage = { actor: startNewMessage(parts), open: false }
  unsent.set(inbox, made)
  // The panel may be closed during a sending. The conversation still goes to the list, and a refusal becomes a notice.
  made.actor.on('sent', ({ conversation, epoch }) => inbox.applyRead({ epoch, conversation }))
  made.actor.on('refused', ({ error }) => {
    if (!made.open) notifyError(`The new message was not sent. ${notSentWords(error)}`)
  })
  return made
}

interface NewMessagePanelProps {
  inbox: Inbox
  organizationId: string
  phone: boolean
  offline: boolean
  /** The recipient chosen on another screen. */
  to: Recipient | null
  timezone: string
  now: Date
  /** The name of the user, for canned messages. */
  staff: string
  onOpen: (conversationId: string) => void
  onClose: () => void
}

/** A drawer at the side, on a phone a sheet from below. */
export function NewMessagePanel({ inbox, organizationId, phone, to, onOpen, onClose, ...rest }: NewMessagePanelProps) {
  const { api, clock } = useServices()
  const { timezone } = rest
  const [held] = useState(
    () => unsent.get(inbox) ?? begin(inbox, { api, organizationId, timezone, newId: () => crypto.randomUUID() }),
  )
  const { actor } = held
  const Overlay = phone ? Sheet : Drawer

  useEffect(() => {
    if (to !== null) actor.send({ type: 'recipient.chosen', to })
  }, [actor, to])

  useEffect(() => {
    held.open = true
    return () => {
      held.open = false
    }
  }, [held])

  const sent = useCallback(
    ({ conversation, sendAt }: Started) => {
      if (sendAt !== null) notifySuccess(`Text goes out ${laterLabel(sendAt, clock.now(), timezone)}`)
      // The user chose another recipient meanwhile and is about to write to them, so the panel stays open.
      if (actor.getSnapshot().context.to !== null) return
      onClose()
      onOpen(conversation.id)
    },
    [actor, clock, timezone, onOpen, onClose],
  )

  return (
    <Overlay open onClose={onClose} title="New message">
      <NewMessage {...{ actor, organizationId, phone, ...rest }} onSent={sent} />
    </Overlay>
  )
}
