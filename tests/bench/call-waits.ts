/**
 * Counts the waits of a call for PostgreSQL: a wait begins when the call sends a statement while it has none under way,
 * or after an answer arrived. Statements that are sent together, on one connection or several, are therefore one wait.
 */
export interface CallWaits {
  /** Called when a statement is sent; the result is called when its answer arrives. */
  sent(): () => void
  /** Called when the response is sent: what is answered later is work that the call does not wait for. */
  end(): void
}

export interface Waits {
  readonly calls: number
  readonly waits: number
  readonly statements: number
}

export interface WaitCount {
  /** Begins a call of this path. */
  begin(path: string): CallWaits
  of(path: string): Waits
}

export function createWaitCount(): WaitCount {
  const counts = new Map<string, { calls: number; waits: number; statements: number }>()

  function countOf(path: string) {
    const count = counts.get(path) ?? { calls: 0, waits: 0, statements: 0 }
    counts.set(path, count)
    return count
  }

  return {
    begin(path) {
      const count = countOf(path)
      count.calls += 1
      let open = true
      let underWay = 0
      let wasAnswered = false
      // Counted once, when the first of its statements is answered.
      let wait = { isCounted: false }
      return {
        sent() {
          if (underWay === 0 || wasAnswered) wait = { isCounted: false }
          const own = wait
          wasAnswered = false
          underWay += 1
          return () => {
            underWay -= 1
            wasAnswered = true
            if (!open) return
            count.statements += 1
            if (!own.isCounted) count.waits += 1
            own.isCounted = true
          }
        },
        end() {
          open = false
        },
      }
    },
    of: (path) => ({ ...countOf(path) }),
  }
}
