/** The fax service and the machines that it calls; in memory, and the newest faxes only. */
import type { Timers } from '../clock.ts'
import type { SandboxConfig } from '../config.ts'
import type { FaxBehaviourSwitch, Outcome } from './behaviour.ts'
import type { FaxCourier } from './courier.ts'
import type { MachineFax, NewFax } from './machine-fax.ts'
import { pagesOf, reportOf } from './outcome.rules.ts'

export interface Machine {
  take(fax: NewFax, outcome: Outcome): MachineFax
  get(id: string): MachineFax | undefined
  /** Oldest first. */
  all(): MachineFax[]
  deleteContent(id: string): boolean
  clear(): void
  /** Hears each fax at each change, and `null` when all were taken away. */
  watch(listener: (fax: MachineFax | null) => void): () => void
}

interface MachineDependencies {
  readonly config: Pick<SandboxConfig, 'pace'>
  readonly timers: Timers
  readonly behaviour: FaxBehaviourSwitch
  readonly courier: FaxCourier
  newId(): string
}

const MOST = 500

export function createMachine({ config, timers, behaviour, courier, newId }: MachineDependencies): Machine {
  const faxes = new Map<string, MachineFax>()
  const watchers = new Set<(fax: MachineFax | null) => void>()
  const tell = (fax: MachineFax | null) => {
    for (const listener of watchers) listener(fax)
  }
  const put = (fax: MachineFax) => {
    faxes.set(fax.id, fax)
    for (const id of [...faxes.keys()].slice(0, -MOST)) faxes.delete(id)
    tell(fax)
    return fax
  }
  const change = (id: string, to: Partial<MachineFax>) => {
    const fax = faxes.get(id)
    return fax && put({ ...fax, ...to })
  }

  function end(id: string, outcome: Outcome) {
    const { numberOfPages = 1 } = faxes.get(id) ?? {}
    const report = reportOf(outcome, numberOfPages, behaviour.now().pagesSent)
    const ended = change(id, { ...report, completedTime: timers.now().toISOString() })
    const { dropCallbacks, repeatCallbacks } = behaviour.now()
    if (!ended || dropCallbacks) return
    courier.tell(ended)
    if (repeatCallbacks) courier.tell(ended)
  }

  return {
    take(fax, outcome) {
      const id = newId()
      const pages = fax.files.reduce((sum, { bytes }) => sum + pagesOf(bytes), 0)
      timers.after(config.pace.sentMs, () => {
        change(id, { status: 'IN_PROGRESS' })
        timers.after(config.pace.arrivedMs, () => end(id, outcome))
      })
      return put({
        ...{ ...fax, id, status: 'QUEUED', errorType: null, errorCode: null, errorMessage: null },
        ...{ numberOfPages: Math.max(1, pages), pagesSentSuccessfully: 0, hasContent: true },
        ...{ createTime: timers.now().toISOString(), completedTime: null },
      })
    },
    get: (id) => faxes.get(id),
    all: () => [...faxes.values()],
    deleteContent: (id) => change(id, { hasContent: false }) !== undefined,
    clear() {
      faxes.clear()
      tell(null)
    },
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
  }
}
