import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { ref } from 'valtio'
import type { SnapshotFrom } from 'xstate'
import { useApp } from '../../parts/services.tsx'
import { heldFlow } from './held-flow.rules.ts'
import type { DraftSavingActor } from './saving/draft-saving.machine.ts'

/** Storing a large flow takes a while, which no key and no drag waits for. */
const PAUSE_MS = 100

interface Open {
  readonly organizationId: string
  readonly draft: Flow
  readonly element: string | null
  /** It could not be saved. */
  readonly isHeld: boolean
}

/** [ENTITY-17] [OPEN-034] The open flow and the selected block outlive the tab. */
export function useHeldFlow(saving: DraftSavingActor, { organizationId, draft, element, isHeld }: Open): void {
  const app = useApp()
  const { _id: flowId } = draft
  const outlives = useRef(isHeld)
  outlives.current = isHeld
  const revision = useSelector(saving, (state) => (isOnServer(state) ? state.context.saved.revision : null))
  useEffect(() => {
    app.mainContext.chatbot.activeElement = element
  }, [app, element])
  useEffect(() => {
    // The flow is never changed in place, so the state needs no copy.
    const hold = () => {
      app.mainContext.chatbot.activeFlowData = ref(heldFlow(draft, { revision, organizationId }))
    }
    if (isHeld) return hold()
    const timer = setTimeout(hold, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [app, organizationId, draft, revision, isHeld])
  // The end of the builder leaves nothing but what could not be saved. A reload keeps both.
  useEffect(
    () => () => {
      const { chatbot } = app.mainContext
      chatbot.activeElement = null
      // Another chatbot's is what could not be saved after its builder was left.
      if (!outlives.current && chatbot.activeFlowData?._id === flowId) chatbot.activeFlowData = null
    },
    [app, flowId],
  )
}

/** Every change is saved, or was saved when the chatbot was deleted. */
export function isOnServer({ context, value }: Pick<SnapshotFrom<DraftSavingActor>, 'context' | 'value'>): boolean {
  return value === 'clean' || (value === 'gone' && context.flow === context.saved.flow)
}
