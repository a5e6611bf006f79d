import { useSelector } from '@xstate/react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { connectionOf } from '../../live/live.machine.ts'
import { useLive } from '../../parts/live-context.tsx'
import { useParts } from '../../parts/parts.tsx'
import type { Inbox } from './inbox.actors.ts'
import { selectedConversation } from './list-model.rules.ts'
import { ListPane } from './list-pane.tsx'
import { focusRow } from './row-focus.ts'
import { NothingOpen } from './thread-states.tsx'
import { useColleagues } from './use-colleagues.ts'
import { type InboxParts, useInbox, useOpenConversation } from './use-inbox.ts'
import { type InboxAddress, useInboxAddress } from './use-inbox-address.ts'
import { useMine } from './use-mine.ts'
import { useNow } from './use-now.ts'
import { usePhone } from './use-phone.ts'
import { usePresence } from './use-presence.ts'
import { type Sought, useSoughtMessage } from './use-sought-message.ts'

const loadThread = () => import('./thread-pane.tsx')
const ThreadPane = lazy(async () => ({ default: (await loadThread()).ThreadPane }))
/** The list comes first; what opens from it is fetched once it stands, so that it is there when it is wanted. */
const FETCH_AHEAD_MS = 2_000

const OPENING = 'flex-1 bg-surface max-md:absolute max-md:inset-0'

/** [INBOX-01] The list, the thread and the patient; one of them at a time on a phone. */
export function InboxScreen(props: InboxParts) {
  const address = useInboxAddress()
  const inbox = useInbox(props, address)
  return inbox && <Panes {...props} inbox={inbox} address={address} />
}

interface PanesProps extends InboxParts {
  inbox: Inbox
  address: InboxAddress
}

function Panes({ inbox, address, organizationId, timezone, me }: PanesProps) {
  const { list } = inbox
  const phone = usePhone()
  const now = useNow(useParts().clock)
  const colleagues = useColleagues(organizationId)
  const conversation = useSelector(list, (state) => selectedConversation(state.context))
  const open = useOpenConversation(inbox, address.conversationId)
  const { viewing, ...writing } = usePresence(open?.thread ?? null, colleagues)
  const offline = useSelector(useLive(), (state) => connectionOf(state) === 'offline')
  const mine = useMine(organizationId, address.conversationId)
  const [sought, setSought] = useState<Sought | null>(null)
  useSoughtMessage(open?.thread ?? null, sought)
  useFocusBack(address.conversationId)
  useThreadAhead()

  return (
    <div className="relative flex min-h-0 flex-1">
      <ListPane
        {...{ inbox, address, organizationId, me, colleagues, mine, phone, offline, now, timezone, viewing }}
        sought={sought}
        onSeek={setSought}
      />
      {open === null ? (
        address.conversationId === null && <NothingOpen />
      ) : (
        <Suspense fallback={<section data-pane="thread" aria-busy="true" className={OPENING} />}>
          <ThreadPane
            key={address.conversationId}
            {...{ open, conversation, phone, now, timezone, me, colleagues, viewing, ...writing }}
            onAct={inbox.act}
            onPresence={inbox.presence}
            onBack={address.leave}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Whoever comes back from a thread stands at its row again. */
function useFocusBack(conversationId: string | null) {
  const before = useRef(conversationId)
  useEffect(() => {
    if (conversationId === null && before.current !== null) focusRow(before.current)
    before.current = conversationId
  }, [conversationId])
}

/** Should it fail, opening a conversation tries again. */
function useThreadAhead() {
  useEffect(() => {
    const timer = setTimeout(() => void loadThread().catch(() => undefined), FETCH_AHEAD_MS)
    return () => clearTimeout(timer)
  }, [])
}
