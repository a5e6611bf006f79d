import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import type { ListActor } from './conversation-list.machine.ts'

const AT_MOST_EVERY_MS = 10_000

/** What came into the list, summed up for those who hear the screen: "3 new conversations". */
export function useArrivals(list: ListActor): string {
  const fresh = useSelector(list, (state) => state.context.fresh)
  const held = useSelector(list, (state) => state.context.waiting)
  const seen = useRef<ReadonlySet<string>>(new Set())
  const count = useRef(0)
  const [sentence, setSentence] = useState('')

  useEffect(() => {
    const here = new Set([...fresh, ...held])
    for (const id of here) if (!seen.current.has(id)) count.current += 1
    seen.current = here
  }, [fresh, held])

  useEffect(() => {
    const timer = setInterval(() => {
      const { current } = count
      count.current = 0
      setSentence(current === 0 ? '' : current === 1 ? '1 new conversation' : `${current} new conversations`)
    }, AT_MOST_EVERY_MS)
    return () => clearInterval(timer)
  }, [])

  return sentence
}
