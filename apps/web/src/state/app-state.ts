import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Membership } from '@foyer/contracts/organization.ts'
import type { User } from '@foyer/contracts/session/user.ts'
import { proxy, type Snapshot, snapshot, subscribe } from 'valtio'
import type { Reach } from '../lib/reach.rules.ts'
import {
  countKeys,
  initialContext,
  isCount,
  MAIN_CONTEXT_KEY,
  type MainContext,
  signedIn,
  switched,
} from './main-context.rules.ts'
import { parseContext } from './stored-context.rules.ts'

/** State that the screens need and that is not stored. */
interface AppStatus {
  /** [SHELL-06] The user and the organizations are loaded. */
  loaded: boolean
  /** The counts of the active organization; null until the live connection delivers them. */
  counts: Counts | null
  /** Messages of this tab: how many wait for the connection, and how many were sent since the page was loaded. */
  outbox: Outbox
  /** What the last call since the connection was lost has met; null before one. */
  reach: Reach | null
}

interface Outbox {
  waiting: number
  sent: number
}

export interface AppState {
  /** Components read it with valtio's `useSnapshot`. */
  readonly mainContext: MainContext
  readonly status: AppStatus
  signIn(user: User, organizations: readonly Membership[]): void
  /** Clears everything in memory and in storage. */
  signOut(): void
  switchOrganization(organizationId: string): void
  setCounts(organizationId: string, counts: Counts): void
  /** Adds to the number of waiting messages and to the number of sent ones. */
  changeOutbox(change: Outbox): void
  setReach(reach: Reach | null): void
  organization(): Membership | null
}

/** A change of the counts alone is stored at most this often. */
export const COUNTS_WRITTEN_MS = 1_000

export function createAppState(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): AppState {
  const mainContext = proxy(parseContext(quietly(() => storage.getItem(MAIN_CONTEXT_KEY)) ?? null))
  const status = proxy<AppStatus>({ loaded: false, counts: null, outbox: { waiting: 0, sent: 0 }, reach: null })
  let written = snapshot(mainContext)
  let counting: ReturnType<typeof setTimeout> | undefined

  function write() {
    written = snapshot(mainContext)
    quietly(() => persist(storage, mainContext))
  }
  /** Writing to storage blocks, and on a busy day every event changes the counts. */
  function writeCounts() {
    if (counting !== undefined) return
    write()
    counting = setTimeout(() => {
      counting = undefined
      if (snapshot(mainContext) !== written) write()
    }, COUNTS_WRITTEN_MS)
  }
  // All changes of one task are written once, right after it.
  subscribe(mainContext, () => (onlyCountsDiffer(written, snapshot(mainContext)) ? writeCounts() : write()))

  function clear() {
    Object.assign(mainContext, initialContext())
    status.counts = null
    status.outbox = { waiting: 0, sent: 0 }
  }

  return {
    mainContext,
    status,
    signIn(user, organizations) {
      // Data that another user left on this computer must not be visible.
      if (mainContext.user && mainContext.user._id !== user._id) clear()
      Object.assign(mainContext, signedIn(mainContext, user, organizations))
      status.loaded = true
    },
    signOut() {
      clear()
      status.loaded = false
      quietly(() => persist(storage, mainContext))
    },
    switchOrganization(organizationId) {
      if (organizationId === mainContext.activeOrgId) return
      status.counts = null
      Object.assign(mainContext, switched(mainContext, organizationId))
    },
    setCounts(organizationId, counts) {
      if (organizationId !== mainContext.activeOrgId) return
      Object.assign(mainContext, countKeys(counts))
      status.counts = counts
    },
    changeOutbox({ waiting, sent }) {
      status.outbox.waiting = Math.max(0, status.outbox.waiting + waiting)
      status.outbox.sent += sent
    },
    setReach(reach) {
      status.reach = reach
    },
    organization() {
      return mainContext.organizations.find(({ _id }) => _id === mainContext.activeOrgId) ?? null
    },
  }
}

/** [STATE-08] Without a user nothing is stored. */
function persist(storage: Pick<Storage, 'setItem' | 'removeItem'>, context: MainContext) {
  try {
    if (context.user) return storage.setItem(MAIN_CONTEXT_KEY, JSON.stringify(context))
  } catch {
    // The storage is full: the old data must go, because it may be another user's.
  }
  storage.removeItem(MAIN_CONTEXT_KEY)
}

/** A browser may forbid storage or have none left; the app then works without remembering. */
function quietly<T>(effect: () => T): T | undefined {
  try {
    return effect()
  } catch {
    return undefined
  }
}

function onlyCountsDiffer(before: Snapshot<MainContext>, after: Snapshot<MainContext>): boolean {
  const keys = Object.keys(after) as (keyof MainContext)[]
  return keys.every((key) => isCount(key) || before[key] === after[key])
}
