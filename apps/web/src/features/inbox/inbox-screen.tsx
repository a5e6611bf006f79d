import type { Team } from '@foyer/contracts/teams/teams.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { useSelector } from '@xstate/react'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { usePhone } from '../../lib/use-phone.ts'
import { useStable } from '../../lib/use-stable.ts'
import { useHandover, useKeyboard } from '../../parts/keyboard.tsx'
import { useServices } from '../../parts/services.tsx'
import { StaffNames } from '../../parts/staff-names.tsx'
import { useColleagues } from '../../parts/use-colleagues.ts'
import { useOffline } from '../../parts/use-offline.ts'
import { useOpenTime } from '../../parts/use-open-time.ts'
import { useTeams } from '../../parts/use-teams.ts'
import { lazyPart, SaidInPlace } from '../../ui/lazy-part.tsx'
import { openingNow } from './deferred-opening.ts'
import type { Inbox } from './inbox.actors.ts'
import type { BulkAsked, Intent } from './keys.rules.ts'
import { selectedConversation } from './list/list-model.rules.ts'
import { ListPane } from './list/list-pane.tsx'
import { returnToRow } from './list/row-focus.ts'
import type { Handled } from './moving-on.actors.ts'
import { useHolds } from './next/use-holds.ts'
import { type NextPatient, useNextPatient } from './next/use-next-patient.ts'
import { AbsentThread, DeferredThread } from './thread/deferred-thread.tsx'
import { NothingOpen } from './thread/thread-states.tsx'
import { usePresence } from './thread/use-presence.ts'
import type { Sought } from './thread/use-sought-message.ts'
import { useConversationKeys } from './use-conversation-keys.ts'
import { type InboxDependencies, useInbox, useOpenConversation } from './use-inbox.ts'
import { type InboxAddress, useInboxAddress } from './use-inbox-address.ts'
import { useMentions } from './use-mentions.ts'

const NextEnd = lazyPart(async () => (await import('./next/next-end.tsx')).NextEnd, SaidInPlace)

/** [INBOX-01] The list, the thread and the patient panel; on a phone one of them at a time. */
export function InboxScreen(props: InboxDependencies) {
  const address = useInboxAddress()
  const inbox = useInbox(props, address)
  return inbox && <Panes {...props} inbox={inbox} address={address} />
}

const NO_TEAMS: readonly Team[] = []

interface PanesProps extends InboxDependencies {
  inbox: Inbox
  address: InboxAddress
}

function Panes({ inbox, address, organizationId, timezone, me }: PanesProps) {
  const { list } = inbox
  const phone = usePhone()
  const now = useNow(useServices().clock)
  const openTime = useOpenTime(organizationId, timezone)
  useNewDay(inbox, dayIn(now, timezone))
  const { colleagues, names: staffNames } = useColleagues(organizationId)
  const { names: teamNames, data: teams = NO_TEAMS } = useTeams(organizationId)
  const names = useMemo(() => new Map([...staffNames, ...teamNames]), [staffNames, teamNames])
  const conversation = useSelector(list, (state) => selectedConversation(state.context))
  const { open, again } = useOpenConversation(inbox, address.conversationId)
  const presence = usePresence(open?.thread ?? null, colleagues)
  const offline = useOffline()
  const marks = useHolds({ organizationId, userId: me._id, names, now })
  const next = useNextPatient({ inbox, address, organizationId, offline })
  const { heldId, lost, handled, ask } = next
  const { commands } = useKeyboard()
  const handle = useStable((work: Handled) => {
    const { isWriting } = inbox
    openingNow()?.moveOn({ list, address, userId: me._id, heldId, isWriting, pauseKeys: commands.pause }, work)
  })
  useEffect(() => inbox.onHandled(handle).unsubscribe, [inbox, handle])
  const mark = address.conversationId === null ? undefined : marks.get(address.conversationId)
  const { viewing, ...writing } =
    mark === undefined || mark.isOwn ? presence : { ...presence, viewing: mark.words, viewer: mark.name }
  const mentions = useMentions(organizationId, address.conversationId)
  const [sought, setSought] = useState<Sought | null>(null)
  const [intended, setIntended] = useState<{ conversationId: string; intent: Intent; from: Element | null } | null>(
    null,
  )
  const isHeld = heldId !== null && heldId === address.conversationId
  const held = useMemo(() => (isHeld ? { lost, handled, onNext: ask } : null), [isHeld, lost, handled, ask])
  const endIntent = useCallback(() => setIntended(null), [])
  const [bulkAsked, setBulkAsked] = useState<BulkAsked | null>(null)
  const endBulkAsked = useCallback(() => setBulkAsked(null), [])
  useFocusBack(address.conversationId)

  function intend(conversationId: string, intent: Intent, from: Element | null = null) {
    if (conversationId !== address.conversationId) address.open(conversationId)
    setIntended({ conversationId, intent, from })
  }
  useConversationKeys({
    inbox,
    openId: address.conversationId,
    userId: me._id,
    offline,
    onIntend: intend,
    onBulkAsk: setBulkAsked,
    onLeave: address.leave,
  })
  useHandover((asked) => {
    if (asked.kind !== 'conversation' || asked.organizationId !== organizationId) return false
    intend(asked.conversationId, 'write')
    return true
  })

  return (
    <StaffNames value={names}>
      <div className="relative flex min-h-0 flex-1">
        <ListPane
          {...{
            inbox,
            address,
            organizationId,
            me,
            colleagues,
            mentions,
            phone,
            offline,
            now,
            timezone,
            openTime,
            viewing,
            marks,
          }}
          onNext={ask}
          sought={sought}
          onSeek={setSought}
          bulkAsked={bulkAsked}
          onBulkAnswered={endBulkAsked}
        />
        {open === null ? (
          <Unopened named={address.conversationId !== null} {...{ again, next, offline }} onBack={address.leave} />
        ) : (
          <DeferredThread
            key={address.conversationId}
            {...{ open, conversation, sought, phone, now, timezone, me, colleagues, teams, viewing, ...writing }}
            held={held}
            onAct={inbox.act}
            onPresence={inbox.presence}
            onRead={inbox.applyRead}
            onBack={address.leave}
            intent={intended?.conversationId === address.conversationId ? intended.intent : null}
            intentFrom={intended?.from ?? null}
            onIntentDone={endIntent}
          />
        )}
      </div>
    </StaffNames>
  )
}

interface UnopenedProps {
  named: boolean
  again: (() => void) | null
  next: NextPatient
  offline: boolean
  onBack: () => void
}

function Unopened({ named, again, next: { walk, shows, ask }, offline, onBack }: UnopenedProps) {
  if (named) return again && <AbsentThread again={again} onBack={onBack} />
  if (walk === null || !shows) return <NothingOpen offline={offline} onNext={ask} />
  return (
    <Suspense fallback={<div aria-hidden className="min-w-0 flex-1 bg-surface max-md:hidden" />}>
      <NextEnd walk={walk.actor} offline={offline} onNext={ask} />
    </Suspense>
  )
}

/** Tells the list when a new day begins, without a user action. */
function useNewDay({ list, selection }: Inbox, today: string) {
  const before = useRef(today)
  useEffect(() => {
    const ended = before.current
    before.current = today
    if (ended === today) return
    if (list.getSnapshot().context.filters.date === ended) selection.send({ type: 'cleared' })
    list.send({ type: 'day.began', ended, day: today })
  }, [list, selection, today])
}

/** Moves the focus back to the row when the user leaves a thread. */
function useFocusBack(conversationId: string | null) {
  const before = useRef(conversationId)
  useEffect(() => {
    if (conversationId === null && before.current !== null) returnToRow(before.current)
    before.current = conversationId
  }, [conversationId])
}
