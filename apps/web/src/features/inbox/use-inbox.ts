import { useEffect, useState } from 'react'
import { useLive } from '../../parts/live-context.tsx'
import { useServices } from '../../parts/services.tsx'
import type { Colleague } from '../../parts/use-colleagues.ts'
import { notifyError, notifySuccess, notifyUndo } from '../../ui/notify.tsx'
import type { Notice } from './conversation-actions.actors.ts'
import { fetchOpening, type Opening, openingNow } from './deferred-opening.ts'
import { createInbox, type Inbox } from './inbox.actors.ts'
import type { OpenConversation } from './open-conversation.actors.ts'
import type { InboxAddress } from './use-inbox-address.ts'

export interface InboxDependencies {
  organizationId: string
  timezone: string
  me: Colleague
}

/** The inbox of one organization, alive as long as its screen. It follows the address. */
export function useInbox({ organizationId, timezone, me }: InboxDependencies, address: InboxAddress): Inbox | null {
  const { api, app, clock } = useServices()
  const live = useLive()
  const [inbox, setInbox] = useState<Inbox | null>(null)
  const { _id, name } = me
  const { status, tab, sort, team, campaign } = address

  // biome-ignore lint/correctness/useExhaustiveDependencies: the filters are only its initial state; the next effect sends changes
  useEffect(() => {
    const made = createInbox({
      api,
      live,
      organizationId,
      timezone,
      user: { _id, name },
      filters: { status, tab, sort, team, campaign },
      clock,
      newId: () => crypto.randomUUID(),
      random: Math.random,
      notify: show,
      onOutbox: app.changeOutbox,
    })
    setInbox(made)
    return () => made.stop()
  }, [api, app, live, clock, organizationId, timezone, _id, name])

  useEffect(() => {
    const filters = inbox?.list.getSnapshot().context.filters
    if (!filters) return
    const isSame =
      filters.status === status &&
      filters.tab === tab &&
      filters.sort === sort &&
      (filters.team ?? null) === team &&
      (filters.campaign ?? null) === campaign
    if (!isSame) inbox?.list.send({ type: 'filter.changed', change: { status, tab, sort, team, campaign } })
  }, [inbox, status, tab, sort, team, campaign])

  return inbox
}

interface Opened {
  /** Null while it opens, and when the address names no conversation. */
  open: OpenConversation | null
  /** Retries loading the code that opens a conversation; null unless that failed. */
  again: (() => void) | null
}

/** Opens the conversation that the address names. */
export function useOpenConversation(inbox: Inbox | null, conversationId: string | null): Opened {
  const [opened, setOpened] = useState<{ id: string; conversation: OpenConversation } | null>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry opens again
  useEffect(() => {
    if (!inbox) return
    setFailed(false)
    if (conversationId === null) {
      inbox.leave()
      setOpened(null)
      return
    }
    let left = false
    const open = (opening: Opening) => {
      if (left) return
      setOpened({ id: conversationId, conversation: inbox.open(conversationId, opening) })
      inbox.presence('viewing')
    }
    const here = openingNow()
    if (here) open(here)
    else fetchOpening().then(open, () => !left && setFailed(true))
    return () => {
      left = true
      inbox.presence('left')
    }
  }, [inbox, conversationId, tries])

  return {
    open: opened !== null && opened.id === conversationId ? opened.conversation : null,
    again: failed ? () => setTries((count) => count + 1) : null,
  }
}

function show({ kind, text, undo }: Notice) {
  if (kind === 'error') notifyError(text)
  else if (undo) notifyUndo(text, undo)
  else notifySuccess(text)
}
