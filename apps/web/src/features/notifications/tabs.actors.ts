/**
 * The tabs of one organization in this browser: one of them leads and shows notifications, and each publishes the
 * conversation its user looks at. Both are Web Locks, which a closed or crashed tab releases by itself. Without Web
 * Locks (a page without TLS) each tab acts alone; such a browser shows no notifications anyway.
 */
export interface Tabs {
  isLeader(): boolean
  /**
   * Sets the conversation that the user looks at in this tab; null when the tab is not looked at or nothing is
   * open.
   */
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

/** Holds a lock until the signal. The signal also cancels a lock that is not granted yet. */
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
  // The request rejects when the signal fires before the lock is granted.
  locks?.request(name, { mode, signal }, held).catch(() => undefined)
}
