/**
 * The tabs of one organization in this browser: one of them tells, and each says which conversation somebody looks at in
 * it. Both are locks, which a tab that closes or dies gives back by itself. Where there are none (a page without TLS),
 * each tab speaks for itself; such a browser shows no notifications anyway.
 */
export interface Tabs {
  isLeader(): boolean
  /** What this tab shows to somebody who looks at it; null: nobody does, or nothing is open. */
  look(conversationId: string | null): void
  watched(): Promise<ReadonlySet<string>>
  stop(): void
}

export function joinTabs(organizationId: string, locks: LockManager | undefined): Tabs {
  const watching = `foyer watched ${organizationId} `
  const leaving = new AbortController()
  let isLeader = locks === undefined
  let own: string | null = null
  let release: () => void = () => undefined

  hold(locks, `foyer notifier ${organizationId}`, 'exclusive', leaving.signal, () => {
    isLeader = true
  })

  return {
    isLeader: () => isLeader,
    look(conversationId) {
      if (conversationId === own) return
      own = conversationId
      release()
      if (conversationId === null) return
      const left = new AbortController()
      release = () => left.abort()
      hold(locks, watching + conversationId, 'shared', AbortSignal.any([left.signal, leaving.signal]))
    },
    async watched() {
      const held = (await locks?.query())?.held ?? []
      const theirs = held.flatMap(({ name }) => (name?.startsWith(watching) ? [name.slice(watching.length)] : []))
      return new Set(own === null ? theirs : [...theirs, own])
    },
    stop() {
      own = null
      isLeader = false
      leaving.abort()
    },
  }
}

/** Until the signal; also while it still waits. */
function hold(
  locks: LockManager | undefined,
  name: string,
  mode: LockMode,
  signal: AbortSignal,
  onHeld: () => void = () => undefined,
): void {
  const held = async () => {
    if (signal.aborted) return
    onHeld()
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  }
  // Whoever leaves before it is granted has it refused.
  locks?.request(name, { mode, signal }, held).catch(() => undefined)
}
