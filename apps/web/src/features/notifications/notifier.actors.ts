/** Tells a person who looks elsewhere: hears the live connection, asks the rules, and uses what the browser has. */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import { createActor } from 'xstate'
import type { LiveActor } from '../../live/live.machine.ts'
import type { LiveChanges } from '../../live/live-messages.ts'
import { type Arrival, arrivalsOf, type Memory } from './arrivals.rules.ts'
import type { Desktop } from './desktop.actors.ts'
import { type Gathered, notifierMachine } from './notifier.machine.ts'
import { summaryOf, type Telling, tellingOf, verdictOn, wantsSummary } from './notify.rules.ts'
import type { Tabs } from './tabs.actors.ts'

export interface NotifierParts {
  readonly live: LiveActor
  readonly organization: { readonly _id: string; readonly name: string; readonly timezone: string }
  readonly userId: string
  readonly clock: { now(): Date }
  readonly tabs: Pick<Tabs, 'isLeader' | 'watched'>
  readonly desktop: Desktop
  readonly playTone: () => Promise<void>
  readonly readPreferences: () => Promise<NotificationPreferences>
  /** Unread messages of the conversations that are assigned to this person, and unseen mentions. */
  readonly countMine: () => Promise<number>
  readonly onPreferencesChanged: (listener: (preferences: NotificationPreferences) => void) => () => void
  readonly open: (conversationId: string | null) => void
}

export function startNotifier(parts: NotifierParts): () => void {
  const { live, organization, userId, clock, tabs, desktop } = parts
  let preferences: NotificationPreferences | null = null
  let memory: Memory = new Map()
  /** Rises with every reading and change: an answer that something newer has overtaken is dropped. */
  let turn = 0
  let stopped = false

  /** Without knowing what one wishes nobody is told anything; the next return to the connection asks again. */
  async function read(): Promise<void> {
    turn += 1
    const mine = turn
    const wishes = await parts.readPreferences().catch(() => null)
    if (!stopped && wishes && mine === turn) preferences = wishes
  }

  async function wanted(arrivals: readonly Arrival[]): Promise<readonly Arrival[]> {
    if (preferences === null || arrivals.length === 0) return []
    const { timezone } = organization
    const situation = { preferences, userId, timezone, now: clock.now() }
    const told = (some: readonly Arrival[], tab: { isLeader: boolean; watched: ReadonlySet<string> }) =>
      some.filter((arrival) => verdictOn(arrival, { ...situation, ...tab }) === 'tell')
    // What somebody looks at is asked of the other tabs, which takes its time: only where it decides something.
    const likely = told(arrivals, { isLeader: true, watched: new Set() })
    if (likely.length === 0) return []
    const watched = await tabs.watched()
    return stopped ? [] : told(likely, { isLeader: tabs.isLeader(), watched })
  }

  async function tell({ arrivals, missed }: Gathered): Promise<void> {
    // Some time may have gone by: what one has opened meanwhile is no news.
    const telling = tellingOf(await wanted(arrivals), {
      organization: organization.name,
      showText: preferences?.showText === true,
      missed,
    })
    if (telling) await say(telling)
  }

  async function say(telling: Telling): Promise<void> {
    desktop.show(telling, parts.open)
    if (preferences?.sound) await parts.playTone()
  }

  async function hear({ events, replayed }: LiveChanges): Promise<void> {
    const heard = arrivalsOf(memory, events, userId)
    memory = heard.memory
    if (replayed) await read()
    const arrivals = await wanted(heard.arrivals)
    if (arrivals.length > 0 && !stopped) notifier.send({ type: 'arrived', arrivals, missed: replayed })
  }

  /** Nobody can tell what was missed one by one. */
  async function sumUp({ organizationId, counts }: { organizationId: string; counts: Counts }): Promise<void> {
    if (organizationId !== organization._id) return
    memory = new Map()
    await read()
    if (stopped || preferences === null) return
    const { scope } = preferences
    if (scope === 'off') return
    const unread = scope === 'mine' ? await parts.countMine().catch(() => 0) : (counts.unreadMessages ?? 0)
    const situation = { preferences, userId, timezone: organization.timezone, now: clock.now() }
    if (stopped || !wantsSummary({ ...situation, isLeader: tabs.isLeader() }, unread)) return
    await say(summaryOf(unread, scope, organization.name))
  }

  const notifier = createActor(notifierMachine)
  notifier.on('due', (due) => void tell(due))
  notifier.start()

  const links = [
    live.on('events', (changes) => changes.organizationId === organization._id && void hear(changes)),
    live.on('untold', (untold) => void sumUp(untold)),
  ]
  const unlink = parts.onPreferencesChanged((changed) => {
    turn += 1
    preferences = changed
  })
  void read()

  return () => {
    stopped = true
    for (const link of links) link.unsubscribe()
    unlink()
    notifier.stop()
    desktop.clear()
  }
}
