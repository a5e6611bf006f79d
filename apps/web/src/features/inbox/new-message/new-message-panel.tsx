import { useCallback, useEffect, useState } from 'react'
import { useParts } from '../../../parts/parts.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import type { Inbox } from '../inbox.actors.ts'
import { startNewMessage } from './new-message.actors.ts'
import type { NewMessageActor, Recipient, Started } from './new-message.machine.ts'
import { notSentWords } from './new-message.rules.ts'
import { NewMessage } from './new-message.tsx'

interface Begun {
  readonly actor: NewMessageActor
  /** Whether the panel is there, which says itself what became of a sending. */
  open: boolean
}

/** What was begun, by inbox: it outlives the panel, and goes with the inbox that it was begun in. */
const begun = new WeakMap<Inbox, Begun>()

function begin(inbox: Inbox, parts: Parameters<typeof startNewMessage>[0]): Begun {
  const made: Begun = { actor: startNewMessage(parts), open: false }
  begun.set(inbox, made)
  // The panel may be closed while a text is on its way: the list shows it all the same, and a refusal is said.
  made.actor.on('sent', ({ conversation, epoch }) => inbox.learn({ epoch, conversation }))
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
  /** Who was chosen elsewhere. */
  to: Recipient | null
  onOpen: (conversationId: string) => void
  onClose: () => void
}

/** From the side, on a phone from below. */
export function NewMessagePanel({ inbox, organizationId, phone, offline, to, onOpen, onClose }: NewMessagePanelProps) {
  const { api } = useParts()
  const [held] = useState(
    () => begun.get(inbox) ?? begin(inbox, { api, organizationId, newId: () => crypto.randomUUID() }),
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
    ({ conversation }: Started) => {
      // Another one was chosen meanwhile: whoever is about to write to them is not led away.
      if (actor.getSnapshot().context.to !== null) return
      onClose()
      onOpen(conversation.id)
    },
    [actor, onOpen, onClose],
  )

  return (
    <Overlay open onClose={onClose} title="New message">
      <NewMessage {...{ actor, organizationId, offline }} onSent={sent} />
    </Overlay>
  )
}
