import { useEffect, useState } from 'react'
import { every } from '../../../lib/clock.ts'
import type { ListActor } from './conversation-list.machine.ts'

const AT_MOST_EVERY_MS = 10_000

/** Announces new conversations to screen readers in one sentence: "3 new conversations". */
export function Arrivals({ list }: { list: ListActor }) {
  return (
    <p role="status" aria-label="Arrivals" className="sr-only">
      {useArrivals(list)}
    </p>
  )
}

/**
 * Subscribes to the list instead of rendering with it, because on a busy day the list changes in almost every
 * frame.
 */
function useArrivals(list: ListActor): string {
  const [sentence, setSentence] = useState('')

  useEffect(() => {
    let count = 0
    let { fresh, waiting } = list.getSnapshot().context
    let here = new Set([...fresh, ...waiting])
    const hearing = list.subscribe(({ context }) => {
      if (context.fresh === fresh && context.waiting === waiting) return
      fresh = context.fresh
      waiting = context.waiting
      const now = new Set([...fresh, ...waiting])
      for (const id of now) if (!here.has(id)) count += 1
      here = now
    })
    const stop = every(AT_MOST_EVERY_MS, () => {
      setSentence(count === 0 ? '' : count === 1 ? '1 new conversation' : `${count} new conversations`)
      count = 0
    })
    return () => {
      hearing.unsubscribe()
      stop()
    }
  }, [list])

  return sentence
}
