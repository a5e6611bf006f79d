import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ComposerActor } from '../composer/composer.machine.ts'
import type { Intent } from '../keys.rules.ts'
import { focusComposer } from '../list/row-focus.ts'
import { openFirstVisible } from './open-list.ts'

interface IntentOptions {
  /** The requested action; null once it is done. */
  intent: Intent | null
  /** The element that had the focus when the action was requested. */
  origin: Element | null
  composer: ComposerActor
  /** The conversation is on the screen. */
  ready: boolean
  onAside: (intent: 'request' | 'details') => void
  /** Opens the list to assign where the header has no room for its button. */
  onAssign: () => void
  onDone: () => void
}

/** Performs an action requested by key as soon as the thread can. */
export function useIntent({ intent, origin, composer, ready, onAside, onAssign, onDone }: IntentOptions): void {
  const mode = useSelector(composer, (state) => state.context.mode)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once per intent, not again when a callback changes
  useEffect(() => {
    if (intent === null || !ready) return
    if (intent === 'request' || intent === 'details') onAside(intent)
    else if (intent === 'assign') {
      if (!openFirstVisible(['assign'], document, origin)) onAssign()
    } else if (intent !== 'write' && intent !== mode) return composer.send({ type: 'mode.changed', mode: intent })
    else focusComposer()
    onDone()
  }, [intent, ready, mode, composer])
}
