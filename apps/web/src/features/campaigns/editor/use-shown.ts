import { useSelector } from '@xstate/react'
import type { CampaignEditorActor } from './campaign-editor.machine.ts'
import type { Keeping } from './editor-head.tsx'

export interface Shown {
  readonly keeping: Keeping
  readonly counting: 'idle' | 'asking' | 'counted' | 'failed'
  readonly isAsking: boolean
  readonly isLaunching: boolean
  readonly isRefused: boolean
}

/** The part of the machine's state that the screen shows; behind the dialog the editor stays as it was. */
export function useShown(actor: CampaignEditorActor): Shown {
  const state = useSelector(actor, ({ value }) => value)
  const { saved, isKept, isCounted } = useSelector(actor, ({ context }) => context)
  const editing = typeof state === 'object' && 'editing' in state ? state.editing : null
  const isLaunching = typeof state === 'object' && 'launching' in state
  const isRefused = state === 'refused'
  return {
    keeping: editing?.keeping ?? (saved === null ? 'new' : isKept ? 'clean' : 'dirty'),
    counting: editing?.counting ?? (isCounted ? 'counted' : 'idle'),
    isAsking: state === 'confirming' || isLaunching || isRefused,
    ...{ isLaunching, isRefused },
  }
}
