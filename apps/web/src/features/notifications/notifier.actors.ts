/**
 * Notifies a user who is not looking at the page: receives live events, applies the rules, and uses the browser's
 * means.
 */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import { createActor } from 'xstate'
import { retryDelay } from '../../api/retry.rules.ts'
import type { LiveActor } from '../../live/live.machine.ts'
import type { LiveChanges } from '../../live/live-messages.ts'
import { type Arrival, arrivalsOf, type Memory } from './arrivals.rules.ts'
import type { Desktop } from './desktop.actors.ts'
import { notifierMachine, type PendingArrivals } from './notifier.machine.ts'
import { type NotificationText, notificationOf, summaryOf, verdictOn, wantsSummary } from './notify.rules.ts'
import type { Tabs } from './tabs.actors.ts'

export interface NotifierDependencies {
  readonly live: LiveActor
  readonly organization: { readonly _id: string; readonly name: string; readonly timezone: string }
  readonly userId: string
  readonly clock: { now(): Date }
  readonly tabs: Pick<Tabs, 'isLeader' | 'watched'>
  readonly desktop: Desktop
  readonly playTone: () => Promise<void>
  readonly readPreferences: () => Promise<NotificationPreferences>
  /** The number of unread messages in conversations assigned to the user, and of unseen mentions. */
  readonly countMine: () => Promise<number>
  readonly onPreferencesChanged: (listener: (preferences: NotificationPreferences) => void) => () => void
  readonly open: (conversationId: string | null) => void
  /** Between 0 and 1. */
  readonly random: () => number
}

export function startNotifier(parts: NotifierDependencies): () => void {
  const { live, organization, userId, clock, tabs, desktop } = parts
  let preferences: NotificationPreferences | null = null
  let memory: Memory = new Map()
  /** Increases with every read and change, so that a reply overtaken by something newer is dropped. */
  let turn = 0
  let stopped = false
  /** Consecutive failed reads. */
  let failures = 0
  let again: ReturnType<typeof setTimeout> | undefined

  function supersede(): number {
    clearTimeout(again)
    turn += 1
    return turn
  }

  /** Reads the preferences. Without them nothing is shown, so a failed read is repeated later. Each reconnect reads too. */
  async function read(): Promise<void> {
    const mine = supersede()
    const isLatest = () => !stopped && mine === turn
    try {
      const wishes = await parts.readPreferences()
      if (!isLatest()) return
      preferences = wishes
      failures = 0
    } catch (error) {
      if (!isLatest()) return
      const delayMs = retryDelay(error, failures, parts.random())
      failures += 1
      if (delayMs !== null) again = setTimeout(() => void read(), delayMs)
    }
  }

  async function filterArrivals(arrivals: readonly Arrival[]): Promise<readonly Arrival[]> {
    if (preferences === null || arrivals.length === 0) return []
    const { timezone } = organization
    const situation = { preferences, userId, timezone, now: clock.now() }
    const relevant = (some: readonly Arrival[], tab: { isLeader: boolean; watched: ReadonlySet<string> }) =>
      some.filter((arrival) => verdictOn(arrival, { ...situation, ...tab }) === 'tell')
    // Asking the other tabs for their open conversations takes time, so it happens only when it decides something.
    const likely = relevant(arrivals, { isLeader: true, watched: new Set() })
    if (likely.length === 0) return []
    const watched = await tabs.watched()
    return stopped ? [] : relevant(likely, { isLeader: tabs.isLeader(), watched })
  }

  async function showPending({ arrivals, missed }: PendingArrivals): Promise<void> {
    // Checks again, because the user may have opened the conversation meanwhile.
    const telling = notificationOf(await filterArrivals(arrivals), {
      organization: organization.name,
      showText: preferences?.showText === true,
      missed,
    })
    if (telling) await show(telling)
  }

  async function show(telling: NotificationText): Promise<void> {
    desktop.show(telling, parts.open)
    if (preferences?.sound) await parts.playTone()
  }

  async function receive({ events, replayed }: LiveChanges): Promise<void> {
    const found = arrivalsOf(memory, events, userId)
    memory = found.memory
    if (replayed) await read()
    const arrivals = await filterArrivals(found.arrivals)
    if (arrivals.length > 0 && !stopped) notifier.send({ type: 'arrived', arrivals, missed: replayed })
  }

  /** Shows one summary, because the missed events are not replayed one by one. */
  async function showSummary({ organizationId, counts }: { organizationId: string; counts: Counts }): Promise<void> {
    if (organizationId !== organization._id) return
    memory = new Map()
    await read()
    if (stopped || preferences === null) return
    const { scope } = preferences
    if (scope === 'off') return
    const unread = scope === 'mine' ? await parts.countMine().catch(() => 0) : (counts.unreadMessages ?? 0)
    const situation = { preferences, userId, timezone: organization.timezone, now: clock.now() }
    if (stopped || !wantsSummary({ ...situation, isLeader: tabs.isLeader() }, unread)) return
    await show(summaryOf(unread, scope, organization.name))
  }

  const notifier = createActor(notifierMachine)
  notifier.on('due', (due) => void showPending(due))
  notifier.start()

  const links = [
    live.on('events', (changes) => changes.organizationId === organization._id && void receive(changes)),
    live.on('skipped', (skipped) => void showSummary(skipped)),
  ]
  const unlink = parts.onPreferencesChanged((changed) => {
    supersede()
    preferences = changed
  })
  void read()

  return () => {
    stopped = true
    clearTimeout(again)
    for (const link of links) link.unsubscribe()
    unlink()
    notifier.stop()
    desktop.clear()
  }
}
