import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useApp } from '../../../parts/services.tsx'
import type { LiveRows } from '../../../parts/use-live-collection.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { notifyUndo } from '../../../ui/notify.tsx'
import { flowOf, unsavedFlow } from '../held-flow.rules.ts'
import type { ChatbotRow } from '../use-chatbots.ts'
import type { useChatbotActions } from './use-chatbot-actions.ts'

interface UnsavedWorkProps {
  organizationId: string
  rows: Pick<LiveRows<ChatbotRow, undefined>, 'data' | 'rememberedAt'>
  actions: Pick<ReturnType<typeof useChatbotActions>, 'add' | 'busy'>
  /** Why no chatbot can be added now. */
  disabledReason: string | undefined
}

/** [OPEN-034] Work that could not be saved is gone on with, or added as a new chatbot if its own was deleted. */
export function UnsavedWork({
  organizationId,
  rows: { data, rememberedAt },
  actions,
  disabledReason,
}: UnsavedWorkProps) {
  const app = useApp()
  const { chatbot } = useSnapshot(app.mainContext)
  const unsaved = unsavedFlow(chatbot.activeFlowData)
  if (unsaved === null || data === undefined) return null
  const { _id: id, name } = unsaved
  if (data.some(({ _id }) => _id === id))
    return (
      <Notice words={`The last changes of “${name}” are not saved.`}>
        <Link to={`/chatbot/${id}`} className={buttonLook('default', 'sm')}>
          {`Go on with ${name}`}
        </Link>
      </Notice>
    )
  // Another organization's stays for its own list, and an earlier reading may lack a new chatbot.
  if (unsaved.organizationId !== organizationId || rememberedAt !== null) return null
  const add = () => {
    const flow = flowOf(app.mainContext.chatbot.activeFlowData)
    if (flow === null) return
    const { name: title, nodes, edges, settings } = flow
    void actions.add({ name: title, nodes, edges, settings })
  }
  const discard = () => {
    const held = app.mainContext.chatbot.activeFlowData
    app.mainContext.chatbot.activeFlowData = null
    notifyUndo(`Discarded “${name}”`, () => {
      app.mainContext.chatbot.activeFlowData ??= held
    })
  }
  return (
    <Notice words={`“${name}” was deleted before your last changes were saved.`}>
      <Button size="sm" busy={actions.busy === 'new'} disabledReason={disabledReason} onClick={add}>
        Add it again
      </Button>
      <Button size="sm" onClick={discard}>
        Discard
      </Button>
    </Notice>
  )
}

function Notice({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-warn-line bg-warn px-4 py-2.5 text-sm text-warn-text md:px-5">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{words}</p>
      <div className="flex gap-2">{children}</div>
    </div>
  )
}
