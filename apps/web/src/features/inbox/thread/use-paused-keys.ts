import { useEffect } from 'react'
import { afterPaint } from '../../../lib/after-paint.ts'
import { useKeyboard } from '../../../parts/keyboard.tsx'
import type { ThreadActor } from './thread.machine.ts'

/** Ends the pause of the keys, which begins when a conversation opens by itself, once its messages or their failure are painted. */
export function usePausedKeys(thread: ThreadActor): void {
  const { commands } = useKeyboard()
  useEffect(() => {
    const { conversationId } = thread.getSnapshot().context
    let cancel: (() => void) | null = null
    const look = (state = thread.getSnapshot()) => {
      cancel?.()
      cancel = null
      if (!state.hasTag('busy')) cancel = afterPaint(() => commands.shown(conversationId))
    }
    commands.movedTo(conversationId)
    look()
    const link = thread.subscribe(look)
    return () => {
      cancel?.()
      link.unsubscribe()
    }
  }, [thread, commands])
  useEffect(() => () => commands.movedTo(null), [commands])
}
