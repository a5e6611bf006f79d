import { useCallback, useEffect, useState } from 'react'
import { useParts } from '../../../parts/parts.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import type { Inbox } from '../inbox.actors.ts'
import { startNewMessage } from './new-message.actors.ts'
import type { NewMessageActor, Recipient, Started } from './new-message.machine.ts'
import { NewMessage } from './new-message.tsx'

/** What was begun, by inbox: it outlives the panel, and goes with the inbox that it was begun in. */
const begun = new WeakMap<Inbox, NewMessageActor>()

interface NewMessagePanelProps {
  inbox: Inbox
  organizationId: string
  phone: boolean
  offline: boolean
  /** Who was chosen elsewhere. */
  to: Recipient | null
  onOpen: (conversationId: string) => void
  onClose: () => void
}

/** From the side, on a phone from below. */
export function NewMessagePanel({ inbox, organizationId, phone, offline, to, onOpen, onClose }: NewMessagePanelProps) {
  const { api } = useParts()
  const [actor] = useState(() => {
    const made = begun.get(inbox) ?? startNewMessage({ api, organizationId, newId: () => crypto.randomUUID() })
    begun.set(inbox, made)
    return made
  })
  const Overlay = phone ? Sheet : Drawer

  useEffect(() => {
    if (to !== null) actor.send({ type: 'recipient.chosen', to })
  }, [actor, to])

  // It may be sent after the panel was closed: the list shows it all the same.
  useEffect(() => {
    const link = actor.on('sent', ({ conversation, epoch }) => {
      if (inbox.list.getSnapshot().status !== 'active') return
      inbox.list.send({ type: 'conversation.read', epoch, conversation })
    })
    return () => link.unsubscribe()
  }, [actor, inbox])

  const sent = useCallback(
    ({ conversation }: Started) => {
      onClose()
      onOpen(conversation.id)
    },
    [onOpen, onClose],
  )

  return (
    <Overlay open onClose={onClose} title="New message">
      <NewMessage {...{ actor, organizationId, offline }} onSent={sent} />
    </Overlay>
  )
}
