import { STATUS } from '@foyer/contracts/inbox/status.rules.ts'
import { useSelector } from '@xstate/react'
import { clsx } from 'clsx'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useParts } from '../../parts/parts.tsx'
import { ConversationList } from './conversation-list.tsx'
import type { Inbox } from './inbox.actors.ts'
import { ListHead } from './list-head.tsx'
import { selectedConversation } from './list-model.rules.ts'
import { focusRow } from './row-focus.ts'
import { NothingOpen } from './thread-states.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useColleagues } from './use-colleagues.ts'
import { useCounts } from './use-counts.ts'
import { type InboxParts, useInbox, useOpenConversation } from './use-inbox.ts'
import { type InboxAddress, useInboxAddress } from './use-inbox-address.ts'
import { useNow } from './use-now.ts'
import { usePhone } from './use-phone.ts'
import { usePresence } from './use-presence.ts'

/** The list stands before the first thread is opened; what a thread needs comes with it. */
const ThreadPane = lazy(async () => ({ default: (await import('./thread-pane.tsx')).ThreadPane }))

const ROW_PX = { phone: 76, desk: 72 }

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
  const counts = useCounts()
  const colleagues = useColleagues(organizationId)
  const filters = useSelector(list, (state) => state.context.filters)
  const conversation = useSelector(list, (state) => selectedConversation(state.context))
  const open = useOpenConversation(inbox, address.conversationId)
  const { viewing, ...writing } = usePresence(open?.thread ?? null, colleagues)
  const arrivals = useArrivals(list)
  useFocusBack(address.conversationId)

  return (
    <div className="relative flex min-h-0 flex-1">
      <section
        aria-label="Inbox"
        className={clsx(
          'flex w-full shrink-0 flex-col border-line bg-surface md:w-86 md:border-r lg:w-list',
          // Kept in place, so that Back finds it where it was.
          address.conversationId !== null && 'max-md:invisible',
        )}
      >
        <ListHead
          filters={filters}
          counts={counts}
          onTab={(tab) => address.change({ tab })}
          onStatus={(status) => address.change({ status })}
          onSearch={(typed) => list.send({ type: 'search.submitted', typed })}
        />
        <ConversationList
          list={list}
          rowHeight={phone ? ROW_PX.phone : ROW_PX.desk}
          linkTo={address.linkTo}
          onSearchEverywhere={() => address.change({ status: STATUS.ALL })}
          now={now}
          timezone={timezone}
          userId={me._id}
          viewing={viewing}
        />
        <p role="status" aria-label="Arrivals" className="sr-only">
          {arrivals}
        </p>
      </section>
      {open === null ? (
        address.conversationId === null && <NothingOpen />
      ) : (
        <Suspense fallback={null}>
          <ThreadPane
            key={address.conversationId}
            {...{ open, conversation, phone, now, timezone, me, colleagues, viewing, ...writing }}
            onAct={inbox.act}
            onPresence={inbox.presence}
            onRead={inbox.learn}
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
