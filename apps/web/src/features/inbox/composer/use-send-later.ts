import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useRef, useState } from 'react'
import { withSignature } from '../../../lib/signature.rules.ts'
import { laterLabel } from '../../../lib/time-labels.rules.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { useApi } from '../../../parts/services.tsx'
import type { MenuEntry } from '../../../ui/menu-panel.tsx'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'
import { refusalWords } from '../thread/refusal-words.rules.ts'
import { useScheduled } from '../thread/use-scheduled.ts'
import { gapWords, unfilledPlaceholders } from './canned.rules.ts'
import type { ComposerActor } from './composer.machine.ts'
import { isSendable } from './composer.rules.ts'
import { useLaterEntries } from './use-later-entries.ts'

interface SendLaterOptions {
  composer: ComposerActor
  conversation: Conversation
  offline: boolean
  now: Date
  timezone: string
}

export interface SendLater {
  readonly entries: readonly MenuEntry[]
  /** The dialog that chooses a time is open. */
  readonly choosing: boolean
  readonly stopChoosing: () => void
  /** Resolves whether the text was scheduled. */
  readonly schedule: (sendAt: Date) => Promise<boolean>
  /** Asked when a message came in between. */
  readonly question: { readonly text: string; readonly onAnswer: (yes: boolean) => void } | null
}

/** A scheduled text has no files, so a text with files can only be sent now. */
export const NOT_WITH_FILES: SendLater['entries'] = [
  {
    label: 'Send later',
    disabledReason: 'A text with files goes out at once. Remove the files to choose a time.',
    onSelect: () => undefined,
  },
]

/** A scheduled text belongs to the whole conversation. */
export const NOT_ABOUT_ONE: SendLater['entries'] = [
  {
    label: 'Send later',
    disabledReason: 'A text about one patient goes out at once. To send it later, choose “Everyone”.',
    onSelect: () => undefined,
  },
]

/** Schedules the text in the box. The server keeps it, so this needs the connection. */
export function useSendLater({ composer, conversation, offline, now, timezone }: SendLaterOptions): SendLater {
  const api = useApi()
  const { put } = useScheduled(conversation.organizationId, conversation.id)
  const [choosing, setChoosing] = useState(false)
  const [stale, setStale] = useState<{ text: string; sendAt: Date } | null>(null)
  const sending = useRef<{ words: string; key: string } | null>(null)

  const schedule = useStable(async (sendAt: Date, anyway = false): Promise<boolean> => {
    const { drafts, screen, typedSince, newId, signature } = composer.getSnapshot().context
    const written = drafts.text.trim()
    const message = withSignature(written, signature)
    // The same text for the same time keeps its key, so that a retry can't schedule it twice.
    const words = `${sendAt.toISOString()} ${message}`
    if (sending.current?.words !== words || anyway) sending.current = { words, key: newId() }
    const { id: conversationId, organizationId } = conversation
    const seenVersion = Math.max(screen().seen, typedSince ?? 0)
    const body = { organizationId, conversationId, message, sendAt: sendAt.toISOString() }
    try {
      const { data, epoch } = await api('scheduleMessage', {
        body: { ...body, ...(anyway ? {} : { seenVersion }) },
        idempotencyKey: sending.current.key,
      })
      sending.current = null
      put(epoch, [data])
      composer.send({ type: 'text.taken', text: written })
      setChoosing(false)
      notifySuccess(`Text goes out ${laterLabel(sendAt, now, timezone)}`)
      return true
    } catch (error) {
      const refusal = refusalWords(error)
      if (refusal.stale) {
        setChoosing(false)
        setStale({ text: refusal.words, sendAt })
      } else notifyError(refusal.words)
      return false
    }
  })

  const ifReady = useStable((act: () => void) => {
    const { text } = composer.getSnapshot().context.drafts
    if (offline) notifyError('You are offline. Sending later can be chosen when you are back.')
    else if (!isSendable(text)) notifyError('Write the text first, then choose when it goes out.')
    else if (unfilledPlaceholders(text).length > 0) notifyError(gapWords(unfilledPlaceholders(text)))
    else act()
  })

  const entries = useLaterEntries(
    { ...conversation, visitAt: conversation.appointment?.startsAt ?? null, now, timezone },
    { onTime: (at) => ifReady(() => void schedule(at)), onPick: () => ifReady(() => setChoosing(true)) },
  )

  return {
    entries,
    choosing,
    stopChoosing: () => setChoosing(false),
    schedule,
    question: stale && {
      text: stale.text,
      onAnswer: (yes) => {
        setStale(null)
        if (yes) void schedule(stale.sendAt, true)
      },
    },
  }
}
